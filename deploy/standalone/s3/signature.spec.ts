import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readRequest } from './s3-request.js';
import { checkSignature } from './signature.js';

// The examples of AWS's own description of Signature Version 4.
const known = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const SIGNED_MS = Date.UTC(2013, 4, 24);
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const requestOf = (method: string, url: string, headers: Record<string, string>) =>
  readRequest(
    Object.assign(new IncomingMessage(new Socket()), {
      method,
      url,
      headers: { host: 'examplebucket.s3.amazonaws.com', ...headers },
    }),
  );

const PRESIGNED =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';

test('a presigned address is let in until it expires', () => {
  const check = (nowMs: number) => checkSignature(requestOf('GET', PRESIGNED, {}), known, nowMs);
  expect(check(SIGNED_MS)).toBeNull();
  expect(check(SIGNED_MS + 86_400_000)).toBeNull();
  expect(() => check(SIGNED_MS + 86_400_001)).toThrow('Request has expired.');
  expect(() => check(SIGNED_MS - 16 * 60_000)).toThrow('Request is not valid yet.');
});

const HEADERS = {
  range: 'bytes=0-9',
  'x-amz-content-sha256': EMPTY,
  'x-amz-date': '20130524T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
};

test('a header vouches for the body, for a quarter of an hour', () => {
  const check = (headers: Record<string, string>, nowMs = SIGNED_MS) =>
    checkSignature(requestOf('GET', '/test.txt', { ...HEADERS, ...headers }), known, nowMs);
  expect(check({})).toBe(EMPTY);
  expect(() => check({}, SIGNED_MS + 16 * 60_000)).toThrow('too large');
  expect(() => check({ range: 'bytes=0-10' })).toThrow('does not match');
  expect(() => check({ 'x-amz-copy-source': '/other/key' })).toThrow('not signed');
  expect(() => check({ 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' })).toThrow('in pieces');
  expect(() => check({ authorization: HEADERS.authorization.replace('us-east-1', 'eu-west-1') })).toThrow(
    "expecting 'us-east-1'",
  );
  expect(() => check({ 'x-amz-date': '20130525T000000Z' })).toThrow('mal-formed');
  expect(() => check({ authorization: 'Basic abc' })).toThrow('malformed');
});

test('a list of parameters is signed in whatever order it comes', () => {
  const url = '/?max-keys=2&prefix=J';
  const authorization = HEADERS.authorization
    .replace('host;range;', 'host;')
    .replace(/Signature=.*/, 'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  const { range: _, ...headers } = HEADERS;
  expect(checkSignature(requestOf('GET', url, { ...headers, authorization }), known, SIGNED_MS)).toBe(EMPTY);
  const turned = requestOf('GET', '/?prefix=J&max-keys=2', { ...headers, authorization });
  expect(checkSignature(turned, known, SIGNED_MS)).toBe(EMPTY);
});
