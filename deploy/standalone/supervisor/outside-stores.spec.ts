import { expect, test } from 'vitest';
import { UsageError } from './options.js';
import { readOutsideStores } from './outside-stores.js';

test('without addresses the start runs its own stores', () => {
  expect(readOutsideStores({ KAFKA_USERNAME: 'left over', CLICKHOUSE_URL: '' })).toEqual({
    kafka: null,
    clickhouse: null,
    clickhouseReader: {},
    postgres: null,
    s3: null,
  });
});

test('an address is used with the user and password beside it', () => {
  const kafka = { KAFKA_BROKERS: 'one:9092,two:9092', KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'secret' };
  expect(readOutsideStores({ ...kafka, PATH: '/bin' }).kafka).toEqual(kafka);
  expect(readOutsideStores({ KAFKA_BROKERS: 'one:9092' }).kafka).toEqual({ KAFKA_BROKERS: 'one:9092' });
  expect(
    readOutsideStores({ CLICKHOUSE_URL: 'https://host:8443', CLICKHOUSE_PASSWORD: 'x' }).clickhouse,
  ).toEqual({
    CLICKHOUSE_URL: 'https://host:8443',
    CLICKHOUSE_USER: 'default',
    CLICKHOUSE_PASSWORD: 'x',
    CLICKHOUSE_DATABASE: 'cryptonite',
  });
  expect(
    readOutsideStores({
      CLICKHOUSE_URL: 'https://host:8443',
      CLICKHOUSE_READER_USER: 'reader',
      CLICKHOUSE_READER_PASSWORD: 'y',
    }).clickhouseReader,
  ).toEqual({ CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: 'y' });
});

test('query-api comes to Postgres as a user of its own where the environment names one', () => {
  const POSTGRES_URL = 'postgres://owner:secret@host/accounts';
  const POSTGRES_API_URL = 'postgres://api:other@host/accounts';
  expect(readOutsideStores({ POSTGRES_URL }).postgres).toEqual({
    POSTGRES_URL,
    POSTGRES_API_URL: POSTGRES_URL,
  });
  expect(readOutsideStores({ POSTGRES_URL, POSTGRES_API_URL }).postgres).toEqual({
    POSTGRES_URL,
    POSTGRES_API_URL,
  });
});

test('an object store is used with its keys, region and bucket', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readOutsideStores({ S3_ENDPOINT: 'https://host:9000/', ...keys }).s3).toEqual({
    S3_ENDPOINT: 'https://host:9000',
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'cryptonite',
    ...keys,
  });
});

test('an address that cannot be used is named, and no secret with it', () => {
  const read = (env: Record<string, string>) => () => readOutsideStores(env);
  expect(read({ KAFKA_BROKERS: 'localhost' })).toThrow(UsageError);
  expect(read({ KAFKA_BROKERS: 'localhost' })).toThrow(/KAFKA_BROKERS takes host:port/);
  expect(read({ KAFKA_BROKERS: 'localhost:70000' })).toThrow(
    /^KAFKA_BROKERS takes host:port with ports from 1 to 65535\.$/,
  );
  expect(read({ KAFKA_BROKERS: 'one:9092', KAFKA_USERNAME: 'me' })).toThrow(
    'KAFKA_USERNAME and KAFKA_PASSWORD go together.',
  );
  expect(read({ CLICKHOUSE_URL: 'tcp://host:9000', CLICKHOUSE_PASSWORD: 'x' })).toThrow(
    'CLICKHOUSE_URL takes an http:// or https:// address.',
  );
  expect(read({ POSTGRES_URL: 'http://me:secret@host/accounts' })).toThrow(
    /^POSTGRES_URL takes a postgres:\/\/ address\.$/,
  );
  expect(read({ POSTGRES_URL: 'postgres://me:secret@host' })).toThrow(
    /^POSTGRES_URL takes an address that ends in the name of a database\.$/,
  );
  expect(read({ S3_ENDPOINT: 'https://host', S3_ACCESS_KEY_ID: 'id' })).toThrow(
    'S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  );
  expect(read({ S3_ENDPOINT: 'https://me:secret@host' })).toThrow(
    /^S3_ENDPOINT takes an address without [^@]*$/,
  );
  expect(read({ CLICKHOUSE_URL: 'http://me:secret@host:8123' })).toThrow(
    /^CLICKHOUSE_URL takes no user: [^@]*$/,
  );
});
