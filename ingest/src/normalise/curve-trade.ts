import { SOL_MINT } from '@cryptonite/contracts/chain';
import type { TradeExecuted } from '@cryptonite/contracts/events';
import type { Key } from '../decode/key.js';
import type { LocatedEvent } from '../decode/located-event.js';
import { nameOf } from '../decode/transaction.js';
import { accountOrNull, type Context, eventBaseOf } from './context.js';
import type { FieldsOf } from './fields.js';
import { quoteDecimalsOf, quoteMintOf } from './quote.js';
import { need } from './unreadable.js';

/** A pump.fun `TradeEvent`. Its reserves are those after the trade. */
export function normaliseCurveTrade(
  fields: FieldsOf<'TradeEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted {
  const mint = need(fields.mint, 'mint');
  // A curve quoted in another mint has 0 in its SOL fields; a SOL curve of an old layout has only those.
  const isOfSol = (fields.sol_amount ?? 0n) > 0n || (fields.virtual_sol_reserves ?? 0n) > 0n;
  const quoteMint = quoteMintOf(isOfSol ? fields.quote_mint : need(fields.quote_mint, 'quote_mint'));
  const isSol = quoteMint === SOL_MINT;
  return {
    kind: 'TradeExecuted',
    ...eventBaseOf(context, located, 'TradeExecuted', fields.timestamp),
    mint: mint.toString(),
    venue: 'pump-curve',
    pool: bondingCurveOf(context, located, mint),
    side: need(fields.is_buy, 'is_buy') ? 'buy' : 'sell',
    tokenAmount: need(fields.token_amount, 'token_amount'),
    quoteMint,
    quoteDecimals: quoteDecimalsOf(quoteMint, context),
    quoteAmount: isSol
      ? need(fields.sol_amount, 'sol_amount')
      : need(fields.quote_amount, 'quote_amount of another mint than SOL'),
    protocolFee: fields.fee ?? null,
    creatorFee: fields.creator_fee ?? null,
    lpFee: null,
    trader: need(fields.user, 'user').toString(),
    feePayer: context.feePayer,
    priceTokenReserves: fields.virtual_token_reserves ?? null,
    priceQuoteReserves: (isSol ? fields.virtual_sol_reserves : fields.virtual_quote_reserves) ?? null,
    realTokenReserves: fields.real_token_reserves ?? null,
    realQuoteReserves: (isSol ? fields.real_sol_reserves : fields.real_quote_reserves) ?? null,
    creator: accountOrNull(fields.creator),
    isMayhem: fields.mayhem_mode ?? null,
    tokenSupply: null,
    instructionName: fields.ix_name?.slice(0, 64) ?? null,
  };
}

/**
 * pump.fun `PostCompleteBuyEvent`: what a buy that completed its curve bought beyond it, of the tokens and at the price
 * with which the pool will open. Its reserves are the pool's to be, all of them real.
 */
export function normalisePartBeyondCurve(
  fields: FieldsOf<'PostCompleteBuyEvent'>,
  located: LocatedEvent,
  context: Context,
): TradeExecuted {
  const quoteMint = quoteMintOf(need(fields.quote_mint, 'quote_mint'));
  const tokenReserves = fields.pool_base_reserves_after ?? null;
  const quoteReserves = fields.pool_quote_reserves_after ?? null;
  return {
    kind: 'TradeExecuted',
    ...eventBaseOf(context, located, 'TradeExecuted', fields.timestamp),
    mint: need(fields.mint, 'mint').toString(),
    venue: 'pump-curve',
    pool: need(fields.bonding_curve, 'bonding_curve').toString(),
    side: 'buy',
    tokenAmount: need(fields.base_out, 'base_out'),
    quoteMint,
    quoteDecimals: quoteDecimalsOf(quoteMint, context),
    quoteAmount: need(fields.quote_in, 'quote_in'),
    protocolFee: fields.fee ?? null,
    creatorFee: fields.creator_fee ?? null,
    lpFee: null,
    trader: need(fields.user, 'user').toString(),
    feePayer: context.feePayer,
    priceTokenReserves: tokenReserves,
    priceQuoteReserves: quoteReserves,
    realTokenReserves: tokenReserves,
    realQuoteReserves: quoteReserves,
    creator: null,
    isMayhem: null,
    tokenSupply: null,
    instructionName: null,
  };
}

/** Accounts of an instruction, by their number in it. */
type Places = { mint: number; bondingCurve: number; vault: number };

// Where the accounts of pump.fun's trade instructions stand. sha256("global:<name>")[..8] names an instruction.
const V1: Places = { mint: 2, bondingCurve: 3, vault: 4 };
const V2: Places = { mint: 1, bondingCurve: 10, vault: 11 };
const V3: Places = { mint: 1, bondingCurve: 5, vault: 6 };
const PLACES: readonly { names: readonly string[]; places: Places }[] = [
  // buy, sell, buy_exact_sol_in
  { names: ['66063d1201daebea', '33e685a4017f83ad', '38fc74089edfcd5f'], places: V1 },
  // buy_v2, sell_v2, buy_exact_quote_in_v2
  { names: ['b817ee6167c5d33d', '5df6823ce7e940b2', 'c2ab1c46684d5b2f'], places: V2 },
  // buy_v3, sell_v3, buy_exact_quote_in_v3
  { names: ['07051dc4f5176550', '1c92de7726c469d5', 'e1f7501ed5b38488'], places: V3 },
];
const PLACES_BY_NAME = new Map(
  PLACES.flatMap(({ names, places }) => names.map((name) => [BigInt(`0x${name}`), places])),
);

// multi_hop_curve_swap names mint, quote mint, curve and vaults, five accounts, of each hop after its own.
const FIRST_HOP = 13;
const HOP_ACCOUNTS = 5;
const hopAt = (first: number): Places => ({ mint: first, bondingCurve: first + 2, vault: first + 3 });

/**
 * The curve that a trade went through: the account beside the mint that owns the vault beside it. Where balances do not
 * show the owner, the instruction's name tells the places. Null where only a log was read, or neither tells.
 */
function bondingCurveOf(context: Context, { emitter }: LocatedEvent, mint: Key): string | null {
  const { transaction } = context;
  if (!transaction || !emitter) return null;
  const isAt = (places: Places): boolean =>
    transaction.key(emitter.accountIndex(places.mint))?.equals(mint) ?? false;
  const curveAt = (places: Places, isKnown: boolean): string | null => {
    if (!isAt(places)) return null;
    const curve = transaction.key(emitter.accountIndex(places.bondingCurve))?.toString() ?? null;
    const vaultIndex = emitter.accountIndex(places.vault);
    const owner = context.after.find(({ accountIndex }) => accountIndex === vaultIndex)?.owner ?? null;
    return owner === curve || (owner === null && isKnown) ? curve : null;
  };
  const named = nameOf(emitter);
  const known = named === null ? undefined : PLACES_BY_NAME.get(named);
  const knownCurve = known === undefined ? null : curveAt(known, true);
  if (knownCurve !== null) return knownCurve;
  for (const { places } of PLACES) {
    const curve = curveAt(places, false);
    if (curve !== null) return curve;
  }
  for (let first = FIRST_HOP; first < emitter.accountCount; first += HOP_ACCOUNTS) {
    const curve = curveAt(hopAt(first), named === MULTI_HOP);
    if (curve !== null) return curve;
  }
  return null;
}

const MULTI_HOP = 0xe19a7516d756f667n;
