/** The command lines of the proofs. */
import { parseArgs } from 'node:util';

type Rule<Value> = { default: string; takes: string; read: (text: string) => Value | null };
type Values<Rules> = { [Name in keyof Rules]: Rules[Name] extends Rule<infer Value> ? Value : never };

const MOST = 999_999_999;

export const wholeNumber = (standard: number, least: number, most = MOST): Rule<number> => ({
  default: String(standard),
  takes: `a whole number from ${least}${most === MOST ? '' : ` to ${most}`}`,
  read: (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null,
});

/** The first is the default. */
export const oneOf = <Text extends string>(first: Text, ...others: Text[]): Rule<Text> => ({
  default: first,
  takes: [first, ...others].join(' or '),
  read: (text) => [first, ...others].find((accepted) => accepted === text) ?? null,
});

/** A path; none unless one is given. */
export const path = (): Rule<string> => ({ default: '', takes: 'a path', read: (text) => text });

/** What was wrong with a command line, and what is accepted. */
export class OptionError extends Error {}

export function parseOptions<Rules extends Record<string, Rule<unknown>>>(
  rules: Rules,
  args: string[],
): Values<Rules> {
  const names = Object.keys(rules);
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  let given: Record<string, string | boolean | undefined>;
  try {
    ({ values: given } = parseArgs({ args, options }));
  } catch {
    throw new OptionError(
      `${args.join(' ')} is not accepted: the options are ${names.map((name) => `--${name}`).join(', ')}, each with a value.`,
    );
  }
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const text = String(given[name] ?? rule.default);
      const value = rule.read(text);
      if (value === null) throw new OptionError(`--${name} ${text} is not accepted: it takes ${rule.takes}.`);
      return [name, value];
    }),
  ) as Values<Rules>;
}

/** This process's options; a wrong one ends it with one line and status 2. */
export function readOptions<Rules extends Record<string, Rule<unknown>>>(rules: Rules): Values<Rules> {
  try {
    return parseOptions(rules, process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

/** Stores outside that the product would use instead of its own. */
const STORES = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'POSTGRES_URL', 'S3_ENDPOINT'];

/** What a proof says to stores outside; null where the environment names none. */
export function refuseStores(env: NodeJS.ProcessEnv): string | null {
  const named = STORES.filter((name) => env[name]);
  if (named.length === 0) return null;
  return `${named.join(' and ')} must not be set: the proof starts stores of its own, empty ones, and may kill them.`;
}

/** Ends this process with one line and status 2 where the environment names stores. */
export function endWhereStoresAreNamed(): void {
  const refusal = refuseStores(process.env);
  if (refusal === null) return;
  console.error(refusal);
  process.exit(2);
}
