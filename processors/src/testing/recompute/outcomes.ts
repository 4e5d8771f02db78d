/** What became of a token from each of its starts on, from the raw tables, by the definitions in the columns' comments. */
import { dateTimeOf } from '@cryptonite/contracts/rows';
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import type { RawFact } from './raw.js';
import type { Stream, TokenScores } from './scores.js';
import { AGENT, firstOf, type Standing, slotOf, standingsOf } from './standing.js';

type ExpectedRow = Record<string, unknown>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HORIZONS = [
  ['5m', 5 * MINUTE],
  ['1h', HOUR],
  ['24h', DAY],
] as const;

/** A first listing: the measurement that put the token on the list. */
export type Listed = { since: string; at: number; position: string; slot: number };

/** A start; `known` facts come before it, and of a launch `price` is to come. */
type Start = { since: string; at: number; slot: number; known: number; price: number | null };

/** `token` was asked what each of its rows must say. */
export function outcomesOf(
  facts: readonly RawFact[],
  stream: Stream,
  token: TokenScores,
  listings: readonly Listed[],
): ExpectedRow[] {
  const standings = standingsOf(facts, stream.gaps);
  const first = firstOf(facts);
  const starts: Start[] = [];
  if (first?.table === 'launches_created')
    starts.push({
      since: 'launch',
      at: first.at,
      slot: slotOf(first.row.position),
      known: facts.indexOf(first) + 1,
      price: null,
    });
  for (const { since, at, position, slot } of listings) {
    const known = facts.filter(({ row }) => row.position <= position).length;
    starts.push({ since, at, slot, known, price: standings[known - 1]!.price });
  }
  return starts.flatMap((start) =>
    HORIZONS.flatMap(([horizon, ms]) => {
      const end = start.at + ms;
      const known = knownBy(end, start.known, facts, stream);
      return known === null ? [] : [rowOf(start, horizon, end, { known, facts, standings, stream, token })];
    }),
  );
}

/** How many facts count at the end of a horizon; null where the stream ends before, or the token had left by then. */
function knownBy(end: number, from: number, facts: readonly RawFact[], stream: Stream): number | null {
  for (let known = from; ; known += 1) {
    const next = facts[known];
    const before = next ? stream.timeBefore(slotOf(next.row.position)) : stream.endsAt;
    const leaves = stream.firstAt(stream.timeOf(slotOf(facts[known - 1]!.row.position)) + DAY + 1);
    if (leaves !== null && leaves.at <= before) return end < leaves.at ? known : null;
    if (before > end) return known;
    if (!next) return null;
    // A stamp ahead of its block counts at the block's time.
    if (Math.min(next.at, stream.timeOf(slotOf(next.row.position))) > end) return known;
  }
}

type Seen = {
  known: number;
  facts: readonly RawFact[];
  standings: readonly Standing[];
  stream: Stream;
  token: TokenScores;
};

function rowOf(start: Start, horizon: string, end: number, seen: Seen): ExpectedRow {
  const { known, facts, standings, stream } = seen;
  const { position, mint, source_kind, source_name } = facts[known - 1]!.row;
  const { lifecycle, price } = standings[known - 1]!;
  const isWhole = !stream.gaps.some(
    ({ beforeSlot }) => beforeSlot > start.slot && stream.timeBefore(beforeSlot) <= end,
  );
  const { prices, isLost } = pricesOf(start, seen);
  const isPriced = isWhole && !isLost && prices.length > 0 && price !== null;
  const hasDumped = fellFar(prices);
  const trades = facts.slice(0, known).filter(({ table }) => table === 'trades_executed');
  const isTraded = trades.some(({ row, at }) => 'trader' in row && row.trader !== AGENT && at >= end - HOUR);
  const isOfDay = horizon === '24h';
  const pattern = isOfDay && start.since === 'launch' ? seen.token.patternBy(end) : null;
  const isNamed = pattern !== null && pattern.coverage > 0;
  return {
    mint,
    time: dateTimeOf(end),
    position,
    rules_version: RULES_VERSION,
    source_kind,
    source_name,
    since: start.since,
    started_at: dateTimeOf(start.at),
    horizon,
    peak_multiple: isPriced ? Math.max(...prices) / prices[0]! : null,
    last_multiple: isPriced ? price / prices[0]! : null,
    has_graduated: lifecycle === 'graduated' ? true : isWhole ? false : null,
    has_dumped: horizon !== '1h' ? null : hasDumped ? true : isWhole && !isLost ? false : null,
    is_dead: !isOfDay ? null : isTraded ? false : isWhole ? true : null,
    pattern: isNamed ? pattern.pattern : '',
    pattern_score: isNamed ? pattern.score : null,
    pattern_coverage: isNamed ? pattern.coverage : null,
    id: `${mint}:OutcomeObserved:${start.since}:${start.at}:${horizon}`,
  };
}

/** That at the start and after each trade from then on, until one is unknown, or of another quote than that before. */
function pricesOf({ since, known: from, price }: Start, { known, facts, standings }: Seen) {
  const prices = price === null ? [] : [price];
  if (since !== 'launch' && price === null) return { prices, isLost: true };
  for (let index = from; index < known; index += 1) {
    if (facts[index]!.table !== 'trades_executed') continue;
    const now = standings[index]!;
    // Before its first price a curve's is that of its launch.
    if (now.firstPrice === null) continue;
    const isOther = now.quoteMint !== standings[index - 1]!.quoteMint;
    if (now.price === null || (isOther && prices.length > 0)) return { prices, isLost: true };
    prices.push(now.price);
  }
  return { prices, isLost: false };
}

function fellFar(prices: readonly number[]): boolean {
  let highest = 0;
  return prices.some((price) => {
    highest = Math.max(highest, price);
    return (1 - price / highest) * 100 >= 60;
  });
}
