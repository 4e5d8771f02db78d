/** How every service reaches Kafka: the variables that say it, and what its client is told. */
import { z } from 'zod';

const BROKERS = 'must be host:port, several separated by commas';
const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
type Mechanism = (typeof MECHANISMS)[number];
type Sasl = { [M in Mechanism]: { mechanism: M; username: string; password: string } }[Mechanism];

export const kafkaVariables = {
  KAFKA_BROKERS: z.string({ error: BROKERS }).regex(/^\s*[^\s,]+:\d+\s*(,\s*[^\s,]+:\d+\s*)*$/, BROKERS),
  /** Without a user no SASL is spoken. */
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** How that user proves to know the password: SCRAM never sends it. */
  KAFKA_SASL: z.enum(MECHANISMS, `must be ${MECHANISMS.join(' or ')}`).default('plain'),
  /** Certificates, PEM, of who signed the brokers'. With them all goes over TLS, to brokers that they vouch for alone. */
  KAFKA_CA: z
    .string()
    .regex(/^-----BEGIN CERTIFICATE-----\s/m, 'must be certificates, PEM')
    .optional(),
};

export type KafkaAccess = z.input<z.ZodObject<typeof kafkaVariables>>;

/** What kafkajs is told to reach the brokers. Throws where a password has no user: without one nobody would be asked for it. */
export function kafkaClientOptions(env: KafkaAccess): {
  brokers: string[];
  sasl?: Sasl;
  ssl?: { ca: string };
} {
  const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD: password = '', KAFKA_CA: ca } = env;
  if (password && !username) throw new Error('KAFKA_USERNAME must be the user that KAFKA_PASSWORD is of');
  return {
    brokers: KAFKA_BROKERS.split(',').map((broker) => broker.trim()),
    ...(username && { sasl: { mechanism: env.KAFKA_SASL ?? 'plain', username, password } as Sasl }),
    ...(ca && { ssl: { ca } }),
  };
}
