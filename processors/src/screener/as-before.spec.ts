/** What a list or table shows is what it was before: held against what version 949e90f said of the same journal. */
import type { TokenDescribed } from '@cryptonite/contracts/events';
import {
  judgeMeasurement,
  type Measurement,
  type PriceTrail,
  trailAfter,
  trailOf,
} from '@cryptonite/contracts/measures';
import { PROFILE_NAMES, WINDOW_MS } from '@cryptonite/contracts/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { foldBatch, newFolded, type Said } from '../testing/fold.js';
import { findingsBefore, journalBefore, rowsBefore, type ScoredRow } from '../testing/rows-before.js';
import { type ScoredValues, scoredValues } from '../testing/scored-values.js';

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
    if (isToldNoMore(name, now) || (isHalved(now) && isOfMomentum(name))) return [];
    const [was, is] = [inWords(name, inUnits(name, before.values)), now.values[name] ?? null];
    return isAlike(was, is) || isCorrected(name, was, is) || isOfEntry(name)
      ? []
      : [`${keyOf(now)} ${name}: ${was} before, ${is} now`];
  });
}

/** Distinct traders of a day, and the trail of a token that no list shows. */
const isToldNoMore = (name: string, now: ScoredRow): boolean =>
  name === 'h24.traders' || (name.startsWith('priceTrail.') && !isShown(now));

/** What the curve raised was told in base units, and the price of SOL as a text. */
function inUnits(name: string, values: ScoredValues): ScoredValues[string] {
  const value = values[name] ?? null;
  if (value === null) return null;
  if (name === 'solPriceUsd') return Number(value);
  if (name !== 'quoteRaised' && name !== 'quoteToComplete') return value;
  return values.quoteDecimals === null ? null : Number(value) / 10 ** Number(values.quoteDecimals);
}

/** The check of the price was called otherwise, and a fall had a hyphen. */
const inWordsOfNow = (reason: string): string =>
  reason.replace('Price change', 'Price momentum').replace(' -', ' −');
const inWords = (name: string, value: ScoredValues[string]): ScoredValues[string] =>
  name.endsWith('.listing.reason') && typeof value === 'string' ? inWordsOfNow(value) : value;

/** What was first seen on a list is held against the finding that tells of it. */
const isOfEntry = (name: string): boolean => /\.listing\.(listedAt|initialMarketCapUsd)$/.test(name);

/**
 * An alert now has the time of the trade that raised it; it had that of the slot confirmed before. Without a supply the
 * coverage of its holders was told as 0.
 */
const isCorrected = (name: string, was: ScoredValues[string], is: ScoredValues[string]): boolean =>
  (name === 'alertRaisedAt' && was !== null && is !== null && Number(is) >= Number(was)) ||
  (name === 'holderCoverage' && was === 0 && is === null);

/** Of a token under five minutes the price was held against that of its launch. */
const isHalved = ({ time, values: { createdAt } }: ScoredRow): boolean =>
  createdAt !== null && createdAt !== undefined && time - Number(createdAt) < WINDOW_MS.m5;
const isOfMomentum = (name: string): boolean =>
  /^m5\.priceChangePercent$|\.momentum(\.|$)|\.(passedChecks|listing\..*)$/.test(name);

const isOfOtherMomentum = ({ values: was }: ScoredRow, { values: is }: ScoredRow): boolean =>
  PROFILE_NAMES.some((profile) => was[`${profile}.momentum`] !== is[`${profile}.momentum`]);

/** Before, nothing scored: the check of the score was unknown, and the verdict what the others made of it. */
function withoutScore(measured: Measurement): Measurement {
  const before = { ...measured, score: null };
  for (const profile of PROFILE_NAMES) {
    const { codes, verdict } = judgeMeasurement(profile, before);
    before[`${profile}Checks`] = codes;
    if (measured[`${profile}Verdict`] !== null) before[`${profile}Verdict`] = verdict;
  }
  return before;
}

const isOfScore = (measured: Measurement): boolean =>
  PROFILE_NAMES.some(
    (profile) => measured[`${profile}Verdict`] !== withoutScore(measured)[`${profile}Verdict`],
  );

/** What is no finding. */
const BESIDE: ReadonlySet<string> = new Set([
  'Measured',
  'ScanAdvanced',
  'TokenDescribed',
  'PriceTrailed',
  'LayerAssessed',
  'ListEntered',
  'ListLeft',
  'OutcomeObserved',
]);

/** What was measured, put together as a reader does. */
function readRows(said: readonly Said[]): Map<string, ScoredRow> {
  const rows = new Map<string, ScoredRow>();
  const described = new Map<string, TokenDescribed>();
  const trails = new Map<string, PriceTrail>();
  for (const each of said) {
    if (each.kind === 'TokenDescribed') described.set(each.mint, each);
    else if (each.kind === 'PriceTrailed') trails.set(each.mint, trailOf(each));
    else if (each.kind === 'Measured') {
      const { mint, time, position } = each;
      const before = trails.get(mint);
      const trail = before && each.lists !== 0 ? trailAfter(before, each) : null;
      if (trail) trails.set(mint, trail);
      const row = {
        mint,
        time,
        position,
        values: scoredValues(withoutScore(each), described.get(mint)!, trail),
      };
      rows.set(keyOf(row), row);
    }
  }
  return rows;
}

const whatOf = (finding: Said) => ({
  kind: finding.kind,
  ...('profile' in finding && { profile: finding.profile, source: finding.source }),
  ...('to' in finding && { from: finding.from, to: finding.to }),
});

/**
 * Alerts and steps of the lifecycle have the time of their fact; they had that of the slot confirmed before. Alerts did not
 * say what the token was worth. The rules of then knew no score.
 */
function valuesOf(said: Said) {
  const finding = { ...said, rulesVersion: 0 };
  if (isVerdict(finding)) {
    const checks = finding.checks.filter(({ name }) => name !== 'score');
    const passedChecks = checks.filter(({ verdict }) => verdict === 'pass').length;
    return { ...finding, checks, passedChecks, reason: reasonBesideScore(finding) };
  }
  if (finding.kind === 'LifecycleChanged') return { ...finding, time: 0 };
  if (finding.kind !== 'BondingAlertRaised') return finding;
  const { marketCapUsd: _, ...told } = finding;
  return { ...told, time: 0 };
}

const isVerdict = (said: Said): said is Extract<Said, { kind: 'TokenQualified' | 'TokenRejected' }> =>
  said.kind === 'TokenQualified' || said.kind === 'TokenRejected';

const isForScore = (finding: Said): boolean =>
  finding.kind === 'TokenRejected' && finding.reason.startsWith('Score');
const reasonBesideScore = (finding: Said): string | null =>
  finding.kind === 'TokenRejected' && !isForScore(finding) ? inWordsOfNow(finding.reason) : null;

function byMint(said: readonly Said[]): Map<string, Exclude<Said, { kind: 'ScanAdvanced' }>[]> {
  const grouped = new Map<string, Exclude<Said, { kind: 'ScanAdvanced' }>[]>();
  for (const each of said)
    if (each.kind !== 'ScanAdvanced') grouped.set(each.mint, [...(grouped.get(each.mint) ?? []), each]);
  return grouped;
}

describe('what 949e90f said of a played market', () => {
  let rows: Map<string, ScoredRow>;
  let findings: Said[];
  /** Tokens that a score, or the momentum of their first minutes, moved between lists. */
  let movedByRules: Set<string>;
  const before = rowsBefore();

  beforeAll(() => {
    const folded = newFolded();
    foldBatch(folded, journalBefore());
    rows = readRows(folded.emitted);
    findings = folded.emitted.filter(({ kind }) => !BESIDE.has(kind));
    movedByRules = new Set([
      ...folded.emitted.flatMap((said) => (said.kind === 'Measured' && isOfScore(said) ? [said.mint] : [])),
      ...before.flatMap((row) => {
        const now = rows.get(keyOf(row));
        return now && isHalved(now) && isOfOtherMomentum(row, now) ? [row.mint] : [];
      }),
    ]);
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

  it('has the same findings, those of tokens that no list showed up to a second sooner', () => {
    const now = byMint(findings);
    const then = byMint(findingsBefore());
    expect([...now.keys()].sort()).toEqual([...then.keys()].sort());
    let same = 0;
    for (const [mint, all] of now) {
      const isCompared = (finding: Said) => !movedByRules.has(mint) || !isVerdict(finding);
      const told = all.filter(isCompared);
      const toldThen = then.get(mint)!.filter(isCompared);
      expect(told.map(whatOf)).toEqual(toldThen.map(whatOf));
      told.forEach((finding, index) => {
        const was = toldThen[index]!;
        if (finding.position === was.position) {
          expect(valuesOf(finding)).toEqual(
            isForScore(finding) ? { ...valuesOf(was), reason: null } : valuesOf(was),
          );
          same += 1;
          return;
        }
        // A fact that turns a token has it measured in its slot: it waited for the next second.
        expect(finding.position < was.position).toBe(true);
        expect(was.time - finding.time).toBeLessThanOrEqual(1_000);
      });
    }
    expect(same).toBeGreaterThan(findings.filter((finding) => !isVerdict(finding)).length / 2);
  });
});
