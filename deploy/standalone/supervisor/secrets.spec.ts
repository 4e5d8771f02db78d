import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSecrets } from './secrets.js';

it('makes the secrets of a folder once, for its owner alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  try {
    const secrets = readSecrets(folder);
    expect(new Set(Object.values(secrets)).size).toBe(8);
    expect(readSecrets(folder)).toEqual(secrets);
    const path = join(folder, 'secrets.json');
    writeFileSync(path, JSON.stringify({ ...secrets, clickhouseReaderPassword: undefined }));
    const { clickhouseReaderPassword, ...kept } = readSecrets(folder);
    expect({ ...kept, clickhouseReaderPassword: secrets.clickhouseReaderPassword }).toEqual(secrets);
    expect(clickhouseReaderPassword).not.toBe(secrets.clickhouseReaderPassword);
    expect(readdirSync(folder)).toEqual(['secrets.json']);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
