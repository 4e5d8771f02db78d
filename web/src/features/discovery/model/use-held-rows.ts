import { useEffect, useRef, useState } from 'react';
import { type HeldRows, holdRows, isOver, LEFT_FOR_MS, type Leave } from './hold-rows';
import { seenViews, viewOf } from './new-tokens';
import type { ShownRow } from './shown-row';
import { useProfile } from './use-discovery';
import { useHold } from './use-hold';
import { useLeadToWanted } from './use-lead-to-wanted';

type Options<Token> = {
  /** The name by which others lead to a row of it, and by which it is known what it held. */
  name: string;
  /** Stream time of the list; without one no row is marked as new. */
  asOf?: number | null;
  /** So many rows fit; as many as are shown unless told. */
  room?: number;
  /** Shows so much of the list that the token is among it. */
  raise: (mint: string) => void;
  /** What the rows are ordered by, where the viewer chooses: another order is theirs at once, held or not. */
  order?: string;
  /** The same function while it says the same. */
  leaveOf?: (token: Token) => Leave<Token>;
};

type Inputs<Token> = Required<Omit<Options<Token>, 'raise'>> & {
  /** What the list is known by: its name and the profile. */
  view: string;
  shown: readonly Token[];
  all: readonly Token[];
  isTouched: boolean;
  isBelow: boolean;
  looked: Look;
};

/** The page looked whether the time of what left is over; `below` are those over that lay below the window. */
type Look = { below: ReadonlySet<string> };

const NEVER: Look = { below: new Set() };
/** What is scrolled out of the window is looked for this often. */
const LOOK_AGAIN_MS = 1_000;

type Made<Token> = HeldRows<Token> & { from: Inputs<Token> | null };

const staysUnknown = <Token>(token: Token): Leave<Token> => ({ token, reason: null });

/**
 * The rows of a list: `shown` of `all`, held still while the pointer or the focus is in them, or while what is read lies
 * below their first. `release` lets what waits in.
 */
export function useHeldRows<Token extends { mint: string }>(
  shown: readonly Token[],
  all: readonly Token[],
  { name, asOf = null, room = shown.length, raise, order = '', leaveOf = staysUnknown }: Options<Token>,
) {
  const { isTouched, isBelow, letGo, ref, area } = useHold();
  const [looked, setLooked] = useState(NEVER);
  const [made, setMade] = useState<Made<Token>>({ rows: [], waiting: 0, from: null });

  const view = viewOf(name, useProfile());
  const from: Inputs<Token> = {
    name,
    view,
    shown,
    all,
    asOf,
    room,
    order,
    leaveOf,
    isTouched,
    isBelow,
    looked,
  };
  let current = made;
  if (!isSame(made.from, from)) {
    // Rows follow from the rows before: React renders anew with them before anything is drawn.
    current = makeRows(made, from, Date.now());
    setMade(current);
  }
  const { rows, waiting } = current;
  useEffect(() => seenViews.watch(view), [view]);

  const newest = useRef(rows);
  useEffect(() => {
    newest.current = rows;
  }, [rows]);
  const firstLeft = isTouched ? Number.POSITIVE_INFINITY : Math.min(...rows.map(leftAt));
  useEffect(() => {
    if (firstLeft === Number.POSITIVE_INFINITY) return;
    let timer = setTimeout(look, Math.max(0, firstLeft + LEFT_FOR_MS - Date.now()) + 1);
    function look() {
      const below = new Set(isBelow ? overBelowWindow(ref.current, newest.current) : []);
      if (!isBelow || below.size > 0) setLooked({ below });
      if (isBelow) timer = setTimeout(look, LOOK_AGAIN_MS);
    }
    return () => clearTimeout(timer);
  }, [firstLeft, isBelow, ref]);

  const release = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    letGo();
    if (isBelow) ref.current?.scrollIntoView({ block: 'start' });
  };
  const isRead = asOf !== null;
  useLeadToWanted({ name, area: ref, rows, all, isRead, release: waiting > 0 ? release : null, raise });
  return { rows, waiting, release, area };
}

const leftAt = ({ left }: { left: { atMs: number } | null }) => left?.atMs ?? Number.POSITIVE_INFINITY;

const isSame = <Token>(before: Inputs<Token> | null, now: Inputs<Token>): boolean =>
  before !== null && (Object.keys(now) as (keyof Inputs<Token>)[]).every((key) => before[key] === now[key]);

/** The mints of those that left, whose time is over and of which nothing is to be seen, as what is read lies above them. */
const overBelowWindow = <Token extends { mint: string }>(
  area: HTMLElement | null,
  rows: readonly ShownRow<Token>[],
): string[] =>
  rows.flatMap(({ token: { mint }, left }) => {
    if (!left || !isOver(left, Date.now())) return [];
    const row = area?.querySelector(`[data-mint="${CSS.escape(mint)}"]`);
    return row && row.getBoundingClientRect().top >= window.innerHeight ? [mint] : [];
  });

function makeRows<Token extends { mint: string }>(
  made: Made<Token>,
  from: Inputs<Token>,
  nowMs: number,
): Made<Token> {
  const { view, asOf, all, order } = from;
  const isOrderSame = made.from?.order === order;
  const isHeld = isOrderSame && (from.isTouched || from.isBelow);
  // What lay below the window when that was looked at may since have been scrolled into it.
  const below = made.from?.looked === from.looked ? NEVER.below : from.looked.below;
  const mayGo = (mint: string) => !isHeld || (!from.isTouched && below.has(mint));
  const seen = asOf === null ? null : seenViews.look(view, all, asOf);
  const isNew = (mint: string) => seen?.newSince.has(mint) ?? false;
  return { ...holdRows(made.rows, { ...from, isHeld, mayGo, isNew, nowMs }), from };
}
