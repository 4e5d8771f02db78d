/** Signature Version 4: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error.js';
import type { S3Request } from './s3-request.js';

export type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const MOST_SECONDS = 604_800;
/** How far the clocks of both may stand apart. */
const SKEW_MS = 15 * 60_000;

type Claim = {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  /** What the body was signed as. */
  payload: string;
  validSeconds: number | null;
};

/**
 * Sees that the request is signed by who has the secret, and now.
 * @returns SHA-256 of the body, hex, that the signer vouches for; null where the body is unsigned
 * @throws S3Error where it is not
 */
export function checkSignature(request: S3Request, known: Credentials, nowMs: number): string | null {
  const claim = request.parameter('X-Amz-Signature') === null ? readHeader(request) : readQuery(request);
  const malformed = (message: string) =>
    new S3Error(
      claim.validSeconds === null ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError',
      message,
    );
  const [accessKeyId, day, region, service, end, ...more] = claim.credential.split('/');
  if (accessKeyId !== known.accessKeyId)
    throw new S3Error(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  if (region !== known.region) throw malformed(`The region is wrong; expecting '${known.region}'.`);
  if (service !== 's3' || end !== 'aws4_request' || more.length > 0 || !claim.date.startsWith(`${day}T`))
    throw malformed('The credential is mal-formed.');
  checkTime(claim, nowMs);

  const signed = claim.signedHeaders.split(';');
  // Else somebody who was given a signed address could add a header, such as one that copies another object.
  const unsigned = request.headerNames.filter(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signed.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed.');
  const canonical = [
    request.method,
    encode(request.path).replaceAll('%2F', '/'),
    request.query
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => [encode(name), encode(value)] as const)
      .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
      .map((pair) => pair.join('='))
      .join('&'),
    ...signed.map((name) => `${name}:${(request.header(name) ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [ALGORITHM, claim.date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part ?? ''),
    `AWS4${known.secretAccessKey}`,
  );
  const given = Buffer.from(claim.signature, 'hex');
  const wanted = hmac(key, text);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  return claim.payload === UNSIGNED ? null : claim.payload;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function readHeader(request: S3Request): Claim {
  const header = request.header('authorization');
  if (header === null) throw new S3Error('AccessDenied', 'Access Denied.');
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      header,
    ) ?? [];
  const date = request.header('x-amz-date');
  const payload = request.header('x-amz-content-sha256');
  if (!credential || !signedHeaders || !signature || date === null || payload === null)
    throw new S3Error('AuthorizationHeaderMalformed', 'The authorization header is malformed.');
  if (payload !== UNSIGNED && !/^[0-9a-f]{64}$/.test(payload))
    throw new S3Error('NotImplemented', 'Bodies that are signed in pieces are not implemented.');
  return { credential, signedHeaders, signature, date, payload, validSeconds: null };
}

function readQuery({ parameter }: S3Request): Claim {
  const malformed = (message: string) => new S3Error('AuthorizationQueryParametersError', message);
  if (parameter('X-Amz-Algorithm') !== ALGORITHM)
    throw malformed(`X-Amz-Algorithm only supports "${ALGORITHM}".`);
  const credential = parameter('X-Amz-Credential');
  const signedHeaders = parameter('X-Amz-SignedHeaders');
  const date = parameter('X-Amz-Date');
  const expires = parameter('X-Amz-Expires') ?? '';
  if (credential === null || signedHeaders === null || date === null)
    throw malformed(
      'Query-string authentication needs X-Amz-Credential, X-Amz-SignedHeaders and X-Amz-Date.',
    );
  if (!/^\d{1,6}$/.test(expires) || Number(expires) < 1 || Number(expires) > MOST_SECONDS)
    throw malformed(`X-Amz-Expires must be between 1 and ${MOST_SECONDS} seconds.`);
  const signature = parameter('X-Amz-Signature') ?? '';
  return { credential, signedHeaders, signature, date, payload: UNSIGNED, validSeconds: Number(expires) };
}

function checkTime({ date, validSeconds }: Claim, nowMs: number): void {
  const dateMs = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  // Also where it is no date.
  const isEarly = !(dateMs <= nowMs + SKEW_MS);
  if (validSeconds !== null) {
    if (isEarly) throw new S3Error('AccessDenied', 'Request is not valid yet.');
    if (nowMs > dateMs + validSeconds * 1_000) throw new S3Error('AccessDenied', 'Request has expired.');
  } else if (isEarly || nowMs > dateMs + SKEW_MS)
    throw new S3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
}
