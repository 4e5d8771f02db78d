import { expect, test } from 'vitest';
import { readEnvironment } from './environment.js';

const given = { DATA_DIR: 'data', PORT: '15432', POSTGRES_USER: 'me', POSTGRES_PASSWORD: 'secret' };

test('the settings are read', () => {
  expect(readEnvironment(given)).toMatchObject({ PORT: 15_432, POSTGRES_USER: 'me' });
});

test('what is wrong is named, and no secret with it', () => {
  expect(readEnvironment({ ...given, PORT: '0' })).toMatch(/^PORT /);
  expect(readEnvironment({ ...given, POSTGRES_PASSWORD: 'secret\nmore' })).toBe(
    'POSTGRES_PASSWORD must be one line',
  );
  expect(readEnvironment({ DATA_DIR: 'data' })).toMatch(/POSTGRES_USER .*; POSTGRES_PASSWORD /);
});
