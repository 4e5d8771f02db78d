import { expect, test } from 'vitest';
import { readKafkaAddress } from './kafka.js';

test('a broker that the environment names is used as it is given', () => {
  expect(
    readKafkaAddress({ KAFKA_BROKERS: 'one:9092,two:9092', KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'x' }),
  ).toEqual({
    brokers: ['one:9092', 'two:9092'],
    username: 'me',
    password: 'x',
  });
  expect(readKafkaAddress({ KAFKA_BROKERS: 'one:9092' })).toEqual({
    brokers: ['one:9092'],
    username: null,
    password: null,
  });
});

test('an empty variable names none', () => {
  expect(readKafkaAddress({ KAFKA_BROKERS: '', KAFKA_USERNAME: 'me' })).toBeNull();
  expect(readKafkaAddress({})).toBeNull();
});
