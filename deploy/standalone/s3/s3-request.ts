import type { IncomingMessage } from 'node:http';
import { S3Error } from './s3-error.js';

/** A request, taken apart as it came: nothing of its path is resolved, for it is signed as it stands. */
export type S3Request = {
  method: string;
  /** Empty for the server itself. */
  bucket: string;
  /** Empty for the bucket itself. */
  key: string;
  /** The path, decoded. */
  path: string;
  /** In their order, decoded. */
  query: readonly (readonly [name: string, value: string])[];
  parameter: (name: string) => string | null;
  /** Of a header that came once; several are joined by commas. Names in small letters. */
  header: (name: string) => string | null;
  headerNames: readonly string[];
};

const MOST_KEY_BYTES = 1_024;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** @throws S3Error where it cannot be read */
export function readRequest({ method = '', url = '/', headers }: IncomingMessage): S3Request {
  const [rawPath = '', ...rest] = url.split('?');
  const path = decode(rawPath);
  if (!path.startsWith('/')) throw new S3Error('InvalidURI', 'Could not parse the specified URI.');
  const slash = path.indexOf('/', 1);
  const bucket = slash < 0 ? path.slice(1) : path.slice(1, slash);
  const key = slash < 0 ? '' : path.slice(slash + 1);
  if (bucket !== '' && !BUCKET.test(bucket))
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
  if (Buffer.byteLength(key) > MOST_KEY_BYTES) throw new S3Error('KeyTooLongError', 'Your key is too long.');
  checkKey(key);
  const query = rest
    .join('?')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [decode(name), decode(value.join('='))] as const;
    });
  return {
    method,
    bucket,
    key,
    path,
    query,
    parameter: (name) => query.find(([found]) => found === name)?.[1] ?? null,
    header: (name) => {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(',') : value;
    },
    headerNames: Object.keys(headers),
  };
}

/** Clients and proxies resolve such parts, each in its way. */
export function checkKey(key: string): void {
  if (key.split('/').some((part) => part === '.' || part === '..') || key.includes('\0'))
    throw new S3Error('InvalidArgument', 'A key may not have . or .. between its slashes.');
}

/** @throws S3Error where percents are misused */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'Could not parse the specified URI.');
  }
}
