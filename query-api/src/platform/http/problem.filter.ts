import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import { ProblemError, sendProblem } from './problem.js';
import { requestIdOf } from './request-id.js';

/** Turns whatever a handler throws into a problem. What was not foreseen is logged and told to nobody. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #log = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    const response = host.switchToHttp().getResponse<ServerResponse>();
    if (response.headersSent) response.destroy();
    else sendProblem(response, this.#problemOf(error, request));
  }

  #problemOf(error: unknown, request: IncomingMessage): ProblemError {
    if (error instanceof ProblemError) return error;
    if (error instanceof HttpException && error.getStatus() === 404)
      return new ProblemError(
        'not_found',
        `Nothing lives at ${pathOf(request)}. See /api/docs for what does.`,
      );
    if (error instanceof HttpException && error.getStatus() < 500)
      return new ProblemError('bad_request', error.message);
    this.#log.error(
      `${request.method} ${requestIdOf(request)}: ${error instanceof Error ? error.stack : String(error)}`,
    );
    return new ProblemError('internal', 'Something went wrong here. It has been logged.');
  }
}

const pathOf = (request: IncomingMessage) => (request.url ?? '/').split('?', 1)[0]?.slice(0, 200) ?? '/';
