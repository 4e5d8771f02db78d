/** From what was seen of trades on their way: how long each stage of it took. Pure. */

import { slotOf } from '@cryptonite/contracts/chain';

export type Trade = { position: string; slot: number; receivedMs: number; writtenMs: number };
/** A measurement of a token as it can be read in its topic; `isShown`: a list shows the token. */
export type Score = { position: string; partition: number; offset: number; readMs: number; isShown: boolean };
/** A token's event on the stream: all that the screener said up to these offsets is shown by then. */
export type Show = { atMs: number; offsets: ReadonlyMap<number, number> };

/**
 * The stages from receipt to event. Held: until its slot is confirmed. Written: until it can be read in the journal.
 * Folded: until its token's measurement can be read. Shown: until the event has come.
 */
export const STAGES = ['held', 'written', 'folded', 'shown'] as const;
export type Stage = (typeof STAGES)[number];

/** Milliseconds. */
export type Spread = { p50: number; p99: number; most: number };

export type Traced = {
  trades: number;
  /** Trades of tokens that a list shows, or shows by the slot of the trade: of the others nothing is sent. */
  counted: number;
  /** Counted ones whose event never came. */
  unseen: number;
  total: Spread;
  stages: Record<Stage, Spread>;
  /** The slowest of them, the slowest first. */
  slowest: Delivery[];
};

/** A trade on its way to its event, ms. */
export type Delivery = { mint: string; position: string; totalMs: number; stages: Record<Stage, number> };

const SLOWEST = 5;

/** Everything by mint, each in the order in which it came; `confirmedMs` by slot. */
export function traceTrades(
  trades: ReadonlyMap<string, readonly Trade[]>,
  scores: ReadonlyMap<string, readonly Score[]>,
  shows: ReadonlyMap<string, readonly Show[]>,
  confirmedMs: ReadonlyMap<number, number>,
): Traced {
  const delivered: Delivery[] = [];
  let all = 0;
  let counted = 0;
  let unseen = 0;
  for (const [mint, own] of trades) {
    all += own.length;
    const scored = scores.get(mint) ?? [];
    const shown = shows.get(mint) ?? [];
    let nextScore = 0;
    let nextShow = 0;
    for (const { position, slot, receivedMs, writtenMs } of own) {
      while (nextScore < scored.length && scored[nextScore]!.position < position) nextScore += 1;
      const score = scored[nextScore];
      if (!score?.isShown) continue;
      // A trade of a hidden token waits for nobody: what brings it onto a list is measured in its own slot.
      const wasShown = scored[nextScore - 1]?.isShown === true;
      if (!wasShown && slotOf(score.position) !== slot) continue;
      counted += 1;
      const isCovered = ({ offsets }: Show) => (offsets.get(score.partition) ?? -1) >= score.offset;
      while (nextShow < shown.length && !isCovered(shown[nextShow]!)) nextShow += 1;
      const show = shown[nextShow];
      if (!show) {
        unseen += 1;
        continue;
      }
      const slotMs = confirmedMs.get(slot) ?? Number.NaN;
      const stages = {
        held: slotMs - receivedMs,
        written: writtenMs - slotMs,
        folded: score.readMs - writtenMs,
        shown: show.atMs - score.readMs,
      };
      delivered.push({ mint, position, totalMs: show.atMs - receivedMs, stages });
    }
  }
  const ofStage = (stage: Stage) => spreadOf(delivered.map(({ stages }) => stages[stage]));
  return {
    trades: all,
    counted,
    unseen,
    total: spreadOf(delivered.map(({ totalMs }) => totalMs)),
    stages: {
      held: ofStage('held'),
      written: ofStage('written'),
      folded: ofStage('folded'),
      shown: ofStage('shown'),
    },
    slowest: delivered.toSorted((a, b) => b.totalMs - a.totalMs).slice(0, SLOWEST),
  };
}

/** NaN of nothing. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
