import { z } from 'zod';
import type { LaunchpadEvent } from '../decode/events.js';

/** An event as `transactions/INDEX.json` states it. */
export const ExpectedEvent = z.object({
  via: z.enum(['cpi', 'log', 'raw']),
  program: z.enum(['pump', 'pump_amm']),
  event: z.string(),
  bytes: z.int(),
  layout: z.object({
    missing_fields: z.array(z.string()),
    trailing_bytes: z.int(),
  }),
  decoded: z.record(z.string(), z.unknown()),
});
export type ExpectedEvent = z.infer<typeof ExpectedEvent>;

const PROGRAMS = { pump: 'pump', pump_amm: 'pumpswap' } as const;

/**
 * Fields with their bytes that the programs had before the IDL did: older entries count them among the bytes that no
 * field explains.
 */
const LATER_FIELDS: Readonly<Record<string, number>> = {
  is_holder_reward: 1,
  holder_rewards_bps: 8,
  holder_rewards: 8,
  creator_fee_unclaimed: 8,
};

/** How a decoded event differs from what it must be; empty where it does not. */
export function compareEvent(actual: LaunchpadEvent, expected: ExpectedEvent): string[] {
  const differences: string[] = [];
  const check = (what: string, is: unknown, should: unknown): void => {
    if (is !== should) differences.push(`${expected.event}.${what} is ${is}, not ${should}`);
  };
  check('program', actual.program, PROGRAMS[expected.program]);
  check('name', actual.name, expected.event);
  const fields = actual.fields as Record<string, unknown>;
  for (const [name, value] of Object.entries(expected.decoded))
    check(name, plainText(fields[name]), plainText(value));
  for (const name of expected.layout.missing_fields) check(name, fields[name], undefined);
  let laterBytes = 0;
  for (const name of Object.keys(fields)) {
    const isStated = name in expected.decoded || expected.layout.missing_fields.includes(name);
    if (isStated || fields[name] === undefined) continue;
    const bytes = LATER_FIELDS[name];
    if (bytes === undefined) differences.push(`${expected.event}.${name} is not expected`);
    else laterBytes += bytes;
  }
  check('restBytes', actual.restBytes, expected.layout.trailing_bytes - laterBytes);
  return differences;
}

/** One spelling for amounts, addresses and flags, and for lists of them. */
function plainText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
  return JSON.stringify(JSON.parse(json), (_, inner) => (typeof inner === 'object' ? inner : String(inner)));
}
