/** What a list or table shows is what it was before: held against what version 949e90f said of the same journal. */
import type { TokenDescribed } from '@cryptonite/contracts/events';
import { type PriceTrail, trailAfter, trailOf } from '@cryptonite/contracts/measures';
import { beforeAll, describe, expect, it } from 'vitest';
import { foldBatch, newFolded } from '../testing/fold.js';
import { findingsBefore, journalBefore, rowsBefore, type ScoredRow } from '../testing/rows-before.js';
import { type ScoredValues, scoredValues } from '../testing/scored-values.js';
import type { WireEvent } from './partition.js';

/** Old fractions are kept with six figures. */
const WITHIN = 6e-6;

const keyOf = ({ mint, time, position }: ScoredRow): string => `${mint} ${time} ${position}`;

/** Whether a list may have shown the token. */
const isShown = ({ values }: ScoredRow): boolean => {
  const progress = Number(values.bondingProgressPercent);
  return (
    values['live.listing.verdict'] !== null ||
    values['whitepaper.listing.verdict'] !== null ||
    (values.lifecycle === 'bonding' && progress >= 30 && progress <= 50)
  );
};

/** Amounts and prices of SOL were texts. */
const isAlike = (before: ScoredValues[string], now: ScoredValues[string]): boolean =>
  typeof now === 'number' && before !== null
    ? Math.abs(Number(before) - now) <= WITHIN * Math.max(Math.abs(Number(before)), Math.abs(now))
    : before === now;

/** Who traded within 24 h is told no more; and the trail of a token that no list shows nobody keeps. */
const isGone = (name: string, row: ScoredRow): boolean =>
  name === 'h24.traders' || (name.startsWith('priceTrail') && !isShown(row));

function differences(before: ScoredRow, now: ScoredRow): string[] {
  const names = new Set([...Object.keys(before.values), ...Object.keys(now.values)]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.values[name] ?? null, now.values[name] ?? null];
    return isAlike(was, is) || isCorrected(name, was, is) || isGone(name, before)
      ? []
      : [`${keyOf(now)} ${name}: ${was} before, ${is} now`];
  });
}

/**
 * An alert now has the time of the trade that raised it; it had that of the slot confirmed before. A token now enters a
 * list in the slot that moves it there; it did when the second was over, at what it was worth then.
 */
const isCorrected = (name: string, was: ScoredValues[string], is: ScoredValues[string]): boolean =>
  was !== null &&
  is !== null &&
  ((name === 'alertRaisedAt' && Number(is) >= Number(was)) ||
    (name.endsWith('.initialMarketCapUsd') && Math.abs(Number(is) / Number(was) - 1) < 0.05));

type Finding = { kind: string; mint: string; profile?: string; source?: unknown };

describe('what 949e90f said of a played market', () => {
  let rows: Map<string, ScoredRow>;
  let findings: WireEvent[];
  const before = rowsBefore();

  beforeAll(() => {
    const folded = newFolded();
    foldBatch(folded, journalBefore());
    rows = new Map();
    const described = new Map<string, TokenDescribed>();
    const trails = new Map<string, PriceTrail>();
    for (const event of folded.emitted) {
      if (event.kind === 'TokenDescribed') described.set(event.mint, event);
      if (event.kind === 'PriceTrailed') trails.set(event.mint, trailOf(event));
      if (event.kind !== 'Measured') continue;
      const { mint, time, position, lists } = event;
      const known = trails.get(mint);
      const trail = known === undefined || lists === 0 ? null : trailAfter(known, event);
      if (trail) trails.set(mint, trail);
      const row = { mint, time, position, values: scoredValues(event, described.get(mint)!, trail) };
      rows.set(keyOf(row), row);
    }
    const said = new Set(findingsBefore().map(({ kind }) => kind));
    findings = folded.emitted.flatMap((event) =>
      event.kind !== 'Measured' && said.has(event.kind) ? [event] : [],
    );
  }, 60_000);

  it('is said of every token that a list shows, with every fact of it', () => {
    const news = before.filter((row, index) => isShown(row) && row.position !== before[index - 1]?.position);
    expect(news.length).toBeGreaterThan(500);
    expect(news.filter((row) => !rows.has(keyOf(row))).map(keyOf)).toEqual([]);
  });

  it('is the same wherever both measured', () => {
    const both = before.filter((row) => rows.has(keyOf(row)));
    expect(both.filter((row) => !isShown(row)).length).toBeGreaterThan(100);
    expect(both.flatMap((row) => differences(row, rows.get(keyOf(row))!)).slice(0, 20)).toEqual([]);
  });

  it('has the same findings in the same order', () => {
    const comparable = (event: WireEvent) => {
      const { kind, mint, profile = null, source = null } = event as Finding;
      return { kind, mint, profile, source };
    };
    expect(findings.map(comparable)).toEqual(findingsBefore().map(comparable));
    // Alerts and steps of the lifecycle have the time of their fact; they had that of the slot confirmed before. What
    // enters a list is judged in the slot that moves it, not when the second is over.
    findingsBefore().forEach((before, index) => {
      const earlierBy = before.time - findings[index]!.time;
      const isAtFact = before.kind === 'BondingAlertRaised' || before.kind === 'LifecycleChanged';
      expect(isAtFact ? -earlierBy : earlierBy).toBeGreaterThanOrEqual(0);
      expect(Math.abs(earlierBy)).toBeLessThanOrEqual(1_000);
    });
  });
});
