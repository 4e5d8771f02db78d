import { SOL_MINT } from '@cryptonite/contracts/amounts';
import type { TradeExecuted } from '@cryptonite/contracts/events';
import type { Key } from '../decode/key.js';
import type { LocatedEvent } from '../decode/located-event.js';
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
  const quoteMint = quoteMintOf(fields.quote_mint);
  // A curve quoted in another mint has 0 in its SOL fields; a SOL curve of an old layout has only those.
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
 * Where the accounts of pump.fun's trade instructions stand: buy and sell first, then those with a quote mint. The
 * mint at its place tells which it is.
 */
const TRADE_ACCOUNTS = [
  { mint: 2, bondingCurve: 3, vault: 4 },
  { mint: 1, bondingCurve: 10, vault: 11 },
];

/** The curve that a trade went through; null where only a log was read, or the curve's vault has another owner. */
function bondingCurveOf(context: Context, { emitter }: LocatedEvent, mint: Key): string | null {
  const { transaction } = context;
  if (!transaction || !emitter) return null;
  const places = TRADE_ACCOUNTS.find((each) =>
    transaction.key(emitter.accountIndex(each.mint))?.equals(mint),
  );
  if (!places) return null;
  const vaultIndex = emitter.accountIndex(places.vault);
  const vault = context.after.find(({ accountIndex }) => accountIndex === vaultIndex);
  const curve = transaction.key(emitter.accountIndex(places.bondingCurve))?.toString() ?? null;
  return vault?.owner != null && vault.owner !== curve ? null : curve;
}
