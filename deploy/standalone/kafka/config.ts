import type { Credentials } from './sasl.js';
import type { TopicConfigs } from './topic-settings.js';

/** The settings of the process. */
export interface Config {
  readonly folder: string;
  readonly port: number;
  readonly credentials: Credentials | null;
  readonly defaults: TopicConfigs;
}

/** A setting that cannot be used; the message says what is accepted. */
export class ConfigError extends Error {}

/**
 * Reads DATA_DIR, PORT (0: any free one), KAFKA_USERNAME and KAFKA_PASSWORD (both or none) and
 * RETENTION_BYTES_DEFAULT (per partition, for topics that set no retention.bytes; -1: without limit).
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const folder = env.DATA_DIR ?? '';
  if (folder === '') throw new ConfigError('DATA_DIR must name the folder for the data');
  const portText = env.PORT ?? '';
  if (!/^\d{1,5}$/.test(portText) || Number(portText) > 65_535) {
    throw new ConfigError(
      `PORT is ${JSON.stringify(portText)}; it must be a number from 0 (any free port) to 65535`,
    );
  }
  const username = env.KAFKA_USERNAME ?? '';
  const password = env.KAFKA_PASSWORD ?? '';
  if ((username === '') !== (password === '')) {
    throw new ConfigError('KAFKA_USERNAME and KAFKA_PASSWORD must be set both or not at all');
  }
  const retentionBytes = env.RETENTION_BYTES_DEFAULT;
  if (retentionBytes !== undefined && !/^(-1|\d{1,15})$/.test(retentionBytes)) {
    throw new ConfigError(
      `RETENTION_BYTES_DEFAULT is ${JSON.stringify(retentionBytes)}; it must be a number of bytes, or -1 for no limit`,
    );
  }
  return {
    folder,
    port: Number(portText),
    credentials: username === '' ? null : { username, password },
    defaults: retentionBytes === undefined ? {} : { 'retention.bytes': retentionBytes },
  };
}
