/** What a service reads from its environment, checked once at its start. */
import { takeFiles } from '@cryptonite/contracts/environment';
import { z } from 'zod';

export { kafkaVariables as kafkaEnvironment } from '@cryptonite/contracts/kafka-access';
export { metricsVariables as metricsEnvironment } from '@cryptonite/contracts/metrics';
export { tracesVariables as tracesEnvironment } from '@cryptonite/contracts/traces';

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
  try {
    const parsed = z.object(shape).safeParse(takeFiles(process.env, Object.keys(shape)));
    if (parsed.success) return parsed.data;
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '),
    );
  } catch (error) {
    console.error(`${service}: ${(error as Error).message}`);
    process.exit(2);
  }
}
