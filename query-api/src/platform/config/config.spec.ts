import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { groupOf, readConfig } from './config.js';

const least = { KAFKA_BROKERS: 'localhost:9092', CLICKHOUSE_URL: 'http://localhost:8123' };

describe('readConfig', () => {
  it('binds to loopback and knows the database unless told otherwise', () => {
    expect(readConfig({ ...least, WEB_DIST: '' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      CLICKHOUSE_DATABASE: 'cryptonite',
    });
  });

  it('knows the groups of the processors, wherever their GROUP_ID moves them', () => {
    expect(groupOf(readConfig(least), 'sink')).toBe('sink');
    expect(groupOf(readConfig({ ...least, SINK_GROUP_ID: 'sink-2' }), 'sink')).toBe('sink-2');
    expect(groupOf(readConfig({ ...least, SCREENER_GROUP_ID: 'screener-2' }), 'screener')).toBe('screener-2');
  });

  it('reads the stores of commands, and what the operator says of the site', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const POSTGRES_URL = 'postgres://query_api:secret@localhost/cryptonite';
    const stores = { POSTGRES_URL, S3_ENDPOINT: 'http://localhost:9000/', ...keys };
    expect(readConfig({ ...least, ...stores, SITE_ORIGIN: 'https://screener.example' })).toMatchObject({
      POSTGRES_URL,
      S3_ENDPOINT: 'http://localhost:9000',
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'cryptonite',
      ...keys,
      SITE_ORIGIN: 'https://screener.example',
      GATE_MINIMUM: 1_000_000,
    });
  });

  it.each([
    ['KAFKA_BROKERS', { ...least, KAFKA_BROKERS: 'localhost' }, /KAFKA_BROKERS: must be host:port/],
    ['CLICKHOUSE_URL', { ...least, CLICKHOUSE_URL: 'localhost' }, /CLICKHOUSE_URL: must be an http/],
    ['PORT', { ...least, PORT: '70000' }, /PORT: .*65535/],
    ['WEB_DIST', { ...least, WEB_DIST: '/nowhere' }, /WEB_DIST: .*index\.html/],
    ['MIN_FREE_BYTES', { ...least, DISK_GUARD_PATH: '/' }, /MIN_FREE_BYTES: .*go together/],
    ['DISK_STORES', { ...least, DISK_STORES: '{' }, /DISK_STORES: must be JSON/],
    ['DISK_STORES', { ...least, DISK_STORES: '{}' }, /DISK_STORES: must be a list/],
    ['POSTGRES_URL', { ...least, POSTGRES_URL: 'mysql://host/a' }, /POSTGRES_URL: takes a postgres/],
    ['POSTGRES_URL', { ...least, POSTGRES_URL: 'postgres://host' }, /POSTGRES_URL: .*name of a database/],
    ['S3_ENDPOINT', { ...least, S3_ENDPOINT: 'http://host' }, /^S3_ENDPOINT: needs S3_ACCESS_KEY_ID and/],
    ['S3_ENDPOINT', { ...least, S3_ENDPOINT: 'host:9000' }, /^S3_ENDPOINT: takes the http/],
    ['S3_BUCKET', { ...least, S3_BUCKET: 'My_Bucket' }, /^S3_BUCKET: takes the name of a bucket/],
    ['S3_BUCKET', { ...least, S3_BUCKET: '10.1.2.3' }, /^S3_BUCKET: takes the name of a bucket/],
    ['GATE_TOKEN_MINT', { ...least, GATE_TOKEN_MINT: 'CRPT' }, /^GATE_TOKEN_MINT: takes the base58/],
    [
      'SITE_ORIGIN',
      { ...least, HOST: '0.0.0.0', POSTGRES_URL: 'postgres://host/accounts' },
      /SITE_ORIGIN: must be set/,
    ],
  ])('says what is wrong with %s', (_, env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

it('takes a secret from the file that is named for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'kafka');
  writeFileSync(file, 'secret\n');
  expect(readConfig({ ...least, KAFKA_PASSWORD_FILE: file }).KAFKA_PASSWORD).toBe('secret');
  expect(() => readConfig({ ...least, KAFKA_PASSWORD_FILE: `${file}2` })).toThrow(
    /^KAFKA_PASSWORD_FILE must be a file/,
  );
});
