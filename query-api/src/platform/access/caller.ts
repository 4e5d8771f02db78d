import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller as Somebody } from './access.js';

const READS_CALLER = Symbol('reads caller');
const callers = new WeakMap<IncomingMessage, Somebody | null>();

/** The guard says who asks. */
export const sayCaller = (request: IncomingMessage, caller: Somebody | null): void => {
  callers.set(request, caller);
};

const param = createParamDecorator(
  (_: unknown, context: ExecutionContext) => callers.get(context.switchToHttp().getRequest()) ?? null,
);

export type Caller = Somebody;

/** Who asks, for a handler: null for somebody who is not signed in. */
export const Caller = (): ParameterDecorator => (target, name, index) => {
  const handler: unknown = name === undefined ? undefined : Reflect.get(target, name);
  if (handler instanceof Function) Reflect.defineMetadata(READS_CALLER, true, handler);
  param()(target, name, index);
};

export const readsCaller = (handler: object): boolean => Reflect.hasMetadata(READS_CALLER, handler);
