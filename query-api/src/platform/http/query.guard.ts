import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ANSWERS, type DeclaredAnswers } from '../docs/answers.js';
import { ProblemError } from './problem.js';

/** Names come from whoever asks: so many are named, so long. */
const NAMED_MOST = 3;
const CHARACTERS_MOST = 40;

/** The name that the time of an answer will be asked by. */
const ANOTHER_TIME = 'asOf';

/**
 * Refuses parameters that a route does not know: to pass over one would be to answer another question. It goes by the query
 * that the route declares, once it is known that who asks may.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): true {
    const answers = this.reflector.get<DeclaredAnswers | undefined>(ANSWERS, context.getHandler());
    const { query } = context.switchToHttp().getRequest<{ query: object }>();
    const accepted = Object.keys(answers?.query?.shape ?? {});
    const unknown = Object.keys(query).filter((name) => !accepted.includes(name));
    if (unknown.length === 0) return true;
    const wrong = unknown
      .slice(0, NAMED_MOST)
      .map((name) => `${name.slice(0, CHARACTERS_MOST)}: ${whyOf(name)}`);
    const taken = accepted.length > 0 ? `Accepted: ${accepted.join(', ')}` : 'No parameter is accepted';
    throw new ProblemError('bad_request', `${wrong.join('; ')}. ${taken}.`);
  }
}

const whyOf = (name: string): string =>
  name === ANOTHER_TIME ? 'looking at another time is not available yet' : 'not known here';
