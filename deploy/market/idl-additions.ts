import type { Idl } from '@coral-xyz/anchor';
import { type Address, ASSOCIATED_TOKEN, PUMP, SYSTEM, TOKEN, TOKEN_2022, toBase58 } from './addresses.js';

/**
 * What the launchpads' programs have had since 2 and 8 October 2026 and the IDLs of the pinned packages lack, from
 * pump.fun's public documents (pump-public-docs 2293f9a: TRADE_V3, PUMP_SWAP_TRADE_V2, MULTI_HOP_SWAP, SWEEP_FEES,
 * SYNTHETIC_MIGRATION) and from real bytes.
 */
interface Additions {
  /** Name, discriminator, accounts (`:w` written, `:s` signed), arguments. */
  instructions: readonly (readonly [name: string, discriminator: string, accounts: string, args: string])[];
  /** Name, discriminator, fields. */
  events: readonly (readonly [name: string, discriminator: string, fields: string])[];
  /** Fields that events have got at their end. */
  tails: Readonly<Record<string, string>>;
}

const FIXED: Readonly<Record<string, Address>> = {
  system_program: SYSTEM,
  associated_token_program: ASSOCIATED_TOKEN,
  token_program: TOKEN,
  token_2022_program: TOKEN_2022,
  pump_program: PUMP,
};

const V3 = `global base_mint quote_mint base_token_program quote_token_program bonding_curve:w
  associated_base_bonding_curve:w associated_quote_bonding_curve:w user:ws associated_base_user:w
  associated_quote_user:w user_volume_accumulator:w fee_config buyback_fee_recipient:w system_program
  event_authority program`;
const POOL_V2 = `pool:w user:ws global_config base_mint quote_mint user_base_token_account:w
  user_quote_token_account:w pool_base_token_account:w pool_quote_token_account:w base_token_program
  quote_token_program system_program user_volume_accumulator:w fee_config buyback_fee_recipient:w event_authority
  program`;
const SWEEP_CURVE = `payer:ws global base_mint quote_mint quote_token_program associated_token_program system_program
  bonding_curve:w associated_quote_bonding_curve:w recipient:w associated_quote_recipient:w event_authority program`;
const SWEEP_POOL = `payer:ws global_config pool:w quote_mint quote_token_program pool_quote_token_account:w recipient
  recipient_token_account:w system_program associated_token_program event_authority program`;
const MULTI_HOP = `user:ws user_in_token_account:w user_out_token_account:w global_config fee_config
  user_volume_accumulator:w buyback_fee_recipient:w token_program token_2022_program system_program event_authority
  program pump_program pump_global pump_fee_config pump_event_authority`;
/** Known of these are their number and the user's place; the others' order is an assumption, and so are the arguments. */
const MULTI_HOP_CURVE = `global_config:s user_in_token_account:w user_out_token_account:w user:ws global fee_config
  user_volume_accumulator:w buyback_fee_recipient:w token_program token_2022_program system_program event_authority
  program`;

export const PUMP_ADDITIONS: Additions = {
  instructions: [
    ['buy_v3', '07051dc4f5176550', V3, 'amount:u64 max_sol_cost:u64'],
    ['buy_exact_quote_in_v3', 'e1f7501ed5b38488', V3, 'spendable_quote_in:u64 min_tokens_out:u64'],
    ['sell_v3', '1c92de7726c469d5', V3, 'amount:u64 min_sol_output:u64'],
    ['multi_hop_curve_swap', 'e19a7516d756f667', MULTI_HOP_CURVE, 'amount_in:u64 min_amount_out:u64'],
    ['sweep_protocol_fee', '0830be07b644b7e5', SWEEP_CURVE, ''],
    ['sweep_creator_fee', '20f6bf3408c949ba', SWEEP_CURVE, ''],
  ],
  events: [
    [
      'PostCompleteBuyEvent',
      '6fb06d8b316cd5fb',
      `user:pubkey mint:pubkey bonding_curve:pubkey quote_mint:pubkey timestamp:i64 base_out:u64 quote_in:u64
      fee_basis_points:u64 fee:u64 creator_fee_basis_points:u64 creator_fee:u64 buyback_fee:u64
      pool_base_reserves_before:u64 pool_quote_reserves_before:u64 pool_base_reserves_after:u64
      pool_quote_reserves_after:u64`,
    ],
    [
      'SweepBondingCurveFeeEvent',
      '742b4dbd117a482b',
      `timestamp:i64 mint:pubkey bonding_curve:pubkey quote_mint:pubkey recipient:pubkey amount:u64 bucket:u8`,
    ],
  ],
  tails: { TradeEvent: 'creator_fee_unclaimed:u64', CreateEvent: 'depth:u8' },
};

const POOL_TAIL = 'holder_rewards_bps:u64 holder_rewards:u64 creator_fee_unclaimed:u64';

export const PUMP_SWAP_ADDITIONS: Additions = {
  instructions: [
    ['buy_v2', 'b817ee6167c5d33d', POOL_V2, 'base_amount_out:u64 max_quote_amount_in:u64'],
    ['buy_exact_quote_in_v2', 'c2ab1c46684d5b2f', POOL_V2, 'spendable_quote_in:u64 min_base_amount_out:u64'],
    ['sell_v2', '5df6823ce7e940b2', POOL_V2, 'base_amount_in:u64 min_quote_amount_out:u64'],
    ['multi_hop_swap', '2b644913e9f66f94', MULTI_HOP, 'amount_in:u64 min_amount_out:u64'],
    ['sweep_protocol_fee', '0830be07b644b7e5', SWEEP_POOL, ''],
    ['sweep_creator_fee', '20f6bf3408c949ba', SWEEP_POOL, ''],
  ],
  events: [
    [
      'SweepPoolFeeEvent',
      '82a42461e48287a5',
      `timestamp:i64 pool:pubkey base_mint:pubkey quote_mint:pubkey recipient:pubkey payer:pubkey amount:u64
      bucket:u8`,
    ],
  ],
  tails: { BuyEvent: POOL_TAIL, SellEvent: POOL_TAIL, CreatePoolEvent: 'is_holder_reward:bool' },
};

const discriminatorOf = (hex: string): number[] => [...Buffer.from(hex, 'hex')];

/** `name:type`, separated by blanks. */
const fieldsOf = (list: string): { name: string; type: 'u8' | 'u64' | 'i64' | 'bool' | 'pubkey' }[] =>
  [...list.matchAll(/(\w+):(u8|u64|i64|bool|pubkey)/g)].map(([, name, type]) => ({
    name: name!,
    type: type as 'u8' | 'u64' | 'i64' | 'bool' | 'pubkey',
  }));

const accountsOf = (list: string): Idl['instructions'][number]['accounts'] =>
  [...list.matchAll(/(\w+)(?::(\w+))?/g)].map(([, name, marks = '']) => ({
    name: name!,
    writable: marks.includes('w'),
    signer: marks.includes('s'),
    ...(name! in FIXED && { address: toBase58(FIXED[name!]!) }),
  }));

/** The IDL with what it lacks. */
export function extendIdl(idl: Idl, { instructions, events, tails }: Additions): Idl {
  const types = (idl.types ?? []).map((type): NonNullable<Idl['types']>[number] => {
    const tail = tails[type.name];
    if (tail === undefined || type.type.kind !== 'struct') return type;
    const fields = [...((type.type.fields ?? []) as ReturnType<typeof fieldsOf>), ...fieldsOf(tail)];
    return { ...type, type: { ...type.type, fields } };
  });
  return {
    ...idl,
    instructions: [
      ...idl.instructions,
      ...instructions.map(([name, discriminator, accounts, args]) => ({
        name,
        discriminator: discriminatorOf(discriminator),
        accounts: accountsOf(accounts),
        args: fieldsOf(args),
      })),
    ],
    events: [
      ...(idl.events ?? []),
      ...events.map(([name, discriminator]) => ({ name, discriminator: discriminatorOf(discriminator) })),
    ],
    types: [
      ...types,
      ...events.map(([name, , fields]) => ({
        name,
        type: { kind: 'struct' as const, fields: fieldsOf(fields) },
      })),
    ],
  };
}
