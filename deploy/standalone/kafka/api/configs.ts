import type { Broker } from '../broker.js';
import { ErrorCode, KafkaError } from '../errors.js';
import { lookUpSetting, SETTING_NAMES } from '../topic-settings.js';
import { Writer } from '../wire.js';
import { type Api, outcomeOf } from './api.js';
import { readConfigs } from './topics.js';

const TOPIC = 2;
const SOURCE_TOPIC = 1;
const SOURCE_DEFAULT = 5;

interface DescribedConfig {
  readonly name: string;
  readonly value: string;
  readonly isDefault: boolean;
}

function assertTopic(type: number): void {
  if (type !== TOPIC) throw new KafkaError(ErrorCode.INVALID_REQUEST, 'only topics have settings here');
}

function describe(broker: Broker, topic: string, names: readonly string[] | null): DescribedConfig[] {
  const { configs } = broker.topics.describe(topic);
  return SETTING_NAMES.filter((name) => names === null || names.includes(name)).map((name) => ({
    name,
    ...lookUpSetting(configs, name, broker.topics.defaults),
  }));
}

export const describeConfigs: Api = {
  key: 32,
  minVersion: 0,
  maxVersion: 2,
  async handle(body, { broker, version }) {
    const resources = body.array(() => ({
      type: body.int8(),
      name: body.string(),
      names: body.nullableArray(() => body.string()),
    }));
    const wantsSynonyms = version >= 1 && body.boolean();
    const described = await Promise.all(
      resources.map(async ({ type, name, names }) => {
        let configs: DescribedConfig[] = [];
        const outcome = await outcomeOf(() => {
          assertTopic(type);
          configs = describe(broker, name, names);
        });
        return { type, name, configs, ...outcome };
      }),
    );
    const answer = new Writer().int32(0);
    return answer.array(described, ({ type, name: topic, configs, code, message }) => {
      answer.int16(code).nullableString(message).int8(type).string(topic);
      answer.array(configs, ({ name, value, isDefault }) => {
        const source = isDefault ? SOURCE_DEFAULT : SOURCE_TOPIC;
        answer.string(name).nullableString(value).boolean(false);
        if (version === 0) answer.boolean(isDefault);
        else answer.int8(source);
        answer.boolean(false);
        if (version === 0) return;
        answer.array(wantsSynonyms ? [name] : [], () =>
          answer.string(name).nullableString(value).int8(source),
        );
      });
    });
  },
};

/** The settings sent replace all that the topic had, as in Kafka. */
export const alterConfigs: Api = {
  key: 33,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const resources = body.array(() => ({
      type: body.int8(),
      name: body.string(),
      configs: readConfigs(body),
    }));
    const validateOnly = body.boolean();
    const outcomes = [];
    for (const { type, name, configs } of resources) {
      const outcome = await outcomeOf(() => {
        assertTopic(type);
        return broker.topics.configure(name, configs, validateOnly);
      });
      outcomes.push({ type, name, ...outcome });
    }
    const answer = new Writer().int32(0);
    return answer.array(outcomes, ({ type, name, code, message }) => {
      answer.int16(code).nullableString(message).int8(type).string(name);
    });
  },
};
