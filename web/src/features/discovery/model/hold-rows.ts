/**
 * What stands where in a list. Membership is exact, its presentation calm: a token that leaves keeps its place a while,
 * one that comes back takes it again, and while the rows are held nothing changes places: what is new waits.
 */
import type { Reason, ShownRow } from './shown-row';

/** A token that left keeps its place for so long, by the viewer's clock. */
export const LEFT_FOR_MS = 20_000;

/** Why a token left, and the token as the reason is of it; where none is known, as it was last. */
export type Leave<Token> = { token: Token; reason: Reason | null };

export type ListNow<Token> = {
  /** What fits on the page, in the list's order. */
  shown: readonly Token[];
  /** The whole list: a token that others push behind those shown has not left. */
  all: readonly Token[];
  /** So many rows fit. Of those that left, half as many stay: a list is never mostly of what is not in it. */
  room: number;
  /** The viewer points at the rows, has the focus in them or reads below their first. */
  isHeld: boolean;
  /** Of those that left and whose time is over, which ones move nothing that is looked at when they go. */
  mayGo: (mint: string) => boolean;
  isNew: (mint: string) => boolean;
  leaveOf: (token: Token) => Leave<Token>;
  nowMs: number;
};

/** `waiting`: how many are to be shown once the rows are let go. */
export type HeldRows<Token> = { rows: readonly ShownRow<Token>[]; waiting: number };

export function holdRows<Token extends { mint: string }>(
  before: readonly ShownRow<Token>[],
  now: ListNow<Token>,
): HeldRows<Token> {
  const stayed = stayingRows(before, now);
  // There is nothing to hold still in a list that was empty.
  if (now.isHeld && before.length > 0) return keepPlaces(stayed, now);
  const old = new Map(stayed.map((row) => [row.token.mint, row]));
  const rows = now.shown.map((token) => listedRow(old.get(token.mint), token, now));
  return { rows: putBack(rows, stayed), waiting: 0 };
}

/** The rows of before that stay, as they are now. */
function stayingRows<Token extends { mint: string }>(
  before: readonly ShownRow<Token>[],
  now: ListNow<Token>,
): ShownRow<Token>[] {
  const listed = new Map(now.all.map((token) => [token.mint, token]));
  const rows = before.map((row) => {
    const token = listed.get(row.token.mint);
    return token ? listedRow(row, token, now) : leftRow(row, now);
  });
  const leaves = rows.flatMap(({ left }) => left?.atMs ?? []).sort((a, b) => b - a);
  const mostLeft = Math.max(1, Math.floor(now.room / 2));
  // Of more than fit, those that left first go, held or not.
  const tooManyBy = leaves[mostLeft] ?? Number.NEGATIVE_INFINITY;
  return rows.filter(({ token, left }) => {
    if (left === null) return true;
    return left.atMs > tooManyBy && (!isOver(left, now.nowMs) || !now.mayGo(token.mint));
  });
}

/** Whether the time is over that a token which left keeps its place for. */
export const isOver = (left: { atMs: number }, nowMs: number): boolean => left.atMs <= nowMs - LEFT_FOR_MS;

/** Nothing moves; what comes behind the last row moves nothing. */
function keepPlaces<Token extends { mint: string }>(
  stayed: readonly ShownRow<Token>[],
  now: ListNow<Token>,
): HeldRows<Token> {
  const kept = new Set(stayed.map(({ token }) => token.mint));
  const fresh = now.shown.filter(({ mint }) => !kept.has(mint));
  const lastKept = now.shown.findLastIndex(({ mint }) => kept.has(mint));
  const behind = lastKept < 0 ? [] : now.shown.slice(lastKept + 1);
  return {
    rows: [...stayed, ...behind.map((token) => listedRow(undefined, token, now))],
    waiting: fresh.length - behind.length,
  };
}

/** Each row that left stands before the one that it stood before; where none of those behind it is left, last. */
function putBack<Token extends { mint: string }>(
  rows: readonly ShownRow<Token>[],
  stayed: readonly ShownRow<Token>[],
): ShownRow<Token>[] {
  const placed = new Set(rows.map(({ token }) => token.mint));
  /** By the mint of the row that they stand before; null at the end. */
  const lefts = new Map<string | null, ShownRow<Token>[]>();
  let next: string | null = null;
  for (const row of stayed.toReversed()) {
    if (row.left) lefts.set(next, [row, ...(lefts.get(next) ?? [])]);
    else if (placed.has(row.token.mint)) next = row.token.mint;
  }
  const before = (mint: string | null) => lefts.get(mint) ?? [];
  return [...rows.flatMap((row) => [...before(row.token.mint), row]), ...before(null)];
}

/** The same object while it says the same, so that only what changed is drawn again. */
function listedRow<Token extends { mint: string }>(
  row: ShownRow<Token> | undefined,
  token: Token,
  { isNew }: ListNow<Token>,
): ShownRow<Token> {
  const marked = isNew(token.mint);
  if (row && row.token === token && row.left === null && row.isNew === marked) return row;
  return { token, left: null, isNew: marked };
}

/** Once the reason is known, the row stands as it left: its numbers are those of the reason. */
function leftRow<Token>(row: ShownRow<Token>, { leaveOf, nowMs }: ListNow<Token>): ShownRow<Token> {
  if (row.left?.reason) return row;
  const { token, reason } = leaveOf(row.token);
  if (row.left && reason === null) return row;
  return { token, left: { atMs: row.left?.atMs ?? nowMs, reason }, isNew: false };
}
