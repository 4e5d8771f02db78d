import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller as Somebody } from './access.js';

const READS_CALLER = Symbol('reads caller');
const callers = new WeakMap<IncomingMessage, Somebody | null>();
const sessions = new WeakMap<IncomingMessage, Buffer>();

/**
 * The guard says who asks.
 * @param sessionSha256 of the token of the session that this is asked in
 */
export const sayCaller = (
  request: IncomingMessage,
  caller: Somebody | null,
  sessionSha256: Buffer | null,
): void => {
  callers.set(request, caller);
  if (sessionSha256 !== null) sessions.set(request, sessionSha256);
};

const param = createParamDecorator(
  (_: unknown, context: ExecutionContext) => callers.get(context.switchToHttp().getRequest()) ?? null,
);

/** SHA-256 of the token of the session that asks, for a handler of who is signed in. */
export const CallerSession = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const session = sessions.get(context.switchToHttp().getRequest());
  if (session === undefined) throw new Error('a route of who is signed in was asked outside of a session');
  return session;
});

export type Caller = Somebody;

/** Who asks, for a handler: null for somebody who is not signed in. */
export const Caller = (): ParameterDecorator => (target, name, index) => {
  const handler: unknown = name === undefined ? undefined : Reflect.get(target, name);
  if (handler instanceof Function) Reflect.defineMetadata(READS_CALLER, true, handler);
  param()(target, name, index);
};

export const readsCaller = (handler: object): boolean => Reflect.hasMetadata(READS_CALLER, handler);
