/** What follows from facts and measurements: alerts, steps of the lifecycle, and the changes of the lists. */
import { dateTimeOf } from '@cryptonite/contracts/rows';
import type { Judged } from './checks.js';
import { GatedLists } from './lists.js';
import type { RawFact } from './raw.js';
import type { Expected, Stream } from './scores.js';
import { marketCapUsdOf, progressOf, type Standing, slotOf, standingsOf } from './standing.js';

type ExpectedRow = Record<string, unknown>;

/** Steps and the alert of one token, each at the fact that caused it. */
export function stepsOf(
  facts: readonly RawFact[],
  stream: Stream,
): { steps: ExpectedRow[]; alerts: ExpectedRow[] } {
  const [steps, alerts]: ExpectedRow[][] = [[], []];
  let before: Standing['lifecycle'] = null;
  for (const [index, standing] of standingsOf(facts, stream.gaps).entries()) {
    const { table, row, at } = facts[index]!;
    if (table === 'balances_changed') continue;
    const { mint, position, source_kind, source_name } = row;
    const base = { mint, time: dateTimeOf(at), position, rules_version: 5, source_kind, source_name };
    const now = standing.lifecycle;
    // What is first seen further on is taken to have been bonding before.
    const from = before ?? (standing.curve === null ? now : 'bonding');
    before = now;
    if (now !== null && from !== null && from !== now)
      steps!.push({
        ...base,
        from_lifecycle: from,
        to_lifecycle: now,
        id: `${mint}:${position}:LifecycleChanged:${now}`,
      });
    const progress = progressOf(standing);
    const isIn = now === 'bonding' && progress !== null && progress >= 30 && progress <= 50;
    if (isIn && alerts!.length === 0)
      alerts!.push({
        ...base,
        bonding_progress_percent: progress,
        market_cap_usd: marketCapUsdOf(standing, stream.pricesBefore(slotOf(position), standing.quoteMint)),
        id: `${mint}:BondingAlertRaised`,
      });
  }
  return { steps: steps!, alerts: alerts! };
}

export type Measured = { base: ExpectedRow; marketCapUsd: unknown; live: Judged; whitepaper: Judged };

const KINDS: Readonly<Record<string, string>> = {
  qualified: 'TokenQualified',
  rejected: 'TokenRejected',
  unlisted: 'TokenUnlisted',
};

/** The changes of both profiles' lists between one measurement of a token and the next. */
export function changesOfLists(measurements: readonly Measured[]): ExpectedRow[] {
  return (['live', 'whitepaper'] as const).flatMap((profile) => {
    let before = { source: '', verdict: '' };
    const rows: ExpectedRow[] = [];
    for (const measured of measurements) {
      const { base, marketCapUsd } = measured;
      const now = measured[profile];
      const add = (list_source: string, verdict: string, rest: ExpectedRow) =>
        rows.push({
          ...base,
          profile,
          list_source,
          verdict,
          ...rest,
          id: `${base.mint}:${profile}:${list_source}:${Date.parse(`${base.time}Z`)}:${base.position}:${KINDS[verdict]}`,
        });
      const nothing = { passed_checks: null, total_checks: null, reason: null, market_cap_usd: null };
      if (before.source !== '' && before.source !== now.source) add(before.source, 'unlisted', nothing);
      if (now.source !== '' && (before.source !== now.source || before.verdict !== now.verdict))
        add(now.source, now.verdict, {
          passed_checks: now.passed,
          total_checks: profile === 'live' ? 5 : 6,
          reason: now.reason,
          market_cap_usd: marketCapUsd,
        });
      before = now;
    }
    return rows;
  });
}

const LIST_BITS = { live: { qualified: 1, rejected: 2 }, whitepaper: { qualified: 4, rejected: 8 } } as const;
const EARLY_STAGE = 16;

/** What of a measurement follows from those before it: since when it stands where it does, and on which lists. */
export class Listings {
  readonly gated = new GatedLists();
  readonly #first = new Map<string, { listed_at: unknown; initial_market_cap_usd: unknown }>();

  columnsOf(base: ExpectedRow, expected: Expected): ExpectedRow {
    const columns: ExpectedRow = {};
    const { time } = base;
    const { placed } = expected;
    const row = {
      ...expected,
      live_verdict: expected.live.verdict,
      whitepaper_verdict: expected.whitepaper.verdict,
    };
    const gated = this.gated.columnsOf({
      base,
      row: { ...row, last_trade_ms: expected.last_trade_at },
      ...placed,
    });
    const { lifecycle, bonding_progress_percent: progress, rug_risk: risk } = expected;
    const isEarly =
      lifecycle === 'bonding' &&
      Number(progress ?? 0) >= 30 &&
      Number(progress) <= 50 &&
      Number(risk ?? 0) <= 80;
    let lists = isEarly && !placed.hasLeft ? EARLY_STAGE : 0;
    for (const profile of ['live', 'whitepaper'] as const) {
      const { source, verdict } = expected[profile];
      const key = `${profile} ${source} ${verdict}`;
      if (verdict !== '' && !this.#first.has(key))
        this.#first.set(key, { listed_at: time, initial_market_cap_usd: expected.market_cap_usd });
      const first = verdict === '' ? undefined : this.#first.get(key);
      columns[`${profile}_listed_at`] = first?.listed_at ?? null;
      columns[`${profile}_initial_market_cap_usd`] = first?.initial_market_cap_usd ?? null;
      if (verdict === 'qualified' || verdict === 'rejected') lists |= LIST_BITS[profile][verdict];
    }
    return { ...columns, ...gated.columns, lists: lists | gated.bits };
  }
}
