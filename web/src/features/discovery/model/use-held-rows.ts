import { useEffect, useState } from 'react';
import { PROFILE } from '../api/get-list';
import { type HeldRows, holdRows, LEFT_FOR_MS, type Leave } from './hold-rows';
import { seenViews, viewOf } from './new-tokens';
import { useHold } from './use-hold';
import { useLeadToWanted } from './use-lead-to-wanted';

type Options<Token> = {
  /** The name by which others lead to a row of it, and by which it is known what it held. */
  name: string;
  /** Stream time of the list; without one no row is marked as new. */
  asOf?: number | null;
  /** So many rows fit; as many as are shown unless told. */
  room?: number;
  /** What the rows are ordered by, where the viewer chooses: another order is theirs at once, held or not. */
  order?: string;
  /** The same function while it says the same. */
  leaveOf?: (token: Token) => Leave<Token>;
};

type Inputs<Token> = Required<Options<Token>> & {
  shown: readonly Token[];
  all: readonly Token[];
  isHeld: boolean;
  /** When the page last looked whether a token's time is over, by the viewer's clock. */
  lookedAt: number;
};

type Made<Token> = HeldRows<Token> & { from: Inputs<Token> | null };

const staysUnknown = <Token>(token: Token): Leave<Token> => ({ token, reason: null });

/**
 * The rows of a list: `shown` of `all`, held still while the pointer or the focus is in them, or while what is read lies
 * below their first. `release` lets what waits in.
 */
export function useHeldRows<Token extends { mint: string }>(
  shown: readonly Token[],
  all: readonly Token[],
  { name, asOf = null, room = shown.length, order = '', leaveOf = staysUnknown }: Options<Token>,
) {
  const { isHeld, isBelow, letGo, ref, area } = useHold();
  const [lookedAt, setLookedAt] = useState(0);
  const [made, setMade] = useState<Made<Token>>({ rows: [], waiting: 0, from: null });

  const from: Inputs<Token> = { name, shown, all, asOf, room, order, leaveOf, isHeld, lookedAt };
  let current = made;
  if (!isSame(made.from, from)) {
    // Rows follow from the rows before: React renders anew with them before anything is drawn.
    current = makeRows(made, from, Date.now());
    setMade(current);
  }
  const { rows, waiting } = current;
  useEffect(() => seenViews.watch(viewOf(name, PROFILE)), [name]);

  const firstLeft = isHeld ? Number.POSITIVE_INFINITY : Math.min(...rows.map(leftAt));
  useEffect(() => {
    if (firstLeft === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setLookedAt(Date.now()), firstLeft + LEFT_FOR_MS - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [firstLeft]);

  const release = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    letGo();
    if (isBelow) ref.current?.scrollIntoView({ block: 'start' });
  };
  useLeadToWanted(name, ref, rows, all, waiting > 0 ? release : null);
  return { rows, waiting, release, area };
}

const leftAt = ({ left }: { left: { atMs: number } | null }) => left?.atMs ?? Number.POSITIVE_INFINITY;

const isSame = <Token>(before: Inputs<Token> | null, now: Inputs<Token>): boolean =>
  before !== null && (Object.keys(now) as (keyof Inputs<Token>)[]).every((key) => before[key] === now[key]);

function makeRows<Token extends { mint: string }>(
  made: Made<Token>,
  from: Inputs<Token>,
  nowMs: number,
): Made<Token> {
  const { name, asOf, all, order } = from;
  const isHeld = from.isHeld && made.from?.order === order;
  const seen = asOf === null ? null : seenViews.look(viewOf(name, PROFILE), all, asOf);
  const isNew = (mint: string) => seen?.newSince.has(mint) ?? false;
  return { ...holdRows(made.rows, { ...from, isHeld, isNew, nowMs }), from };
}
