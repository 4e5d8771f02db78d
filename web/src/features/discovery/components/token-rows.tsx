import { type ComponentType, type HTMLAttributes, type Ref, useMemo } from 'react';
import { formatUtcTime } from '../../../lib/format';
import { useSteps } from '../../../ui/use-steps';
import type { Drawn, DrawnToken } from '../model/drawn-token';
import type { Density } from '../model/preferences';
import type { ShownRow } from '../model/shown-row';
import { findSharedSymbols } from '../model/symbols';
import type { CardKind } from './card-shell';
import { TokenCard } from './token-card';
import { TokenRow } from './token-row';

/** What a token is drawn as in a list of cards. */
export type DrawToken<Token extends DrawnToken> = ComponentType<Drawn<Token> & { isFilled: boolean }>;

type TokenRowsProps<Token extends DrawnToken> = {
  /** What the list is called for those who cannot see where it stands. */
  label: string;
  rows: readonly ShownRow<Token>[];
  /** The whole list: what is shown of it may share a symbol with what is not. */
  all: readonly Pick<DrawnToken, 'mint' | 'symbol'>[];
  density: Density;
  draw?: DrawToken<Token>;
  /** What its cards are, and whose score its rows show. */
  kind?: CardKind;
  isStale?: boolean;
  /** Of the rows drawn; cards are `token-card`. */
  testId?: string;
  /** The head of another list stands above and serves this one too. */
  isHeadShared?: boolean;
  /** What holds the rows still. */
  area: HTMLAttributes<HTMLElement> & { ref?: Ref<never> };
};

/** So many are drawn in one task: a line of cards on a desktop, and rows that cost about as much. */
const DRAWN_PER_TASK: Record<Density, number> = { cards: 3, rows: 6 };

/** A list as cards or as rows. */
export function TokenRows<Token extends DrawnToken>(props: TokenRowsProps<Token>) {
  const {
    label,
    density,
    rows,
    all,
    draw: Card = TokenCard,
    kind = 'check',
    isStale = false,
    testId = 'token-card',
    isHeadShared = false,
    area,
  } = props;
  const drawn = useDrawn(rows, all, isStale);
  const filled = useSteps(rows.length, DRAWN_PER_TASK[density]);
  if (density === 'cards') {
    return (
      <ul
        aria-label={label}
        className={kind === 'ultimate' ? 'token-cards two-columns' : 'token-cards'}
        {...area}
      >
        {drawn.map((row, index) => (
          <li key={row.token.mint} className="min-w-0">
            <Card {...row} isFilled={index < filled} />
          </li>
        ))}
      </ul>
    );
  }
  const asOf = isStale ? Math.max(...rows.map(({ token }) => token.measuredAt)) : null;
  return (
    <table aria-label={label} className="token-rows" {...area}>
      <RowsHead
        kind={kind}
        asOf={asOf}
        isHidden={isHeadShared}
        areNear={rows.some(({ token }) => token.missedGate)}
      />
      {drawn.map((row, index) => (
        // What glides to another place may not clip what it holds, as a row does: browsers take that for a jump.
        <tbody key={row.token.mint}>
          <TokenRow testId={testId} kind={kind} {...row} isFilled={index < filled} />
        </tbody>
      ))}
    </table>
  );
}

/** With what a card says because of the others of its list. */
function useDrawn<Token extends DrawnToken>(
  rows: readonly ShownRow<Token>[],
  all: TokenRowsProps<Token>['all'],
  isStale: boolean,
): Drawn<Token>[] {
  const tokens = [...all, ...rows.map(({ token }) => token)];
  // Values change all the time, symbols hardly ever.
  const symbols = tokens.map(({ mint, symbol }) => `${mint} ${symbol}`).join('\n');
  const shared = useMemo(() => findSharedSymbols(tokens), [symbols]);
  return useMemo(() => {
    const origins = rows.map(({ token: { origin } }) => `${origin.kind} ${origin.name}`);
    const isOriginShown = new Set(origins).size > 1;
    return rows.map(({ token, left, isNew }) => ({
      token,
      left,
      isNew,
      isStale,
      isOriginShown,
      sharesSymbol: shared.has(token.mint),
    }));
  }, [rows, shared, isStale]);
}

/** What stands in the column of checks. */
const HEADS: Record<CardKind, string> = {
  check: 'Checks · hype',
  ultimate: 'Score · growth',
  daily: 'Daily score · growth',
  hype: 'Hype · growth',
};

const COLUMNS = [
  ['token', 'Token'],
  ['marks', 'Marks'],
  ['cap', 'Market cap'],
  ['since', 'Since listed'],
  ['age', 'Age'],
  ['price', 'Price 5 m'],
  ['holders', 'Holders · top 10'],
  ['whales', 'Whales'],
  ['liquidity', 'Liquidity'],
  ['trades', 'Trades, buys'],
  ['progress', 'Progress'],
  ['checks', HEADS.check],
  ['last', 'Price, 5 min'],
] as const;

/** Stays under the bar while the rows scroll. */
export function RowsHead({
  kind = 'check',
  asOf = null,
  isHidden = false,
  areNear = false,
}: {
  kind?: CardKind;
  asOf?: number | null;
  isHidden?: boolean;
  /** Each says which gate it misses in the place of its progress. */
  areNear?: boolean;
}) {
  const labels: Partial<Record<string, string>> = {
    checks: HEADS[kind],
    ...(areNear && { progress: 'Missed gate' }),
  };
  return (
    <thead className={isHidden ? 'sr-only' : 'rows-head'}>
      <tr className="rows-grid">
        {COLUMNS.map(([name, label]) => (
          <th key={name} scope="col" className={`col-${name}`}>
            {labels[name] ?? label}
            {name === 'token' && asOf !== null && (
              <span className="text-warn"> as of {formatUtcTime(asOf)}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
