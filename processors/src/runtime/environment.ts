/** What a service reads from its environment, checked once at its start. */
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import kafkajs, { CompressionTypes, Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';

export const kafkaEnvironment = {
  KAFKA_BROKERS: z.string().min(1, 'must be host:port, or several separated by commas'),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
};

export const clickHouseEnvironment = {
  CLICKHOUSE_URL: z.url('must be http://host:port'),
  CLICKHOUSE_USER: z.string().default('default'),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  CLICKHOUSE_DATABASE: z.string().default('cryptonite'),
};

/** The checked environment; a wrong value ends the process with status 2 and says what is accepted. */
export function readEnvironment<Shape extends z.ZodRawShape>(
  service: string,
  shape: Shape,
): z.infer<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(process.env);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  console.error(`${service}: ${faults.join('; ')}`);
  process.exit(2);
}

const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

/** A third of the processor time of kafkajs' own level, 6, for a few percent more bytes. */
const GZIP_LEVEL = 2;
kafkajs.CompressionCodecs[CompressionTypes.GZIP] = () => ({
  compress: ({ buffer }: { buffer: Buffer }) => compress(buffer, { level: GZIP_LEVEL }),
  decompress,
});

type KafkaEnvironment = { KAFKA_BROKERS: string; KAFKA_USERNAME?: string; KAFKA_PASSWORD?: string };

/** A client that waits for a broker that is restarting; `clientId` names the service in the broker's logs. */
export function connectKafka(clientId: string, env: KafkaEnvironment): Kafka {
  return new Kafka({
    clientId,
    brokers: env.KAFKA_BROKERS.split(','),
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, retries: 30, maxRetryTime: 2_000 },
    ...(env.KAFKA_USERNAME !== undefined && {
      sasl: { mechanism: 'plain', username: env.KAFKA_USERNAME, password: env.KAFKA_PASSWORD ?? '' },
    }),
  });
}

/**
 * After a process died, its partitions wait for its session to end before another has them: the shortest session that
 * Kafka's brokers accept.
 */
export const MEMBERSHIP = {
  sessionTimeout: 6_000,
  rebalanceTimeout: 15_000,
  heartbeatInterval: 1_500,
} as const;
