import { expect, test } from 'vitest';
import { readEnvironment } from './environment.js';

const given = { DATA_DIR: 'data', S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'sixteen characters' };

test('the settings are read', () => {
  expect(readEnvironment(given)).toMatchObject({ PORT: 9_000, S3_REGION: 'us-east-1' });
});

test('what is wrong is named, and no secret with it', () => {
  expect(readEnvironment({ ...given, S3_SECRET_ACCESS_KEY: 'short' })).toBe(
    'S3_SECRET_ACCESS_KEY must have at least 16 characters',
  );
  expect(readEnvironment({ DATA_DIR: 'data' })).toMatch(/S3_ACCESS_KEY_ID .*; S3_SECRET_ACCESS_KEY /);
});
