import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type HeldRows, holdRows, LEFT_FOR_MS, type Leave } from './hold-rows';
import { findNewTokens, type SeenTokens } from './new-tokens';
import { useWantedRow, wantRow } from './wanted-row';

type Options<Token> = {
  /** The name by which others lead to a row of it. */
  name?: string;
  /** Stream time of the list; without one no row is marked as new. */
  asOf?: number | null;
  /** So many rows fit; as many as are shown unless told. */
  room?: number;
  /** The same function while it says the same. */
  leaveOf?: (token: Token) => Leave<Token>;
};

type Inputs<Token> = Required<Omit<Options<Token>, 'name'>> & {
  shown: readonly Token[];
  all: readonly Token[];
  isHeld: boolean;
  /** When the page last looked whether a token's time is over, by the viewer's clock. */
  lookedAt: number;
};

type Made<Token> = HeldRows<Token> & { seen: SeenTokens | null; from: Inputs<Token> | null };

const staysUnknown = <Token>(token: Token): Leave<Token> => ({ token, reason: null });

/**
 * The rows of a list: `shown` of `all`, held still while the pointer or the focus is in them, or while what is read lies
 * below their first. `release` lets what waits in.
 */
export function useHeldRows<Token extends { mint: string }>(
  shown: readonly Token[],
  all: readonly Token[],
  { name, asOf = null, room = shown.length, leaveOf = staysUnknown }: Options<Token> = {},
) {
  const { isHeld, isBelow, letGo, ref, area } = useHold();
  const [lookedAt, setLookedAt] = useState(0);
  const [made, setMade] = useState<Made<Token>>({ rows: [], waiting: 0, seen: null, from: null });

  const from: Inputs<Token> = { shown, all, asOf, room, leaveOf, isHeld, lookedAt };
  let current = made;
  if (!isSame(made.from, from)) {
    // Rows follow from the rows before: React renders anew with them before anything is drawn.
    current = makeRows(made, from, Date.now());
    setMade(current);
  }
  const { rows, waiting } = current;

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
  const { asOf, all } = from;
  const seen = asOf === null ? made.seen : findNewTokens(made.seen, '', all, asOf).seen;
  const isNew = (mint: string) => seen?.newSince.has(mint) ?? false;
  return { ...holdRows(made.rows, { ...from, isNew, nowMs }), seen, from };
}

/** Whether the viewer holds the rows of `area`, by pointer, by focus or by reading below their first. */
function useHold() {
  const ref = useRef<HTMLElement>(null);
  const [inside, setInside] = useState({ pointer: false, focus: false });
  const [isBelow, setBelow] = useState(false);
  const update = (change: Partial<typeof inside>) => setInside((before) => ({ ...before, ...change }));
  useEffect(() => {
    // Less than a pixel is a rounding.
    const look = () => setBelow((ref.current?.getBoundingClientRect().top ?? 0) < -1);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const area = {
    // The element is whatever the list is drawn as.
    ref: ref as RefObject<never>,
    // A finger leaves with its touch; only a mouse or pen rests on a row.
    onPointerEnter: ({ pointerType }: PointerEvent) => update({ pointer: pointerType !== 'touch' }),
    onPointerLeave: () => update({ pointer: false }),
    // A click leaves its focus behind unseen; only one that is shown holds the rows.
    onFocus: ({ target }: FocusEvent) => update({ focus: target.matches(':focus-visible') }),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) update({ focus: false });
    },
  };
  const letGo = () =>
    setInside((before) => (before.pointer || before.focus ? { pointer: false, focus: false } : before));
  return { isHeld: inside.pointer || inside.focus || isBelow, isBelow, letGo, area, ref };
}

/** Brings the row that a toast or an alert leads to into view, with the focus on it. */
function useLeadToWanted<Token extends { mint: string }>(
  name: string | undefined,
  area: RefObject<HTMLElement | null>,
  rows: HeldRows<Token>['rows'],
  all: readonly Token[],
  release: (() => void) | null,
): void {
  const wanted = useWantedRow();
  useEffect(() => {
    if (!wanted || wanted.list !== name) return;
    const row = area.current?.querySelector<HTMLElement>(`[data-mint="${CSS.escape(wanted.mint)}"]`);
    const isListed = all.some(({ mint }) => mint === wanted.mint);
    if (!row && isListed && release) {
      release();
      return;
    }
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    wantRow(null);
  }, [wanted, name, area, rows, all, release]);
}
