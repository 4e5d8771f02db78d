import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Client, S3Error } from 'minio';
import { PlainReason } from '../reasons.js';

/** Less than a page waits. */
const ANSWER_WITHIN_MS = 3_000;
/** The store writes all of a copy, and of what is sent, down before it answers. */
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

/**
 * Sends `sizeBytes` of `body` to an address that was signed for a PUT. Where either side ends early the other is closed.
 * @returns the ETag
 */
export async function putTo(address: string, body: Readable, sizeBytes: number): Promise<string> {
  const { request } = new URL(address).protocol === 'https:' ? https : http;
  const sent = request(address, { method: 'PUT', agent: false, headers: { 'Content-Length': sizeBytes } });
  sent.setTimeout(COPY_WITHIN_MS, () =>
    sent.destroy(new PlainReason(`nothing moved for ${COPY_WITHIN_MS} ms`)),
  );
  const answered = once(sent, 'response') as Promise<[http.IncomingMessage]>;
  const [[response]] = await Promise.all([answered, pipeline(body, sent)]);
  const said = await text(response);
  const { statusCode = 0, headers } = response;
  if (statusCode === 200 && headers.etag !== undefined) return headers.etag.replaceAll('"', '');
  const error = new S3Error(`PUT was answered with ${statusCode}`);
  error.code = /<Code>(\w+)<\/Code>/.exec(said)?.[1] ?? '';
  throw error;
}
