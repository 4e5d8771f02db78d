/** What is said of a token beforehand: every score, every check of Pre-Migration, every gate of Ultimate, and single numbers. */
import { DERIVED, gateInputsOf, type Measurement } from '@cryptonite/contracts/measures';
import {
  CHECK_VERDICTS,
  type CheckVerdict,
  checkRuleOf,
  DAILY,
  type Gate,
  gateCodesOf,
  HYPE_BANDS,
  PROFILE_NAMES,
  type ProfileName,
  profileOf,
  ULTIMATE,
  ULTIMATE_SCORE_MIN,
  verdictIn,
} from '@cryptonite/contracts/rules';

export type Predictor = {
  kind: 'score' | 'check' | 'gate' | 'alone';
  /** As people read it. */
  label: string;
  /** The larger, the better; null where it is unknown. Scores are 0–100. */
  merit: (measurement: Measurement) => number | null;
  /** Whether so much is enough by the rule's own limit; null where it has none. */
  isEnough: ((merit: number) => boolean) | null;
};

/** The limit of a gate that looks at one number. */
function limitOf(gates: readonly Gate[], name: string): number {
  const found = gates.find((gate) => gate.name === name);
  if (!found) throw new Error(`there is no gate ${name}`);
  return found.any[0].limit;
}

const score = (label: string, merit: Predictor['merit'], least: number | null): Predictor => ({
  kind: 'score',
  label,
  merit,
  isEnough: least === null ? null : (merit) => merit >= least,
});

const SCORES: readonly Predictor[] = [
  score('Hype', ({ score }) => score, HYPE_BANDS.medium),
  score('Pattern', ({ patternScore }) => patternScore, null),
  score('Social', ({ socialScore }) => socialScore, null),
  score('Security', ({ securityScore }) => securityScore, null),
  {
    ...score('Rug risk', (measurement) => turned(DERIVED.rugRisk.of(measurement)), null),
    isEnough: (merit) => merit > 100 - limitOf(ULTIMATE.live, 'rugRisk'),
  },
  score('Daily (live)', DERIVED.liveDailyScore.of, limitOf(DAILY.live, 'composite')),
  score('Daily (whitepaper)', DERIVED.whitepaperDailyScore.of, limitOf(DAILY.whitepaper, 'composite')),
  score('Ultimate', ({ ultimateScore }) => ultimateScore, ULTIMATE_SCORE_MIN),
];

const turned = (risk: number | null): number | null => (risk === null ? null : 100 - risk);

/** A verdict alone: what passes before what does not. */
const ofVerdict = (
  kind: 'check' | 'gate',
  label: string,
  verdictOf: (measurement: Measurement) => CheckVerdict,
): Predictor => ({
  kind,
  label,
  merit: (measurement) => {
    const verdict = verdictOf(measurement);
    return verdict === 'unknown' ? null : Number(verdict === 'pass');
  },
  isEnough: (merit) => merit === 1,
});

/** What is asked for separately stands from here on among a row's verdicts. */
const SEPARATE_FROM = 12;

/** The first is that of the place. */
function checksIn(profile: ProfileName): Predictor[] {
  const { checks, separate } = profileOf(profile);
  const check = (label: string, place: number) =>
    ofVerdict(
      'check',
      `${label} (${profile})`,
      (measurement) => CHECK_VERDICTS[(measurement[`${profile}Checks`] >>> (2 * place)) & 3] ?? 'unknown',
    );
  const labelOf = ({ name }: (typeof checks)[number]) => checkRuleOf(name).label;
  return [
    check('Progress, or bonded', 0),
    ...checks.map((each, index) => check(labelOf(each), 1 + index)),
    ...separate.map((each, index) => check(labelOf(each), SEPARATE_FROM + index)),
  ];
}

/** As the row tells them, also of a token whose gates were not looked at. */
const gatesIn = (profile: ProfileName): Predictor[] =>
  ULTIMATE[profile].map(({ label }, place) =>
    ofVerdict('gate', `${label} (Ultimate, ${profile})`, (measurement) =>
      verdictIn(gateCodesOf(ULTIMATE[profile], gateInputsOf(measurement)), place),
    ),
  );

export const PREDICTORS: readonly Predictor[] = [
  ...SCORES,
  ...PROFILE_NAMES.flatMap(checksIn),
  ...PROFILE_NAMES.flatMap(gatesIn),
];

/** Numbers that anybody could sort by. They are read in whichever direction tells more. */
export const ALONE: readonly Predictor[] = [
  ['Buy/sell ratio of 1 h alone', DERIVED.buySellRatio1h.of] as const,
  ['Progress alone', ({ bondingProgressPercent }: Measurement) => bondingProgressPercent] as const,
  ['Top 10 alone', ({ top10HolderPercent }: Measurement) => top10HolderPercent] as const,
].map(([label, merit]) => ({ kind: 'alone', label, merit, isEnough: null }));
