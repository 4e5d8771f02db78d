/**
 * States from their wire form, checked field by field: a restart reads hundreds of thousands of them, and the schema
 * takes most of its time. What these checks do not know goes to the schema, which alone refuses; states.spec.ts holds
 * the two against each other.
 */
import { ADDRESS_PATTERN, POSITION_PATTERN } from '../chain/index.js';
import { EXTERNAL_TEXT_MOST } from '../events/index.js';
import { ScreenerState } from './screener-state.js';
import { type AccountShard, SHARD_SIZE, TokenState, type TraderShard } from './token-state.js';

type Raw = Record<string, unknown>;

/** Thrown where the schema has to decide. */
const UNSURE = new Error('not in the usual form');

const U64_DIGITS = /^\d{1,19}$/;
const I128_DIGITS = /^-?\d{1,38}$/;
const LIFECYCLES = new Set<unknown>(['bonding', 'migrating', 'graduated', null]);
const SOURCES = new Set<unknown>(['provider', 'tape', 'market']);

function sure(holds: boolean): void {
  if (!holds) throw UNSURE;
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && ADDRESS_PATTERN.test(value);
const isAddressOrNull = (value: unknown): boolean => value === null || isAddress(value);
const isPosition = (value: unknown): boolean => typeof value === 'string' && POSITION_PATTERN.test(value);
const isInt = Number.isSafeInteger as (value: unknown) => value is number;
const isIntOrNull = (value: unknown): boolean => value === null || isInt(value);
const isNumberOrNull = (value: unknown): boolean => value === null || Number.isFinite(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isTextOrNull = (value: unknown, most: number): boolean =>
  value === null || (typeof value === 'string' && value.length <= most);

function amountOf(value: unknown, digits: RegExp): bigint {
  sure(typeof value === 'string' && digits.test(value));
  return BigInt(value as string);
}
const u64Of = (value: unknown): bigint => amountOf(value, U64_DIGITS);
const i128Of = (value: unknown): bigint => amountOf(value, I128_DIGITS);
const u64OrNull = (value: unknown): bigint | null => (value === null ? null : u64Of(value));
const i128OrNull = (value: unknown): bigint | null => (value === null ? null : i128Of(value));

/** An object with as many keys as it should have: each of them is looked at. */
function objectOf(value: unknown, keys: number): Raw {
  sure(typeof value === 'object' && value !== null && !Array.isArray(value));
  const raw = value as Raw;
  let count = 0;
  for (const _ in raw) count += 1;
  sure(count === keys);
  return raw;
}

function listOf(value: unknown): unknown[] {
  sure(Array.isArray(value));
  return value as unknown[];
}

const INT_COLUMNS = ['bucket', 'buys', 'sells', 'newestOf', 'unpriced', 'foreign'] as const;

function readRing(value: unknown): void {
  const ring = objectOf(value, 10);
  for (const column of INT_COLUMNS) for (const entry of listOf(ring[column])) sure(isInt(entry));
  ring.quote = listOf(ring.quote).map(i128Of);
  ring.usdMicros = listOf(ring.usdMicros).map(i128Of);
  for (const entry of listOf(ring.close)) sure(isNumberOrNull(entry));
  if (ring.before === null) return;
  const before = objectOf(ring.before, 2);
  sure(isInt(before.time) && Number.isFinite(before.close));
}

function readReserves(value: unknown): void {
  if (value === null) return;
  const reserves = objectOf(value, 5);
  sure(isPosition(reserves.position));
  reserves.priceToken = i128OrNull(reserves.priceToken);
  reserves.priceQuote = i128OrNull(reserves.priceQuote);
  reserves.realToken = u64OrNull(reserves.realToken);
  reserves.realQuote = u64OrNull(reserves.realQuote);
}

const TOKEN_KEYS = Object.keys(TokenState.shape).length;
const ADDRESSES = ['creator', 'bondingCurve', 'pool', 'quoteMint'] as const;
const INTS = ['firstSlot', 'touchedAt', 'buyCount', 'sellCount', 'unpriced', 'dueAt', 'prunedAt'] as const;
const INTS_OR_NULL = [
  'createdAt',
  'quoteDecimals',
  'completedAt',
  'migratedAt',
  'lastTradeAt',
  'unsizedBuyAt',
  'alertRaisedAt',
  'scoredAt',
] as const;
const NUMBERS_OR_NULL = ['price', 'firstPrice', 'scoredHash'] as const;
const FLAGS = ['seenSinceCreation', 'tradesInPool', 'isMonitored', 'isBonded', 'isMatched'] as const;
const TEXTS = ['symbol', 'name', 'uri'] as const;
const RINGS = ['m1', 'm5', 'h1', 'h24'] as const;

function readToken(value: unknown): TokenState {
  const isEvicted = isInt((value as Raw).evictedOffset);
  const raw = objectOf(value, isEvicted ? TOKEN_KEYS : TOKEN_KEYS - 1);
  sure(raw.v === 1 && isAddress(raw.mint) && isPosition(raw.position) && LIFECYCLES.has(raw.lifecycle));
  const source = objectOf(raw.source, 2);
  sure(SOURCES.has(source.kind) && source.name !== null && isTextOrNull(source.name, 200));
  for (const key of ADDRESSES) sure(isAddressOrNull(raw[key]));
  for (const key of INTS) sure(isInt(raw[key]));
  for (const key of INTS_OR_NULL) sure(isIntOrNull(raw[key]));
  for (const key of NUMBERS_OR_NULL) sure(isNumberOrNull(raw[key]));
  for (const key of FLAGS) sure(isFlag(raw[key]));
  for (const key of TEXTS) sure(isTextOrNull(raw[key], EXTERNAL_TEXT_MOST));
  sure(raw.isMayhem === null || isFlag(raw.isMayhem));
  raw.supply = u64OrNull(raw.supply);
  raw.initialRealTokenReserves = u64OrNull(raw.initialRealTokenReserves);
  raw.usdMicros = i128Of(raw.usdMicros);
  readReserves(raw.curve);
  readReserves(raw.poolReserves);
  const rings = objectOf(raw.rings, 4);
  for (const name of RINGS) readRing(rings[name]);
  raw.profiles = TokenState.shape.profiles.parse(raw.profiles);
  return raw as TokenState;
}

/** Entries of a shard, each read in place. */
function readEntries(value: unknown, read: (entry: unknown) => void): Raw {
  const raw = objectOf(value, 5);
  sure(raw.v === 1 && isAddress(raw.mint) && isInt(raw.shard));
  const entries = listOf(raw.entries);
  sure(entries.length <= SHARD_SIZE);
  for (const entry of entries) if (entry !== null) read(entry);
  return raw;
}

function readAccount(value: unknown): void {
  const entry = objectOf(value, 4);
  sure(isAddress(entry.account) && isAddressOrNull(entry.owner) && isPosition(entry.position));
  entry.amount = u64Of(entry.amount);
}

function readTrader(value: unknown): void {
  const entry = objectOf(value, 3);
  sure(isAddress(entry.wallet) && isInt(entry.tradedAt));
  for (const buy of listOf(entry.buys)) {
    const { minute, lamports } = objectOf(buy, 2);
    sure(isInt(minute));
    (buy as Raw).lamports = i128Of(lamports);
  }
}

function readUsual(value: unknown): ScreenerState | null {
  switch ((value as Raw | null)?.kind) {
    case 'token':
      return readToken(value);
    case 'accounts':
      return readEntries(value, readAccount) as AccountShard;
    case 'traders':
      return readEntries(value, readTrader) as TraderShard;
    default:
      return null;
  }
}

/** Throws a ZodError, or a SyntaxError where the text is not JSON. */
export function decodeScreenerState(text: string): ScreenerState {
  try {
    const state = readUsual(JSON.parse(text));
    if (state !== null) return state;
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
  }
  return ScreenerState.parse(JSON.parse(text));
}
