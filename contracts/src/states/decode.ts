/**
 * Tokens from their JSON, checked field by field: a restart reads tens of thousands of them, and the schema takes most of
 * its time. What these checks do not know goes to the schema, which alone refuses; states.spec.ts holds the two against
 * each other.
 */
import { ADDRESS_PATTERN, POSITION_PATTERN } from '../chain/index.js';
import { EXTERNAL_TEXT_MOST } from '../events/index.js';
import { TokenState } from './token-state.js';

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

const INT_COLUMNS = ['bucket', 'buys', 'sells', 'unpriced', 'foreign'] as const;
const TRADERS_COLUMNS = [...INT_COLUMNS, 'newestOf'] as const;

function readRing(value: unknown, columns: readonly string[]): void {
  const ring = objectOf(value, columns.length + 4);
  for (const column of columns) for (const entry of listOf(ring[column])) sure(isInt(entry));
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
  'firstTradeAt',
  'trailTouchedFrom',
  'lastTradeAt',
  'unsizedBuyAt',
  'alertRaisedAt',
  'scoredAt',
] as const;
const NUMBERS_OR_NULL = ['price', 'firstPrice', 'scoredHash'] as const;
const FLAGS = ['seenSinceCreation', 'tradesInPool', 'isMonitored', 'isBonded', 'isMatched'] as const;
const TEXTS = ['symbol', 'name', 'uri'] as const;

function readToken(value: unknown): TokenState {
  const isEvicted = isInt((value as Raw).evictedOffset);
  const raw = objectOf(value, isEvicted ? TOKEN_KEYS : TOKEN_KEYS - 1);
  sure(raw.v === 2 && isAddress(raw.mint) && isPosition(raw.position) && LIFECYCLES.has(raw.lifecycle));
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
  for (const name of ['m1', 'm5', 'h1']) readRing(rings[name], TRADERS_COLUMNS);
  readRing(rings.h24, INT_COLUMNS);
  raw.profiles = TokenState.shape.profiles.parse(raw.profiles);
  return raw as TokenState;
}

/** What `raw` gives is changed on the way: it gives it anew for the schema. Throws a ZodError. */
export function decodeToken(raw: () => unknown): TokenState {
  try {
    return readToken(raw());
  } catch {
    return TokenState.parse(raw());
  }
}
