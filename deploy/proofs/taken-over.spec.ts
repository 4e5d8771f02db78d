import { HYPE_PARTS, RULES_VERSION } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { asRuledBefore, type Item, isOfSlotBefore, millisOf, type Row, TakenOver } from './taken-over.js';

const AT = '2026-10-02 01:05:34.000';
const NEW_BIT = 1 << 15;
const [OLD, YOUNG] = ['old', 'young'];
const after = { mint: OLD, time: AT, rules_version: RULES_VERSION, lists: NEW_BIT, market_cap_usd: 6_088 };
const takenOver = new TakenOver(
  [{ ...after, time: '2026-10-02 01:05:33.000', rules_version: RULES_VERSION - 1 }, after],
  new Map([
    [OLD, millisOf(AT) - 3_660_001],
    [YOUNG, millisOf(AT) - 3_660_000],
  ]),
);

/** Hype by a security of 20 alone. */
const OF_SECURITY = (HYPE_PARTS.security * 20) / 100;

const found: Row = {
  mint: OLD,
  pattern: 'viralMeme',
  pattern_score: 60,
  pattern_coverage: 0.6,
  score: 32.7,
  security_score: 20,
  social_score: null,
  alert_raised_at: '2026-10-01 00:00:12.000',
  alert_market_cap_usd: 9_000,
  new_launches_listed_at: '2026-10-01 00:00:17.000',
  new_launches_initial_market_cap_usd: 5_237,
};

describe('a token whose first hour was over as its state was taken over', () => {
  it('has no pattern, a score without one, and what else its state lacks', () => {
    expect(takenOver.rowOf(found)).toEqual({
      ...found,
      pattern: '',
      pattern_score: null,
      pattern_coverage: 0,
      score: OF_SECURITY,
      alert_market_cap_usd: null,
      new_launches_listed_at: AT,
      new_launches_initial_market_cap_usd: 6_088,
    });
  });

  it('has them unknown in the lists, with what complete data could give', () => {
    const item: Item = {
      mint: OLD,
      securityScore: 20,
      socialScore: null,
      securityCoverage: 0.2,
      socialCoverage: 0,
      checks: [{ name: 'score', value: 32.7 }, { name: 'momentum' }],
      rejectionReason: 'Score 32.7 is below 40',
    };
    expect(takenOver.itemOf(item)).toMatchObject({
      hypeScore: OF_SECURITY,
      hypeCoverage: expect.closeTo(OF_SECURITY / 100, 12),
      hypeBest: 100,
      patternName: null,
      patternScore: null,
      patternCoverage: 0,
      checks: [{ name: 'score', value: OF_SECURITY }, { name: 'momentum' }],
      rejectionReason: 'Score 4.7 is below 40',
    });
  });
});

it('a token without scores has none, and one not on New no listing there', () => {
  const row = { ...found, score: null, pattern_coverage: null, new_launches_listed_at: null };
  expect(takenOver.rowOf(row)).toEqual({ ...row, alert_market_cap_usd: null });
});

it('a token whose first hour was not over is left as it is', () => {
  const row = { ...found, mint: YOUNG };
  expect(takenOver.rowOf(row)).toBe(row);
  expect(takenOver.rowOf({ ...found, mint: 'never traded' })).toMatchObject({ pattern: 'viralMeme' });
});

it.each([
  ['passed', 0b01, 3],
  ['failed', 0b10, 4],
  ['unknown', 0b00, 4],
])('a row of before counts no check of the score, which %s', (_, verdict, passed) => {
  const fresh = { live_checks: 0b01010101 | (verdict << 8), live_passed_checks: 4, lists: NEW_BIT | 2 };
  expect(asRuledBefore(fresh, { rules_version: 1 })).toEqual({
    ...fresh,
    rules_version: 1,
    pattern: '',
    live_passed_checks: passed,
    lists: 2,
  });
});

it('an alert of before is up to a slot older', () => {
  expect([0, 1_000, 1_001, -1].map((later) => isOfSlotBefore(5_000, 5_000 + later))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it.each([
  ['under five minutes old was of all its life', '2026-10-02 01:00:34.001', 16, 3],
  ['of five minutes is compared as it is', '2026-10-02 01:00:34.000', 7.5, 2],
])('the momentum that an earlier release measured of a token %s', (_case, created_at, change, passed) =>
  expect(
    asRuledBefore(
      {
        ...{ time: AT, created_at, price_change_5m_percent: 7.5, price_change_1h_percent: 16 },
        ...{ live_checks: 0, live_passed_checks: 2, whitepaper_checks: 0, whitepaper_passed_checks: 2 },
      },
      { rules_version: 3 },
    ),
  ).toMatchObject({
    ...{ price_change_5m_percent: change, live_passed_checks: passed, whitepaper_passed_checks: 2 },
  }),
);
