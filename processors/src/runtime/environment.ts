/** What a service reads from its environment, checked once at its start. */
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
