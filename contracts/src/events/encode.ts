/**
 * Journal records to their wire form. Trades and balances, nearly all of the journal, are written field by field, the
 * same to the byte as by their schema; a record in which anything is not sure goes to the schema, which alone refuses.
 */
import { z } from 'zod';
import { ADDRESS_PATTERN, POSITION_PATTERN, SIGNATURE_PATTERN } from '../chain/index.js';
import type { BalanceChanged } from './balance-changed.js';
import { type Fact, JournalRecord } from './journal-record.js';
import type { TradeExecuted } from './trade-executed.js';

const MAX_U64 = 2n ** 64n - 1n;
const MAX_I128 = 2n ** 127n - 1n;
const MAX_FACTS = 5_000;

/** Thrown where the schema has to decide. */
const UNSURE = new Error('not in the usual form');
const leave = (): never => {
  throw UNSURE;
};

const like = (value: string, pattern: RegExp): string =>
  typeof value === 'string' && pattern.test(value) ? `"${value}"` : leave();
const address = (value: string): string => like(value, ADDRESS_PATTERN);
const u64 = (value: bigint): string =>
  typeof value === 'bigint' && value >= 0n && value <= MAX_U64 ? `"${value}"` : leave();
const i128 = (value: bigint): string =>
  typeof value === 'bigint' && value >= -MAX_I128 && value <= MAX_I128 ? `"${value}"` : leave();
const int = (value: number): string => (Number.isSafeInteger(value) ? `${value}` : leave());
const natural = (value: number): string => (value >= 0 ? int(value) : leave());
const bool = (value: boolean): string => (typeof value === 'boolean' ? `${value}` : leave());
const text = (value: string, longest: number): string =>
  typeof value === 'string' && value.length <= longest ? JSON.stringify(value) : leave();
const oneOf = (value: string, values: readonly string[]): string =>
  values.includes(value) ? `"${value}"` : leave();
const orNull = <T>(value: T | null, write: (value: T) => string): string =>
  value === null ? 'null' : write(value);

const VENUES = ['pump-curve', 'pumpswap', 'raydium'];
const SIDES = ['buy', 'sell'];
const SOURCES = ['provider', 'tape', 'market'];

const base = ({ kind, id, position, time }: Fact): string =>
  `"kind":"${kind}","id":${id.length > 0 ? text(id, 200) : leave()},` +
  `"position":${like(position, POSITION_PATTERN)},"time":${int(time)}`;

const trade = (fact: TradeExecuted): string =>
  `{${base(fact)},"mint":${address(fact.mint)},"venue":${oneOf(fact.venue, VENUES)},` +
  `"pool":${orNull(fact.pool, address)},"side":${oneOf(fact.side, SIDES)},` +
  `"tokenAmount":${u64(fact.tokenAmount)},"quoteMint":${address(fact.quoteMint)},` +
  `"quoteDecimals":${orNull(fact.quoteDecimals, (value) => (value <= 18 ? natural(value) : leave()))},` +
  `"quoteAmount":${u64(fact.quoteAmount)},"protocolFee":${orNull(fact.protocolFee, u64)},` +
  `"creatorFee":${orNull(fact.creatorFee, u64)},"lpFee":${orNull(fact.lpFee, u64)},` +
  `"trader":${address(fact.trader)},"feePayer":${orNull(fact.feePayer, address)},` +
  `"priceTokenReserves":${orNull(fact.priceTokenReserves, i128)},` +
  `"priceQuoteReserves":${orNull(fact.priceQuoteReserves, i128)},` +
  `"realTokenReserves":${orNull(fact.realTokenReserves, u64)},` +
  `"realQuoteReserves":${orNull(fact.realQuoteReserves, u64)},"creator":${orNull(fact.creator, address)},` +
  `"isMayhem":${orNull(fact.isMayhem, bool)},"tokenSupply":${orNull(fact.tokenSupply, u64)},` +
  `"instructionName":${orNull(fact.instructionName, (value) => text(value, 64))}}`;

const balance = (fact: BalanceChanged): string =>
  `{${base(fact)},"mint":${address(fact.mint)},"account":${address(fact.account)},` +
  `"ownerBefore":${orNull(fact.ownerBefore, address)},"ownerAfter":${orNull(fact.ownerAfter, address)},` +
  `"amount":${u64(fact.amount)}}`;

function factText(fact: Fact): string {
  switch (fact.kind) {
    case 'TradeExecuted':
      return trade(fact);
    case 'BalanceChanged':
      return balance(fact);
    default:
      return leave();
  }
}

function recordText({ v, mint, slot, time, signature, feePayer, source, facts }: JournalRecord): string {
  if (v !== 1 || !Array.isArray(facts) || facts.length === 0 || facts.length > MAX_FACTS) leave();
  return (
    `{"v":1,"mint":${orNull(mint, address)},"slot":${natural(slot)},"time":${int(time)},` +
    `"signature":${orNull(signature, (value) => like(value, SIGNATURE_PATTERN))},` +
    `"feePayer":${orNull(feePayer, address)},` +
    `"source":{"kind":${oneOf(source.kind, SOURCES)},"name":${text(source.name, 200)}},` +
    `"facts":[${facts.map(factText).join(',')}]}`
  );
}

/** Throws a ZodError where a record breaks its contract. */
export function encodeJournalRecord(record: JournalRecord): string {
  try {
    return recordText(record);
  } catch (error) {
    // A TypeError: so unlike a record that it cannot be read as one.
    if (error !== UNSURE && !(error instanceof TypeError)) throw error;
    return JSON.stringify(z.encode(JournalRecord, record));
  }
}
