import { expect, it } from 'vitest';
import { filesOriginOf } from './files-origin.js';

const BUCKET = { S3_REGION: 'eu-west-1', S3_BUCKET: 'files' };

it.each([
  [{}, null],
  [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000'],
  [
    { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_PUBLIC_ENDPOINT: 'https://files.example' },
    'https://files.example',
  ],
  [{ S3_ENDPOINT: 'https://s3.amazonaws.com' }, 'https://files.s3.eu-west-1.amazonaws.com'],
  [{ S3_ENDPOINT: 'https://s3.eu-west-1.amazonaws.com' }, 'https://s3.eu-west-1.amazonaws.com'],
])('is where uploads go to: %j', async (endpoints, origin) => {
  expect(await filesOriginOf({ ...endpoints, ...BUCKET })).toBe(origin);
});
