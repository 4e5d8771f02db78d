import type { IncomingMessage } from 'node:http';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

const BODY_BYTES_MAX = 16 * 1024;

/**
 * Where commands come in: a POST or PUT has a body of JSON or none, which is that of a command without input, and is sent by a
 * page of this very origin or by no page at all. A browser that acts for a foreign page says so in Sec-Fetch-Site and in
 * Origin, which no page can set.
 * @param siteOrigin where the page is; undefined where Host says it
 * @param readsItself whether the route at a path takes a body of bytes, and reads it
 */
export function takeCommands(
  siteOrigin: string | undefined,
  readsItself: (path: string) => boolean = () => false,
): Middleware {
  return async (request, response, next) => {
    if (request.method !== 'POST' && request.method !== 'PUT') return next();
    try {
      refuseForeign(request, siteOrigin);
      if (readsItself((request.url ?? '/').split('?', 1)[0] ?? '/')) {
        // Whoever is refused may still be sending: what is left is not read.
        response.setHeader('Connection', 'close');
        return next();
      }
      Object.assign(request, { body: await readJson(request) });
    } catch (error) {
      if (!(error instanceof ProblemError)) {
        // Whoever asked left before all of it was here: nobody is to be answered.
        if (!request.complete) return;
        throw error;
      }
      response.setHeader('Connection', 'close');
      return sendProblem(response, error);
    }
    next();
  };
}

/** @throws ProblemError where a page of another site asks */
function refuseForeign({ headers }: IncomingMessage, siteOrigin: string | undefined): void {
  const { origin, host, 'sec-fetch-site': site = 'none' } = headers;
  const isOwn =
    origin === undefined ||
    (siteOrigin === undefined
      ? URL.canParse(origin) && new URL(origin).host === host
      : origin === siteOrigin);
  if (isOwn && (site === 'same-origin' || site === 'none')) return;
  const page = siteOrigin === undefined ? 'itself' : `at ${siteOrigin}`;
  throw new ProblemError('forbidden', `Another site may not ask for this. Open the page ${page}.`);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX)
      throw new ProblemError('too_large', `The body must not be longer than ${BODY_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  if (bytes === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ProblemError('bad_request', 'The body must be application/json.');
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ProblemError('bad_request', 'The body is no JSON.');
  }
}
