import { ErrorCode, KafkaError } from './errors.js';
import type { BatchRules } from './record-batch.js';

/** The settings of a topic that change what the broker does. Times in milliseconds; -1 means without limit. */
export interface TopicSettings extends BatchRules {
  /** cleanup.policy holds `delete`: retention applies. */
  readonly isRetained: boolean;
  readonly retentionBytes: number;
  readonly retentionMs: number;
  readonly segmentBytes: number;
  readonly segmentMs: number;
  readonly minCleanableDirtyRatio: number;
  readonly minCompactionLagMs: number;
  readonly deleteRetentionMs: number;
}

interface Definition {
  readonly default: string;
  readonly isValid: (value: string) => boolean;
  readonly accepts: string;
}

const LONG_MAX = '9223372036854775807';

function integer(defaultValue: string, min: bigint, max: bigint = BigInt(LONG_MAX)): Definition {
  const isValid = (value: string) =>
    /^-?\d{1,19}$/.test(value) && BigInt(value) >= min && BigInt(value) <= max;
  return { default: defaultValue, isValid, accepts: `a whole number from ${min} to ${max}` };
}

function oneOf(defaultValue: string, ...values: string[]): Definition {
  return { default: defaultValue, isValid: (value) => values.includes(value), accepts: values.join(' or ') };
}

const INT_MAX = 2n ** 31n - 1n;

/**
 * Topic settings of Apache Kafka 4.1 with its defaults and limits
 * (kafka.apache.org/documentation/#topicconfigs). Those about replicas, flushing and index files say
 * nothing on one node that syncs every write; they are kept and shown.
 */
const DEFINITIONS: Readonly<Record<string, Definition>> = {
  'cleanup.policy': {
    default: 'delete',
    isValid: (value) => /^(delete|compact)(, ?(delete|compact))?$/.test(value),
    accepts: 'delete, compact or compact,delete',
  },
  'compression.type': oneOf('producer', 'producer'),
  'delete.retention.ms': integer('86400000', 0n),
  'file.delete.delay.ms': integer('60000', 0n),
  'flush.messages': integer(LONG_MAX, 1n),
  'flush.ms': integer(LONG_MAX, 0n),
  'index.interval.bytes': integer('4096', 0n, INT_MAX),
  'max.compaction.lag.ms': integer(LONG_MAX, 1n),
  'max.message.bytes': integer('1048588', 0n, INT_MAX),
  'message.timestamp.after.max.ms': integer('3600000', 0n),
  'message.timestamp.before.max.ms': integer(LONG_MAX, 0n),
  'message.timestamp.type': oneOf('CreateTime', 'CreateTime', 'LogAppendTime'),
  'min.cleanable.dirty.ratio': {
    default: '0.5',
    isValid: (value) => /^\d*\.?\d+$/.test(value) && Number(value) <= 1,
    accepts: 'a number from 0 to 1',
  },
  'min.compaction.lag.ms': integer('0', 0n),
  'min.insync.replicas': integer('1', 1n, INT_MAX),
  preallocate: oneOf('false', 'true', 'false'),
  'retention.bytes': integer('-1', -1n),
  'retention.ms': integer('604800000', -1n),
  'segment.bytes': integer('1073741824', 1048576n, INT_MAX),
  'segment.index.bytes': integer('10485760', 4n, INT_MAX),
  'segment.jitter.ms': integer('0', 0n),
  'segment.ms': integer('604800000', 1n),
  'unclean.leader.election.enable': oneOf('false', 'true', 'false'),
};

/** Every setting's name. */
export const SETTING_NAMES: readonly string[] = Object.keys(DEFINITIONS);

/** What a topic is given at its creation or later: only the settings that differ from the defaults. */
export type TopicConfigs = Readonly<Record<string, string>>;

/** Checks given settings; throws `KafkaError` INVALID_CONFIG that names the first wrong one. */
export function checkConfigs(configs: TopicConfigs): void {
  for (const [name, value] of Object.entries(configs)) {
    const definition = DEFINITIONS[name];
    if (!definition || !Object.hasOwn(DEFINITIONS, name)) {
      throw new KafkaError(ErrorCode.INVALID_CONFIG, `Unknown topic config name: ${name}`);
    }
    if (!definition.isValid(value)) {
      throw new KafkaError(
        ErrorCode.INVALID_CONFIG,
        `Invalid value ${value} for configuration ${name}: must be ${definition.accepts}`,
      );
    }
  }
}

/** The value of a setting and whether it is the default. */
export function lookUpSetting(
  configs: TopicConfigs,
  name: string,
  defaults: TopicConfigs,
): { value: string; isDefault: boolean } {
  const own = configs[name];
  if (own !== undefined) return { value: own, isDefault: false };
  return { value: defaults[name] ?? DEFINITIONS[name]!.default, isDefault: true };
}

/** The settings in force for checked configs over the broker's own defaults. */
export function settingsOf(configs: TopicConfigs, defaults: TopicConfigs): TopicSettings {
  const text = (name: string) => lookUpSetting(configs, name, defaults).value;
  const number = (name: string) => Number(text(name));
  const policies = text('cleanup.policy').split(/, ?/);
  return {
    isRetained: policies.includes('delete'),
    isCompacted: policies.includes('compact'),
    retentionBytes: number('retention.bytes'),
    retentionMs: number('retention.ms'),
    segmentBytes: number('segment.bytes'),
    segmentMs: number('segment.ms'),
    minCleanableDirtyRatio: number('min.cleanable.dirty.ratio'),
    minCompactionLagMs: number('min.compaction.lag.ms'),
    deleteRetentionMs: number('delete.retention.ms'),
    maxMessageBytes: number('max.message.bytes'),
    timestampType: text('message.timestamp.type') === 'LogAppendTime' ? 'LogAppendTime' : 'CreateTime',
    timestampBeforeMaxMs: number('message.timestamp.before.max.ms'),
    timestampAfterMaxMs: number('message.timestamp.after.max.ms'),
  };
}
