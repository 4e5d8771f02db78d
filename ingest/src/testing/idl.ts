import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Program } from '../decode/programs.js';

const FieldType = z.union([
  z.enum(['u8', 'u16', 'u64', 'i64', 'i128', 'bool', 'pubkey', 'string']),
  z.object({ array: z.tuple([z.literal('pubkey'), z.int()]) }),
  z.object({ vec: z.object({ defined: z.object({ name: z.literal('Shareholder') }) }) }),
]);
export type FieldType = z.infer<typeof FieldType>;

const Idl = z.object({
  events: z.array(z.object({ name: z.string(), discriminator: z.array(z.int()) })),
  types: z.array(z.object({ name: z.string(), type: z.unknown() })),
});
const Struct = z.object({ fields: z.array(z.object({ name: z.string(), type: FieldType })) });

export type IdlEvent = {
  program: Program['id'];
  name: string;
  discriminator: Uint8Array;
  fields: z.infer<typeof Struct>['fields'];
};

const require = createRequire(import.meta.url);
const PACKAGES = [
  ['pump', '@pump-fun/pump-sdk', 'pump.json'],
  ['pumpswap', '@pump-fun/pump-swap-sdk', 'pump_amm.json'],
] as const;

const fieldsOf = (text: string): IdlEvent['fields'] =>
  text.split(', ').map((field) => {
    const [name = '', type] = field.split(' ');
    return { name, type: FieldType.parse(type) };
  });

/** What the programs have had since October 2026 and the published IDLs do not: fields at the end of events… */
const TAILS: Readonly<Record<string, IdlEvent['fields']>> = {
  CreateEvent: fieldsOf('depth u8'),
  TradeEvent: fieldsOf('creator_fee_unclaimed u64'),
  CreatePoolEvent: fieldsOf('is_holder_reward bool'),
  BuyEvent: fieldsOf('holder_rewards_bps u64, holder_rewards u64, creator_fee_unclaimed u64'),
  SellEvent: fieldsOf('holder_rewards_bps u64, holder_rewards u64, creator_fee_unclaimed u64'),
};

/** … and events. Anchor's discriminator is sha256("event:<name>")[..8]. */
const LATER_EVENTS: readonly IdlEvent[] = (
  [
    [
      'pump',
      'PostCompleteBuyEvent',
      'user pubkey, mint pubkey, bonding_curve pubkey, quote_mint pubkey, timestamp i64, base_out u64, ' +
        'quote_in u64, fee_basis_points u64, fee u64, creator_fee_basis_points u64, creator_fee u64, ' +
        'buyback_fee u64, pool_base_reserves_before u64, pool_quote_reserves_before u64, ' +
        'pool_base_reserves_after u64, pool_quote_reserves_after u64',
    ],
    [
      'pump',
      'SetQuoteControlMintReservesEvent',
      'quote_control pubkey, authority pubkey, quote_mint pubkey, old_initial_virtual_quote_reserves u64, ' +
        'new_initial_virtual_quote_reserves u64, timestamp i64',
    ],
    [
      'pump',
      'SetQuoteControlReservesAdminEvent',
      'quote_control pubkey, authority pubkey, old_reserves_admin pubkey, new_reserves_admin pubkey, timestamp i64',
    ],
    [
      'pump',
      'SweepBondingCurveFeeEvent',
      'timestamp i64, mint pubkey, bonding_curve pubkey, quote_mint pubkey, recipient pubkey, amount u64, bucket u8',
    ],
    [
      'pumpswap',
      'SweepPoolFeeEvent',
      'timestamp i64, pool pubkey, base_mint pubkey, quote_mint pubkey, recipient pubkey, payer pubkey, ' +
        'amount u64, bucket u8',
    ],
  ] as const
).map(([program, name, fields]) => ({
  program,
  name,
  discriminator: createHash('sha256').update(`event:${name}`).digest().subarray(0, 8),
  fields: fieldsOf(fields),
}));

const publishedEvents = (program: Program['id'], name: string, file: string): IdlEvent[] => {
  const path = join(dirname(require.resolve(name)), '../src/idl', file);
  const idl = Idl.parse(JSON.parse(readFileSync(path, 'utf8')));
  return idl.events.map((event) => {
    const { fields } = Struct.parse(idl.types.find((type) => type.name === event.name)?.type);
    const discriminator = Uint8Array.from(event.discriminator);
    return { program, name: event.name, discriminator, fields: [...fields, ...(TAILS[event.name] ?? [])] };
  });
};

/** Every event of both programs: from the IDLs that their authors publish, with what came after them. */
export const IDL_EVENTS: readonly IdlEvent[] = [
  ...PACKAGES.flatMap(([program, name, file]) => publishedEvents(program, name, file)),
  ...LATER_EVENTS,
];

export const idlEvent = (program: Program['id'], name: string): IdlEvent => {
  const found = IDL_EVENTS.find((event) => event.program === program && event.name === name);
  if (!found) throw new Error(`${program} has no ${name}`);
  return found;
};
