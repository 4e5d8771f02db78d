import { SOL_MINT } from '@cryptonite/contracts/chain';
import {
  type CurveCompleted,
  EXTERNAL_TEXT_MOST,
  type LaunchCreated,
  type Migrated,
} from '@cryptonite/contracts/events';
import type { LocatedEvent } from '../decode/located-event.js';
import { nameOf } from '../decode/transaction.js';
import { accountOrNull, type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { quoteMintOf } from './quote.js';
import { need } from './unreadable.js';

/** pump.fun `CreateEvent`. */
export function normaliseLaunch(
  fields: FieldsOf<'CreateEvent'>,
  located: LocatedEvent,
  context: Context,
): LaunchCreated {
  const mint = need(fields.mint, 'mint').toString();
  const isKnownOfSol = (fields.virtual_sol_reserves ?? 0n) > 0n || isOldLaunch(fields, located, context);
  const quoteMint = quoteMintOf(isKnownOfSol ? fields.quote_mint : need(fields.quote_mint, 'quote_mint'));
  const virtualQuote = quoteMint === SOL_MINT ? fields.virtual_sol_reserves : fields.virtual_quote_reserves;
  return {
    kind: 'LaunchCreated',
    ...eventBaseOf(context, located, 'LaunchCreated', fields.timestamp),
    mint,
    name: need(fields.name, 'name').slice(0, EXTERNAL_TEXT_MOST),
    symbol: need(fields.symbol, 'symbol').slice(0, EXTERNAL_TEXT_MOST),
    uri: need(fields.uri, 'uri').slice(0, EXTERNAL_TEXT_MOST),
    bondingCurve: need(fields.bonding_curve, 'bonding_curve').toString(),
    user: need(fields.user, 'user').toString(),
    creator: accountOrNull(fields.creator),
    tokenProgram: accountOrNull(fields.token_program),
    quoteMint,
    virtualTokenReserves: fields.virtual_token_reserves ?? null,
    virtualQuoteReserves: virtualQuote ?? null,
    realTokenReserves: fields.real_token_reserves ?? null,
    tokenTotalSupply: fields.token_total_supply ?? null,
    isMayhem: fields.is_mayhem_mode ?? null,
    isCashback: fields.is_cashback_enabled ?? null,
    creatorFeeBasisPoints: fields.creator_fee_bps ?? null,
  };
}

// sha256("global:create")[..8]. It makes coins in SOL only.
const CREATE = 0x181ec828051c0777n;

/**
 * Until early 2025 the event ended after `user`, and `create` alone made coins. Where nothing shows the instruction, one that
 * ends there is of that time unless its block is not.
 */
function isOldLaunch(
  { creator }: FieldsOf<'CreateEvent'>,
  { event, emitter }: LocatedEvent,
  { blockTimeMs }: Context,
): boolean {
  if (creator !== undefined || event.restBytes > 0) return false;
  if (emitter === null) return blockTimeMs !== null && blockTimeMs < CREATORS_SINCE_MS;
  return nameOf(emitter) === CREATE;
}

/** The first events seen that name a creator. */
const CREATORS_SINCE_MS = Date.UTC(2025, 4, 13);

/** The first event seen that names a quote mint: before it all coins were bought with SOL, and no event said so. */
const QUOTES_SINCE_MS = Date.UTC(2026, 5, 11);

/** pump.fun `CompleteEvent`: the curve sold its last token. */
export function normaliseCompletion(
  fields: FieldsOf<'CompleteEvent'>,
  located: LocatedEvent,
  context: Context,
): CurveCompleted {
  const mint = need(fields.mint, 'mint').toString();
  const base = eventBaseOf(context, located, 'CurveCompleted', fields.timestamp);
  if (base.time >= QUOTES_SINCE_MS) need(fields.quote_mint, 'quote_mint');
  return {
    kind: 'CurveCompleted',
    ...base,
    mint,
    bondingCurve: need(fields.bonding_curve, 'bonding_curve').toString(),
    user: need(fields.user, 'user').toString(),
    quoteMint: quoteMintOf(fields.quote_mint),
  };
}

/** pump.fun `CompletePumpAmmMigrationEvent`. Its `sol_amount` is in SOL: of another quote the amount is not known. */
export function normaliseMigration(
  fields: FieldsOf<'CompletePumpAmmMigrationEvent'>,
  located: LocatedEvent,
  context: Context,
): Migrated {
  const mint = need(fields.mint, 'mint').toString();
  const isKnownOfSol = (fields.sol_amount ?? 0n) > 0n;
  const quoteMint = quoteMintOf(isKnownOfSol ? fields.quote_mint : need(fields.quote_mint, 'quote_mint'));
  return {
    kind: 'Migrated',
    ...eventBaseOf(context, located, 'Migrated', fields.timestamp),
    mint,
    venue: 'pumpswap',
    bondingCurve: accountOrNull(fields.bonding_curve),
    pool: accountOrNull(fields.pool),
    user: need(fields.user, 'user').toString(),
    quoteMint,
    tokenAmount: fields.mint_amount ?? null,
    quoteAmount: (quoteMint === SOL_MINT ? fields.sol_amount : null) ?? null,
    migrationFee: fields.pool_migration_fee ?? null,
  };
}
