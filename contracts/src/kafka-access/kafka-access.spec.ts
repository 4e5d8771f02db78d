import { expect, it } from 'vitest';
import { z } from 'zod';
import { kafkaClientOptions, kafkaVariables } from './index.js';

const read = (env: Record<string, string>) => z.object(kafkaVariables).safeParse(env);
const refusal = (env: Record<string, string>) =>
  read(env).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

it('names brokers, and a user where there is one', () => {
  expect(kafkaClientOptions({ KAFKA_BROKERS: 'a:9092, b:9093' })).toEqual({ brokers: ['a:9092', 'b:9093'] });
  expect(kafkaClientOptions({ KAFKA_BROKERS: 'a:1', KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'x' })).toEqual({
    brokers: ['a:1'],
    sasl: { mechanism: 'plain', username: 'me', password: 'x' },
  });
  expect(
    kafkaClientOptions({ KAFKA_BROKERS: 'a:1', KAFKA_USERNAME: 'me', KAFKA_SASL: 'scram-sha-512' }).sasl,
  ).toEqual({ mechanism: 'scram-sha-512', username: 'me', password: '' });
});

it('refuses a password of nobody', () => {
  expect(() => kafkaClientOptions({ KAFKA_BROKERS: 'a:1', KAFKA_PASSWORD: 'x' })).toThrow(
    'KAFKA_USERNAME must be the user that KAFKA_PASSWORD is of',
  );
});

it('speaks TLS with who signed the brokers’ certificates', () => {
  const ca = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n';
  expect(read({ KAFKA_BROKERS: 'a:1', KAFKA_CA: ca }).success).toBe(true);
  expect(kafkaClientOptions({ KAFKA_BROKERS: 'a:1', KAFKA_CA: ca }).ssl).toEqual({ ca });
  // As the bundles of systems begin.
  expect(read({ KAFKA_BROKERS: 'a:1', KAFKA_CA: `# a name\n${ca}` }).success).toBe(true);
});

it.each([
  [{}, 'KAFKA_BROKERS must be host:port, several separated by commas'],
  [{ KAFKA_BROKERS: 'a' }, 'KAFKA_BROKERS must be host:port, several separated by commas'],
  [{ KAFKA_BROKERS: 'a:1,b' }, 'KAFKA_BROKERS must be host:port, several separated by commas'],
  [
    { KAFKA_BROKERS: 'a:1', KAFKA_SASL: 'gssapi' },
    'KAFKA_SASL must be plain or scram-sha-256 or scram-sha-512',
  ],
  [{ KAFKA_BROKERS: 'a:1', KAFKA_CA: '/nowhere' }, 'KAFKA_CA must be certificates, PEM'],
])('of %o says what is accepted', (env, sentence) => {
  expect(refusal(env as Record<string, string>)).toEqual([sentence]);
});
