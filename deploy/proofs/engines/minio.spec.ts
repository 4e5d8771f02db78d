import { expect, test } from 'vitest';
import { environmentOf, readObjectStoreAddress } from './minio.js';

test('a server that the environment names is used as it is given', () => {
  const env = {
    S3_CONFORMANCE_ENDPOINT: 'http://one:9000',
    S3_CONFORMANCE_REGION: 'eu-west-1',
    S3_CONFORMANCE_ACCESS_KEY_ID: 'me',
    S3_CONFORMANCE_SECRET_ACCESS_KEY: 'x',
  };
  const address = readObjectStoreAddress(env);
  expect(address && environmentOf(address)).toEqual(env);
  expect(readObjectStoreAddress({ ...env, S3_CONFORMANCE_REGION: '' })?.region).toBe('us-east-1');
});

test('an empty variable names none', () => {
  expect(readObjectStoreAddress({ S3_CONFORMANCE_ENDPOINT: '' })).toBeNull();
});
