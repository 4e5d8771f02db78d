import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.js';
import { KafkaError } from './errors.js';
import { checkConfigs, settingsOf } from './topic-settings.js';

test('a full environment is read', () => {
  const env = {
    DATA_DIR: '/d',
    PORT: '0',
    KAFKA_USERNAME: 'u',
    KAFKA_PASSWORD: 'p',
    RETENTION_BYTES_DEFAULT: '5',
  };
  expect(readConfig(env)).toEqual({
    folder: '/d',
    port: 0,
    credentials: { username: 'u', password: 'p' },
    defaults: { 'retention.bytes': '5' },
  });
  expect(readConfig({ DATA_DIR: '/d', PORT: '9092' })).toMatchObject({ credentials: null, defaults: {} });
});

test.each([
  [{ PORT: '1' }, 'DATA_DIR'],
  [{ DATA_DIR: '/d' }, 'PORT'],
  [{ DATA_DIR: '/d', PORT: '65536' }, 'PORT'],
  [{ DATA_DIR: '/d', PORT: '-1' }, 'PORT'],
  [{ DATA_DIR: '/d', PORT: '1', KAFKA_USERNAME: 'u' }, 'KAFKA_PASSWORD'],
  [{ DATA_DIR: '/d', PORT: '1', RETENTION_BYTES_DEFAULT: '1GB' }, 'RETENTION_BYTES_DEFAULT'],
])('%j is refused because of %s', (env, name) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(name);
});

test.each([
  ['cleanup.policy', 'compact,compress'],
  ['retention.ms', '-2'],
  ['retention.ms', '1e3'],
  ['min.cleanable.dirty.ratio', '1.5'],
  ['message.timestamp.type', 'Now'],
  ['toString', 'x'],
])('the topic setting %s = %s is refused', (name, value) => {
  expect(() => checkConfigs({ [name]: value })).toThrow(KafkaError);
});

test('settings fall back to the broker’s defaults, then to Kafka’s', () => {
  const settings = settingsOf({ 'cleanup.policy': 'compact,delete' }, { 'retention.bytes': '7' });
  expect(settings).toMatchObject({
    isCompacted: true,
    isRetained: true,
    retentionBytes: 7,
    segmentBytes: 2 ** 30,
  });
});
