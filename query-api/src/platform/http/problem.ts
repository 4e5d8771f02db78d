/** Answers that say what went wrong: RFC 9457 problem details with a stable code. */
import type { ServerResponse } from 'node:http';
import type { Problem } from '@cryptonite/contracts/api';

const PROBLEMS = {
  bad_request: { status: 400, title: 'Bad request' },
  unauthorized: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'Conflict' },
  gone: { status: 410, title: 'Gone' },
  too_large: { status: 413, title: 'Too large' },
  range_not_satisfiable: { status: 416, title: 'No such range' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  store_unavailable: { status: 503, title: 'A store does not answer' },
  starting: { status: 503, title: 'Starting' },
} as const satisfies Record<Problem['code'], { status: number; title: string }>;

export const statusOf = (code: Problem['code']): number => PROBLEMS[code].status;

/** Ends a request with a problem. `message` is the sentence to show. */
export class ProblemError extends Error {
  constructor(
    readonly code: Problem['code'],
    message: string,
    readonly headers: Record<string, string> = {},
    /** What answers to this command carry besides. */
    readonly fields: Pick<Problem, 'user'> = {},
    /** What it comes of; told to nobody who asks. */
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

export class StartingError extends ProblemError {
  constructor() {
    super('starting', 'The lists are still loading. Try again in a few seconds.', { 'Retry-After': '2' });
  }
}

export function toProblem({ code, message, fields }: ProblemError): Problem {
  const { status, title } = PROBLEMS[code];
  return {
    type: `urn:cryptonite:problem:${code}`,
    title,
    status,
    code,
    detail: message,
    success: false,
    error: message,
    ...fields,
  };
}

export function sendProblem(response: ServerResponse, error: ProblemError): void {
  const problem = toProblem(error);
  response.statusCode = problem.status;
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  response.setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  const body = JSON.stringify(problem);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  // Node leaves the body out where the request was a HEAD.
  response.end(body);
}
