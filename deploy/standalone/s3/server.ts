/** What the product needs of S3 (docs/operations.md lists it), over HTTP on 127.0.0.1. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { Strangers } from '../strangers.js';
import { listObjects } from './list-objects.js';
import { isClientGone, type ObjectStore, type StoredObject } from './object-store.js';
import { S3Error } from './s3-error.js';
import { checkKey, decode, readRequest, type S3Request } from './s3-request.js';
import { type Credentials, checkSignature } from './signature.js';
import { xmlOf } from './xml.js';

export type ServerOptions = {
  store: ObjectStore;
  /** 0 takes a free one. */
  port: number;
  credentials: Credentials;
  maxObjectBytes: number;
  /** A line for the log: what failed here and is nobody's mistake. */
  report: (line: string) => void;
};

const KEPT_HEADERS = ['content-type', 'cache-control', 'content-disposition', 'content-encoding'];
/** A browser's page may read these of an answer. */
const EXPOSED = 'ETag, Content-Length, Content-Range, Accept-Ranges, Last-Modified, x-amz-request-id';
const PREFLIGHT_S = 600;

/** Resolves when it listens. */
export async function startServer(options: ServerOptions): Promise<{ server: Server; url: string }> {
  const strangers = new Strangers();
  const server = createServer((request, response) => {
    const requestId = randomBytes(8).toString('hex');
    response.setHeader('x-amz-request-id', requestId);
    const known = () => strangers.forget(request.socket);
    answer(options, request, response, known).catch((error: Error) => {
      // A client that goes in the middle of an object is no failure.
      if (!(error instanceof S3Error) && !isClientGone(error))
        options.report(`request ${requestId} failed: ${error.message}`);
      refuse(request, response, error instanceof S3Error ? error : null, requestId);
      discardRest(request, options.maxObjectBytes);
    });
  });
  server.on('connection', (socket) => strangers.add(socket));
  // Who has signed may take as long as 100 MB take; who has not is a stranger.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function answer(
  { store, credentials, maxObjectBytes }: ServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
  known: () => void,
): Promise<void> {
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Whatever an object says that it is, no browser runs it.
  response.setHeader('Content-Security-Policy', 'sandbox');
  checkCaller(message, response);
  const request = readRequest(message);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const sha256 = checkSignature(request, credentials, Date.now());
  known();
  const { method, bucket, key } = request;
  const where = bucket === '' ? 'server' : key === '' ? 'bucket' : 'object';
  switch (`${method} ${where}`) {
    case 'GET server':
      return send(response, listBuckets(store));
    case 'PUT bucket':
      await store.createBucket(bucket);
      response.setHeader('Location', `/${bucket}`);
      return send(response, '');
    case 'HEAD bucket':
      store.checkBucket(bucket);
      return send(response, '');
    case 'DELETE bucket':
      store.deleteBucket(bucket);
      response.writeHead(204).end();
      return;
    case 'GET bucket':
      if (request.parameter('location') !== null) {
        store.checkBucket(bucket);
        return send(response, xmlOf(['LocationConstraint', credentials.region]));
      }
      return send(response, listObjects(request, store.objectsOf(bucket)));
    case 'PUT object':
      refuseParts(request);
      if (request.header('x-amz-copy-source') !== null) return send(response, await copy(store, request));
      response.setHeader('ETag', `"${(await put(store, request, message, sha256, maxObjectBytes)).etag}"`);
      return send(response, '');
    case 'GET object':
    case 'HEAD object':
      refuseParts(request);
      return sendObject(store, request, response);
    case 'DELETE object':
      refuseParts(request);
      await store.delete(bucket, key);
      response.writeHead(204).end();
      return;
    default:
      throw method === 'POST'
        ? new S3Error(
            'NotImplemented',
            'Uploads in parts, by forms and deletions of many are not implemented.',
          )
        : new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
  }
}

/**
 * Pages of this machine may ask, whatever their port; a browser lets no page forge these headers.
 * @throws S3Error
 */
function checkCaller({ headers, socket, method }: IncomingMessage, response: ServerResponse): void {
  const { host = '', origin } = headers;
  if (host !== `127.0.0.1:${socket.localPort}` && host !== `localhost:${socket.localPort}`)
    throw new S3Error('AccessDenied', `Host ${host} is not served here.`);
  if (origin === undefined) return;
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(origin))
    throw new S3Error('AccessDenied', 'Requests from other origins are not served.');
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (method !== 'OPTIONS') return;
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT, DELETE');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '');
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_S);
}

/** Of an object there is nothing but itself: no parts, tags, versions or rights. */
function refuseParts({ query }: S3Request): void {
  const other = query.find(
    ([name]) => !name.startsWith('X-Amz-') && !name.startsWith('response-') && name !== 'x-id',
  );
  if (other) throw new S3Error('NotImplemented', `${other[0]} is not implemented.`);
}

const listBuckets = (store: ObjectStore) =>
  xmlOf([
    'ListAllMyBucketsResult',
    [['Buckets', store.bucketNames.map((name) => ['Bucket', [['Name', name]]] as const)]],
  ]);

const headersOf = ({ header, headerNames }: S3Request): Record<string, string> =>
  Object.fromEntries(
    headerNames
      .filter((name) => KEPT_HEADERS.includes(name) || name.startsWith('x-amz-meta-'))
      .map((name) => [name, header(name) ?? '']),
  );

async function put(
  store: ObjectStore,
  request: S3Request,
  body: IncomingMessage,
  sha256: string | null,
  maxBytes: number,
): Promise<StoredObject> {
  const length = request.header('content-length');
  if (length === null)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  const bytes = Number(length);
  if (bytes > maxBytes)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
  const md5 = request.header('content-md5');
  if (md5 !== null && !/^[A-Za-z0-9+/]{22}==$/.test(md5))
    throw new S3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== null && ifNoneMatch !== '*')
    throw new S3Error('NotImplemented', 'If-None-Match of an upload takes * alone.');
  const expected = { bytes, sha256, md5: md5 === null ? null : Buffer.from(md5, 'base64').toString('hex') };
  const isNew = ifNoneMatch !== null;
  return store.put(request.bucket, request.key, body, expected, headersOf(request), isNew);
}

async function copy(store: ObjectStore, request: S3Request): Promise<string> {
  const source = decode(request.header('x-amz-copy-source') ?? '').replace(/^\//, '');
  const slash = source.indexOf('/');
  const from = { bucket: source.slice(0, Math.max(0, slash)), key: source.slice(slash + 1) };
  checkKey(from.key);
  const conditions = request.headerNames.filter((name) => name.startsWith('x-amz-copy-source-if-'));
  const unknown = conditions.find((name) => name !== 'x-amz-copy-source-if-match');
  if (unknown) throw new S3Error('NotImplemented', `${unknown} is not implemented.`);
  const wanted = request.header('x-amz-copy-source-if-match');
  const stored = await store.copy(
    from,
    request,
    ({ etag }) => {
      if (wanted !== null && !isNamed(wanted, etag)) throw preconditionFailed();
    },
    request.header('x-amz-metadata-directive') === 'REPLACE' ? headersOf(request) : null,
  );
  return xmlOf([
    'CopyObjectResult',
    [
      ['LastModified', new Date(stored.modifiedMs).toISOString()],
      ['ETag', `"${stored.etag}"`],
    ],
  ]);
}

const preconditionFailed = () =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions did not hold.');

/** Whether a header such as If-Match names this ETag. */
const isNamed = (header: string, etag: string) =>
  header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')));

async function sendObject(store: ObjectStore, request: S3Request, response: ServerResponse): Promise<void> {
  const { bucket, key, method, query, header } = request;
  const { stored, file } = await store.openBytes(bucket, key);
  try {
    const ifMatch = header('if-match');
    if (ifMatch !== null && !isNamed(ifMatch, stored.etag)) throw preconditionFailed();
    response.setHeader('ETag', `"${stored.etag}"`);
    response.setHeader('Last-Modified', new Date(stored.modifiedMs).toUTCString());
    response.setHeader('Accept-Ranges', 'bytes');
    const ifNoneMatch = header('if-none-match');
    if (ifNoneMatch !== null && isNamed(ifNoneMatch, stored.etag))
      throw new S3Error('NotModified', 'Not Modified');
    const range = readRange(header('range'), stored.size);
    for (const [name, value] of Object.entries({ 'content-type': 'binary/octet-stream', ...stored.headers }))
      response.setHeader(name, value);
    for (const [name, value] of query)
      if (name.startsWith('response-')) setOverride(response, name.slice('response-'.length), value);
    const { start, end } = range ?? { start: 0, end: stored.size - 1 };
    if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${stored.size}`);
    response.setHeader('Content-Length', end - start + 1);
    response.writeHead(range ? 206 : 200);
    if (method === 'HEAD' || end < start) response.end();
    else await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
  } finally {
    await file.close();
  }
}

function setOverride(response: ServerResponse, name: string, value: string): void {
  if (![...KEPT_HEADERS, 'content-language', 'expires'].includes(name) || /[^\x20-\x7e]/.test(value))
    throw new S3Error('InvalidArgument', `response-${name} is not accepted.`);
  response.setHeader(name, value);
}

/** One range; what is no range is passed by, as HTTP has it. */
function readRange(header: string | null, size: number): { start: number; end: number } | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  if (start >= size) throw new S3Error('InvalidRange', 'The requested range is not satisfiable.');
  return { start, end };
}

function send(response: ServerResponse, xml: string): void {
  response.setHeader('Content-Length', Buffer.byteLength(xml));
  if (xml !== '') response.setHeader('Content-Type', 'application/xml');
  response.writeHead(200).end(xml);
}

/** Null: something failed here, and what it was is for the log alone. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  error: S3Error | null,
  requestId: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, status } =
    error ?? new S3Error('InternalError', 'We encountered an internal error.');
  const xml =
    request.method === 'HEAD' || status === 304
      ? ''
      : xmlOf([
          'Error',
          [
            ['Code', code],
            ['Message', message],
            ['RequestId', requestId],
          ],
        ]);
  if (status !== 304) response.setHeader('Content-Length', Buffer.byteLength(xml));
  if (xml !== '') response.setHeader('Content-Type', 'application/xml');
  response.writeHead(status).end(xml);
}

/** A client that still sends reads no answer from a connection that is closed meanwhile. */
function discardRest(request: IncomingMessage, mostBytes: number): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes) request.destroy();
  });
}
