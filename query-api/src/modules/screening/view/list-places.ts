import {
  changePercent,
  LIST_NAMES,
  LISTS,
  type ListKind,
  type ListName,
  type ListPlace,
  type ProfileName,
  type ScoreBar,
} from '@cryptonite/contracts/api';
import { DERIVED, gateInputsOf, judgeMeasurement, type Measurement } from '@cryptonite/contracts/measures';
import {
  actionOf,
  countPassed,
  gatedOf,
  isOn,
  LISTED,
  type List,
  type Order,
  LISTS as RULES,
  type ListName as RuledList,
  reasonOf,
  totalChecksOf,
  ULTIMATE,
} from '@cryptonite/contracts/rules';
import { type AssessedLayers, foundOf, riskSeenOf } from '../scores/found.js';
import { bestOf, type GatedRow, gatesOf, type RowScores } from '../scores/row-scores.js';
import { ultimateStrengthsOf } from '../scores/strengths.js';
import { offChainReasons, reasonsOf } from '../words/gate-words.js';
import { shillReasonOf } from '../words/shill-words.js';
import { sentencesOf } from '../words/why.js';

/**
 * Gates with the values that the token is said with: its dollars follow the price of SOL between two measurements. Verdicts are
 * the measurement's, and where that price alone would change one, so is the value.
 */
export function shownGatesOf(
  measurement: Measurement,
  profile: ProfileName,
  solPriceUsd: number | null,
): GatedRow[] {
  const gates = gatesOf(measurement, profile);
  if (solPriceUsd === measurement.solPriceUsd) return gates;
  const shown = gatedOf(ULTIMATE[profile], gateInputsOf(measurement, solPriceUsd));
  return gates.map((gate, place) => {
    const now = shown[place];
    return now?.verdict === gate.verdict ? { ...gate, value: now.value, limit: now.limit } : gate;
  });
}

/** Of a token that a list holds. `scores` are those of its measurement; null where it has none. */
export type Placed = {
  measurement: Measurement;
  scores: RowScores | null;
  layers: AssessedLayers;
};

type Placing = Placed & {
  name: ListName;
  profile: ProfileName;
  listing: Listing;
  solPriceUsd: number | null;
};

/** When a list held a token first, and its market cap then; on which source the list's profile has it. */
export type Listing = {
  listedAt: number | null;
  initialMarketCapUsd: number | null;
  source: Measurement['liveSource'];
};

const isListed = (list: RuledList): list is (typeof LISTED)[number] =>
  (LISTED as readonly RuledList[]).includes(list);

/** Of near misses nothing is kept of when. */
export function listingOf(list: RuledList, measurement: Measurement): Listing {
  const { profile } = RULES[list];
  return {
    ...firstOn(list, measurement),
    source: profile === null ? null : measurement[`${profile}Source`],
  };
}

function firstOn(list: RuledList, measurement: Measurement): Omit<Listing, 'source'> {
  if (isListed(list))
    return {
      listedAt: measurement[`${list}ListedAt`],
      initialMarketCapUsd: measurement[`${list}InitialMarketCapUsd`],
    };
  // It begins with the alert.
  if (list === 'earlyStage')
    return { listedAt: measurement.alertRaisedAt, initialMarketCapUsd: measurement.alertMarketCapUsd };
  const { profile } = RULES[list];
  if (list === 'liveNear' || list === 'whitepaperNear' || profile === null)
    return { listedAt: null, initialMarketCapUsd: null };
  return {
    listedAt: measurement[`${profile}ListedAt`],
    initialMarketCapUsd: measurement[`${profile}InitialMarketCapUsd`],
  };
}

function sinceListing({ listing: { listedAt, initialMarketCapUsd }, measurement, solPriceUsd }: Placing) {
  return {
    listedAt,
    initialMarketCap: initialMarketCapUsd,
    marketCapChangePercent: changePercent(
      initialMarketCapUsd,
      DERIVED.marketCapUsd.of(measurement, solPriceUsd),
    ),
  };
}

function judged(placing: Placing) {
  const { measurement, profile } = placing;
  const verdict = judgeMeasurement(profile, measurement);
  const place = {
    source: placing.listing.source,
    passedChecks: countPassed(verdict.checks),
    totalChecks: totalChecksOf(profile),
    checks: verdict.checks,
    ...sinceListing(placing),
  };
  return { place, reason: reasonOf(verdict) ?? 'Unknown' };
}

function ultimate(placing: Placing) {
  const { measurement, scores, layers, profile, solPriceUsd } = placing;
  const { ultimateScore, ultimateCoverage } = measurement;
  const gates = shownGatesOf(measurement, profile, solPriceUsd);
  const asked = gates.slice(0, -1);
  return {
    score: ultimateScore,
    coverage: ultimateCoverage,
    best: bestOf(ultimateScore, ultimateCoverage),
    action: ultimateScore === null ? null : actionOf(ultimateScore),
    bullishDescription: sentencesOf(
      scores ? ultimateStrengthsOf(scores) : [],
      foundOf(measurement, layers),
      riskSeenOf(measurement),
    ),
    qualificationReasons: reasonsOf(ULTIMATE[profile], asked),
    offChainReasons: offChainReasons(ULTIMATE[profile], asked),
    components: ultimateScore === null || !scores ? [] : scores.ultimate.parts,
    gates,
    ...sinceListing(placing),
  };
}

function daily(placing: Placing) {
  const { scores, profile } = placing;
  const merit = scores?.daily[profile] ?? null;
  return {
    hypeScore: merit?.score ?? null,
    hypeCoverage: merit?.coverage ?? null,
    hypeBest: merit?.best ?? null,
    bars: (merit?.parts ?? []).map(({ value: _, ...bar }): ScoreBar => bar),
    ...sinceListing(placing),
  };
}

const highHype = (placing: Placing) => ({
  source: placing.name === 'bondedAnalyzed' ? 'bonded-analyzed' : 'discovery',
  ...sinceListing(placing),
});

/** By kind of list: what it says of a token besides what every list says; null where that cannot be said. */
const PLACES: Record<ListKind, (placing: Placing) => object | null> = {
  preMigration: (placing) => judged(placing).place,
  rejected: (placing) => {
    const { place, reason } = judged(placing);
    return { rejectionReason: reason, ...place };
  },
  highHype,
  bondedAnalyzed: (placing) => ({
    buyRatio: DERIVED.buyShare5m.of(placing.measurement),
    ...highHype(placing),
  }),
  ultimate,
  ultimateNear: (placing) => {
    const place = ultimate(placing);
    // One that other rules put there may miss none of today's.
    const missedGate = place.gates.find(({ verdict }) => verdict !== 'pass');
    return missedGate ? { missedGate, ...place } : null;
  },
  daily,
  shilled: (placing) => ({
    shillReason: shillReasonOf(placing.measurement),
    shillRatio: DERIVED.shillRatio.of(placing.measurement),
    ...daily(placing),
  }),
};

/** `key`: what the list is ordered by, the largest first; `second` what among equals, null where that is the mint alone. */
export type Standing = { key: number | null; second: number | null; source: string | null };

const isDerived = (name: string): name is keyof typeof DERIVED => name in DERIVED;

/** Where a token stands on a list; null where it does not. */
export function standingOn(name: ListName, profile: ProfileName, measurement: Measurement): Standing | null {
  const list = LISTS[name].on[profile];
  if (!isOn(measurement.lists, list)) return null;
  const { orderBy, thenBy }: List = RULES[list];
  const read = (order: Order) => (isDerived(order) ? DERIVED[order].of(measurement) : measurement[order]);
  return {
    key: read(orderBy),
    second: thenBy === undefined ? null : read(thenBy),
    source: measurement[`${profile}Source`],
  };
}

/** What a list says of a token, whether it holds it or not; null where that cannot be said. */
export const placeOf = (placing: Placing): object | null => PLACES[LISTS[placing.name].kind](placing);

export type Places = { [Name in ListName]?: ListPlace<Name> };

/** The lists of a profile that hold the token, each with what it says of it. Dollars are made with `solPriceUsd`. */
export const placesOf = (placed: Placed, profile: ProfileName, solPriceUsd: number | null): Places =>
  Object.fromEntries(
    LIST_NAMES.flatMap((name) => {
      const list = LISTS[name].on[profile];
      const { measurement } = placed;
      if (!isOn(measurement.lists, list)) return [];
      const place = placeOf({ name, profile, listing: listingOf(list, measurement), solPriceUsd, ...placed });
      return place ? [[name, place]] : [];
    }),
  );
