/** What a list or table shows is what it was before: held against what version 949e90f said of the same journal. */
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

const isAlike = (before: ScoredValues[string], now: ScoredValues[string]): boolean =>
  typeof before === 'number' && typeof now === 'number'
    ? Math.abs(before - now) <= WITHIN * Math.max(Math.abs(before), Math.abs(now))
    : before === now;

function differences(before: ScoredRow, now: ScoredRow): string[] {
  const names = new Set([...Object.keys(before.values), ...Object.keys(now.values)]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.values[name] ?? null, now.values[name] ?? null];
    return isAlike(was, is) || isCorrected(name, was, is)
      ? []
      : [`${keyOf(now)} ${name}: ${was} before, ${is} now`];
  });
}

/** An alert now has the time of the trade that raised it; it had that of the slot confirmed before. */
const isCorrected = (name: string, was: ScoredValues[string], is: ScoredValues[string]): boolean =>
  name === 'alertRaisedAt' && was !== null && is !== null && Number(is) >= Number(was);

describe('what 949e90f said of a played market', () => {
  let rows: Map<string, ScoredRow>;
  let findings: WireEvent[];
  const before = rowsBefore();

  beforeAll(() => {
    const folded = newFolded();
    foldBatch(folded, journalBefore());
    rows = new Map();
    for (const event of folded.emitted) {
      if (event.kind !== 'TokenScored') continue;
      const { mint, time, position } = event;
      const row = { mint, time, position, values: scoredValues(event) };
      rows.set(keyOf(row), row);
    }
    findings = folded.emitted.filter(({ kind }) => kind !== 'TokenScored' && kind !== 'ScanAdvanced');
  });

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
    // Alerts and steps of the lifecycle have the time of their fact; they had that of the slot confirmed before.
    const isAtFact = ({ kind }: WireEvent) => kind === 'BondingAlertRaised' || kind === 'LifecycleChanged';
    const comparable = (event: WireEvent) => (isAtFact(event) ? { ...event, time: 0 } : event);
    expect(findings.map(comparable)).toEqual(findingsBefore().map(comparable));
  });
});
