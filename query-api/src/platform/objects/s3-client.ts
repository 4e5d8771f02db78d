import http from 'node:http';
import https from 'node:https';
import { Client } from 'minio';
import { PlainReason } from '../reasons.js';

/** Less than a page waits. */
const ANSWER_WITHIN_MS = 3_000;
/** The store writes all of a copy down before it answers. */
const COPY_WITHIN_MS = 60_000;
/** Of an answer that has begun. */
const PAUSE_MAX_MS = 30_000;

export type S3Address = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };

/** A client of the object store at `endpoint`, an http:// or https:// address without a path, that waits for nothing long. */
export function connectTo({ endpoint, region, accessKeyId, secretAccessKey }: S3Address): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  return new Client({
    endPoint: hostname,
    port: port === '' ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
    region,
    accessKey: accessKeyId,
    secretKey: secretAccessKey,
    transport: { request: requestInTime(useSSL ? https : http) as typeof http.request },
    // Its callers say when to try again, and it would write of each try to the terminal.
    retryOptions: { disableRetry: true },
  });
}

/** Ends a request that gets no answer, and an answer that stands still. */
const requestInTime =
  (transport: Pick<typeof http, 'request'>) =>
  (
    options: http.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ): http.ClientRequest => {
    const isCopy = new Headers(options.headers as Record<string, string>).has('x-amz-copy-source');
    const withinMs = isCopy ? COPY_WITHIN_MS : ANSWER_WITHIN_MS;
    // A connection of its own: one that was kept may end with a store that was started anew.
    const request = transport.request({ ...options, agent: false }, (response) => {
      clearTimeout(late);
      response.setTimeout(PAUSE_MAX_MS, () =>
        response.destroy(new PlainReason(`nothing came for ${PAUSE_MAX_MS} ms`)),
      );
      onResponse(response);
    });
    const late = setTimeout(
      () => request.destroy(new PlainReason(`no answer within ${withinMs} ms`)),
      withinMs,
    );
    request.once('close', () => clearTimeout(late));
    return request;
  };
