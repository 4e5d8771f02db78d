/**
 * Journal records from their wire form. Trades, balances and slots, nearly all of the journal, are checked field by
 * field; what these checks do not know goes to the schema, which alone refuses. decode.spec.ts holds the two against
 * each other.
 */
import { ADDRESS_PATTERN, POSITION_PATTERN, SIGNATURE_PATTERN } from '../chain/index.js';
import type { BalanceChanged } from './balance-changed.js';
import { Fact, JournalRecord } from './journal-record.js';
import type { SlotConfirmed } from './slot-facts.js';
import type { TradeExecuted } from './trade-executed.js';

type Raw = Record<string, unknown>;

/** Thrown where the schema has to decide. */
const UNSURE = new Error('not in the usual form');

// A digit less than the types allow: what is longer may be out of their range.
const U64_DIGITS = /^\d{1,19}$/;
const I128_DIGITS = /^-?\d{1,38}$/;
const EXACT_DIGITS = 15;

/** Throws a ZodError, or a SyntaxError where the text is not JSON. */
export function decodeJournalRecord(text: string): JournalRecord {
  const value: unknown = JSON.parse(text);
  try {
    return recordOf(value);
  } catch (error) {
    if (error !== UNSURE) throw error;
    return JournalRecord.parse(value);
  }
}

function recordOf(value: unknown): JournalRecord {
  const { v, mint, slot, time, signature, feePayer, source, facts } = objectOf(value);
  const { kind, name } = objectOf(source);
  if (v !== 1 || !Array.isArray(facts) || facts.length < 1 || facts.length > 5_000) throw UNSURE;
  if (kind !== 'provider' && kind !== 'tape' && kind !== 'market') throw UNSURE;
  return {
    v,
    mint: mint === null ? null : addressOf(mint),
    slot: slotOf(slot),
    time: intOf(time),
    signature: signature === null ? null : textOf(signature, SIGNATURE_PATTERN),
    feePayer: feePayer === null ? null : addressOf(feePayer),
    source: { kind, name: nameOf(name, 0, 200) },
    facts: facts.map(factOf),
  };
}

function factOf(value: unknown): Fact {
  const raw = objectOf(value);
  switch (raw.kind) {
    case 'TradeExecuted':
      return tradeOf(raw);
    case 'BalanceChanged':
      return balanceOf(raw);
    case 'SlotConfirmed':
      return slotConfirmedOf(raw);
    default: {
      const fact = Fact.safeParse(value);
      if (!fact.success) throw UNSURE;
      return fact.data;
    }
  }
}

function tradeOf(raw: Raw): TradeExecuted {
  const { venue, side, quoteDecimals, isMayhem, instructionName } = raw;
  if (venue !== 'pump-curve' && venue !== 'pumpswap' && venue !== 'raydium') throw UNSURE;
  if (side !== 'buy' && side !== 'sell') throw UNSURE;
  if (isMayhem !== null && typeof isMayhem !== 'boolean') throw UNSURE;
  const decimals = quoteDecimals === null ? null : intOf(quoteDecimals);
  if (decimals !== null && (decimals < 0 || decimals > 18)) throw UNSURE;
  return {
    kind: 'TradeExecuted',
    id: nameOf(raw.id, 1, 200),
    position: textOf(raw.position, POSITION_PATTERN),
    time: intOf(raw.time),
    mint: addressOf(raw.mint),
    venue,
    pool: addressOrNull(raw.pool),
    side,
    tokenAmount: amountOf(raw.tokenAmount, U64_DIGITS),
    quoteMint: addressOf(raw.quoteMint),
    quoteDecimals: decimals,
    quoteAmount: amountOf(raw.quoteAmount, U64_DIGITS),
    protocolFee: amountOrNull(raw.protocolFee, U64_DIGITS),
    creatorFee: amountOrNull(raw.creatorFee, U64_DIGITS),
    lpFee: amountOrNull(raw.lpFee, U64_DIGITS),
    trader: addressOf(raw.trader),
    feePayer: addressOrNull(raw.feePayer),
    priceTokenReserves: amountOrNull(raw.priceTokenReserves, I128_DIGITS),
    priceQuoteReserves: amountOrNull(raw.priceQuoteReserves, I128_DIGITS),
    realTokenReserves: amountOrNull(raw.realTokenReserves, U64_DIGITS),
    realQuoteReserves: amountOrNull(raw.realQuoteReserves, U64_DIGITS),
    creator: addressOrNull(raw.creator),
    isMayhem,
    tokenSupply: amountOrNull(raw.tokenSupply, U64_DIGITS),
    instructionName: instructionName === null ? null : nameOf(instructionName, 0, 64),
  };
}

const balanceOf = (raw: Raw): BalanceChanged => ({
  kind: 'BalanceChanged',
  id: nameOf(raw.id, 1, 200),
  position: textOf(raw.position, POSITION_PATTERN),
  time: intOf(raw.time),
  mint: addressOf(raw.mint),
  account: addressOf(raw.account),
  ownerBefore: addressOrNull(raw.ownerBefore),
  ownerAfter: addressOrNull(raw.ownerAfter),
  amount: amountOf(raw.amount, U64_DIGITS),
});

const slotConfirmedOf = (raw: Raw): SlotConfirmed => ({
  kind: 'SlotConfirmed',
  id: nameOf(raw.id, 1, 200),
  position: textOf(raw.position, POSITION_PATTERN),
  time: intOf(raw.time),
  slot: slotOf(raw.slot),
  parentSlot: raw.parentSlot === null ? null : slotOf(raw.parentSlot),
});

function objectOf(value: unknown): Raw {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw UNSURE;
  return value as Raw;
}

function textOf(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw UNSURE;
  return value;
}

function nameOf(value: unknown, least: number, most: number): string {
  if (typeof value !== 'string' || value.length < least || value.length > most) throw UNSURE;
  return value;
}

const addressOf = (value: unknown): string => textOf(value, ADDRESS_PATTERN);
const addressOrNull = (value: unknown): string | null => (value === null ? null : addressOf(value));

function intOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw UNSURE;
  return value as number;
}

function slotOf(value: unknown): number {
  const slot = intOf(value);
  if (slot < 0) throw UNSURE;
  return slot;
}

function amountOf(value: unknown, digits: RegExp): bigint {
  const text = textOf(value, digits);
  // By way of a double, which holds so many digits, it takes half the time.
  return BigInt(text.length <= EXACT_DIGITS ? Number(text) : text);
}

const amountOrNull = (value: unknown, digits: RegExp): bigint | null =>
  value === null ? null : amountOf(value, digits);
