/** What an earlier release left unsaid in a data folder, and what a fresh fold says less that. */
import {
  type CheckName,
  HYPE_PARTS,
  LISTS,
  limitOf,
  PROFILES,
  type ProfileName,
  RULES_VERSION,
  totalOf,
  WINDOW_MS,
  weighed,
} from '@cryptonite/contracts/rules';

export type Row = Record<string, unknown>;
export type Item = Row & { mint: string };

/** Alerts of before have the time of the slot confirmed before their fact; now they have that of the fact. */
const SLOT_MS = 1_000;
export const isOfSlotBefore = (was: number, is: number): boolean => was <= is && is - was <= SLOT_MS;

/** The hour after a token's first trade, in which it is matched with the patterns, and the minute in which its end may be seen. */
const MATCHED_FOR_MS = WINDOW_MS.h1 + WINDOW_MS.m1;
const NEW_BIT = 1 << LISTS.newLaunches.bit;
/** In the verdicts of a row, two bits a check, that it passed: the place comes first. */
const passedBit = (profile: ProfileName, check: CheckName): number =>
  1 << (2 * (1 + PROFILES[profile].checks.findIndex(({ name }) => name === check)));
const SCORE_PASSED = passedBit('live', 'score');

const hypeOf = (security: unknown, social: unknown): number =>
  weighed(HYPE_PARTS, { pattern: 0, security: Number(security), social: Number(social) });
export const millisOf = (time: unknown): number => Date.parse(`${String(time).replace(' ', 'T')}Z`);

/** Whether an earlier release measured it, which knew no scores and no patterns. */
export const isRuledBefore = (row: Row): boolean => Number(row.rules_version) < RULES_VERSION;

const isUnderFiveMinutes = ({ time, created_at }: Row): boolean =>
  created_at != null && millisOf(time) - millisOf(created_at) < WINDOW_MS.m5;

/** What a fresh fold says at the time of a row that an earlier release stored, as the rules of then had it. */
export const asRuledBefore = (found: Row, row: Row): Row => ({
  ...found,
  rules_version: row.rules_version,
  pattern: '',
  live_passed_checks: passedBefore(found, 'live') - Number((Number(found.live_checks) & SCORE_PASSED) !== 0),
  ...(isUnderFiveMinutes(found) && {
    price_change_5m_percent: found.price_change_1h_percent,
    whitepaper_passed_checks: passedBefore(found, 'whitepaper'),
  }),
  // It had no list New.
  lists: Number(found.lists) & ~NEW_BIT,
});

/** Under five minutes momentum was of all its life, as the change over an hour is, where today's is of the second half. */
function passedBefore(found: Row, profile: ProfileName): number {
  const passed = Number(found[`${profile}_passed_checks`]);
  if (!isUnderFiveMinutes(found)) return passed;
  const passesNow = (Number(found[`${profile}_checks`]) & passedBit(profile, 'momentum')) !== 0;
  const change = found.price_change_1h_percent;
  const passedThen = change !== null && Number(change) >= limitOf(profile, 'momentum');
  return passed - Number(passesNow) + Number(passedThen);
}

/**
 * When the folder was taken over, and of which tokens its states lack what today's rules look at. Of a token that is older
 * than its state's release they hold neither `firstTradeAt` nor `firstHour`: once the hour is over nothing is left to make
 * its pattern of, so that it stays unobserved, and the score earns nothing by it. They hold no `alertMarketCapUsd`, and
 * `firstOn` begins when the token is first measured.
 */
export class TakenOver {
  /** Ms of stream time. */
  readonly #at: number;
  /** By mint, the measurement by which the new release put it onto New. */
  readonly #ontoNew: ReadonlyMap<string, Row>;

  /** @param rows what its table of measurements holds by now, oldest first; `firstTrades` by mint, in ms */
  constructor(
    rows: readonly Row[],
    private readonly firstTrades: ReadonlyMap<string, number>,
  ) {
    const after = rows.filter((row) => !isRuledBefore(row));
    const [first] = after;
    if (!first) throw new Error('nothing was measured after the folder was taken over');
    this.#at = millisOf(first.time);
    const onNew = after.filter(({ lists }) => (Number(lists) & NEW_BIT) !== 0).reverse();
    this.#ontoNew = new Map(onNew.map((row) => [String(row.mint), row]));
  }

  lacksFirstHour(mint: string): boolean {
    const firstTradeAt = this.firstTrades.get(mint);
    return firstTradeAt !== undefined && firstTradeAt + MATCHED_FOR_MS < this.#at;
  }

  /** What a fresh fold says of a token, less what the states that were taken over lack. */
  rowOf(found: Row): Row {
    const mint = String(found.mint);
    if (!this.lacksFirstHour(mint)) return found;
    const { security_score, social_score, pattern_coverage, new_launches_listed_at } = found;
    const isScored = pattern_coverage !== null;
    const wasAlerted = found.alert_raised_at !== null && millisOf(found.alert_raised_at) < this.#at;
    const onto = new_launches_listed_at === null ? undefined : this.#ontoNew.get(mint);
    return {
      ...found,
      ...(wasAlerted && { alert_market_cap_usd: null }),
      ...(isScored && {
        score: hypeOf(security_score, social_score),
        pattern: '',
        pattern_score: null,
        pattern_coverage: 0,
      }),
      ...(onto && {
        new_launches_listed_at: onto.time,
        new_launches_initial_market_cap_usd: onto.market_cap_usd,
      }),
    };
  }

  /** The same of an item of a list, whose check of the score fails by it. */
  itemOf(found: Item): Item {
    if (!this.lacksFirstHour(found.mint)) return found;
    const score = hypeOf(found.securityScore, found.socialScore);
    const coverage = hypeOf(found.securityCoverage, found.socialCoverage);
    const checks = found.checks as Row[];
    return {
      ...found,
      hypeScore: score,
      hypeCoverage: coverage,
      hypeBest: totalOf(score, 100 * (1 - coverage)).best,
      patternName: null,
      patternScore: null,
      patternCoverage: 0,
      checks: checks.map((check) => (check.name === 'score' ? { ...check, value: score } : check)),
      rejectionReason: String(found.rejectionReason).replace(/(?<=^Score )[\d.]+/, score.toFixed(1)),
    };
  }
}
