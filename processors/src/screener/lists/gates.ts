/** The pre-migration checks of both profiles. An input that is not known does not pass and says so. */
import type { Check, ListSource, ProfileName } from '@cryptonite/contracts/events';
import { LIVE_CHECKS, PROGRESS, WHITEPAPER_CHECKS } from '@cryptonite/contracts/rules';

export type GateInputs = {
  /** Bonding progress in percent. */
  progress: number | null;
  /** Migrating, or graduated within 24 h. */
  isBonded: boolean | null;
  /** True for a token whose curve is still selling. */
  isBonding: boolean;
  priceChangePercent: number | null;
  buySellRatio: number | null;
  buyShare: number | null;
  /** Volume of the last 5 minutes ÷ that of the 5 before. */
  volumeGrowth: number | null;
  /** Whale buyers seen within 60 and within 10 minutes; a lower bound where the window was not fully seen. */
  whales: { h1: number; m10: number; isH1Complete: boolean; isM10Complete: boolean };
  score: number | null;
};

/** A whale over 5 SOL: one is enough. */
const ONE_WHALE = 1;

const atLeast = (name: Check['name'], value: number | null, limit: number): Check => ({
  name,
  verdict: value === null ? 'unknown' : value >= limit ? 'pass' : 'fail',
  value,
  limit,
});

/** A count that may be too low passes once it reaches the limit, and is unknown before. */
export const countedOf = (seen: number, isComplete: boolean, limit: number): number | null =>
  isComplete || seen >= limit ? seen : null;

function placeCheck({ isBonding, isBonded, progress }: GateInputs): Check {
  if (!isBonding)
    return {
      name: 'bonded',
      verdict: isBonded === null ? 'unknown' : isBonded ? 'pass' : 'fail',
      value: null,
      limit: null,
    };
  const check = atLeast('progress', progress, PROGRESS.windowFrom);
  return progress !== null && progress >= PROGRESS.migratingFrom ? { ...check, verdict: 'fail' } : check;
}

export function checksOf(profile: ProfileName, inputs: GateInputs): Check[] {
  const { whales } = inputs;
  if (profile === 'live') {
    const { priceChangePercentMin, buySellRatioMin, whaleBuyersMin, scoreMin } = LIVE_CHECKS;
    return [
      placeCheck(inputs),
      atLeast('momentum', inputs.priceChangePercent, priceChangePercentMin),
      atLeast('buyRatio', inputs.buySellRatio, buySellRatioMin),
      atLeast('whaleBuyers', countedOf(whales.h1, whales.isH1Complete, whaleBuyersMin), whaleBuyersMin),
      atLeast('score', inputs.score, scoreMin),
    ];
  }
  const { whaleBuyersMin, priceChangePercentMin, buyShareMin, volumeGrowthMin } = WHITEPAPER_CHECKS;
  const growth = atLeast('volumeGrowth', inputs.volumeGrowth, volumeGrowthMin);
  return [
    placeCheck(inputs),
    atLeast('whale', countedOf(whales.h1, whales.isH1Complete, ONE_WHALE), ONE_WHALE),
    atLeast('whales', countedOf(whales.m10, whales.isM10Complete, whaleBuyersMin), whaleBuyersMin),
    atLeast('momentum', inputs.priceChangePercent, priceChangePercentMin),
    atLeast('buyShare', inputs.buyShare, buyShareMin),
    // "More than 1.5×": the limit itself does not pass.
    growth.value === volumeGrowthMin ? { ...growth, verdict: 'fail' } : growth,
  ];
}

export type Verdict = { verdict: 'qualified' | 'rejected'; reason: string | null };

/** Of a token that is in a list's window: whether it is qualified, and if not, the first failed check as a sentence. */
export function verdictOf(profile: ProfileName, checks: readonly Check[], score: number | null): Verdict {
  const { qualifyFrom, scoreMin } = profile === 'live' ? LIVE_CHECKS : WHITEPAPER_CHECKS;
  const passed = countPassed(checks);
  const isEnough = passed >= qualifyFrom && checks[0]?.verdict === 'pass';
  // The whitepaper asks for its score separately from its six checks.
  const separate = profile === 'whitepaper' ? [atLeast('score', score, scoreMin)] : [];
  if (isEnough && separate.every((check) => check.verdict === 'pass'))
    return { verdict: 'qualified', reason: null };
  const asked = isEnough ? separate : checks;
  const named =
    asked.find((check) => check.verdict === 'fail') ?? asked.find((check) => check.verdict === 'unknown');
  return { verdict: 'rejected', reason: named ? sentenceOf(named) : null };
}

export const countPassed = (checks: readonly Check[]): number =>
  checks.filter((check) => check.verdict === 'pass').length;

/** The list source that a token belongs to now; null where it is in neither window. */
export function listSourceOf({ isBonding, isBonded, progress }: GateInputs): ListSource | null {
  if (!isBonding) return isBonded === true ? 'bonded' : null;
  const isInWindow =
    progress !== null && progress >= PROGRESS.windowFrom && progress < PROGRESS.migratingFrom;
  return isInWindow ? 'pumpfun' : null;
}

const SUBJECTS: Record<Check['name'], { subject: string; unit: '%' | 'x' | ''; isPlural?: true }> = {
  progress: { subject: 'Bonding progress', unit: '%' },
  bonded: { subject: 'Graduation time', unit: '' },
  momentum: { subject: 'Price change', unit: '%' },
  buyRatio: { subject: 'Buy ratio', unit: 'x' },
  whaleBuyers: { subject: 'Whale buyers', unit: '', isPlural: true },
  score: { subject: 'Score', unit: '' },
  whale: { subject: 'Whale buyers', unit: '', isPlural: true },
  whales: { subject: 'Whale buyers in 10 minutes', unit: '', isPlural: true },
  buyShare: { subject: 'Buy share', unit: '%' },
  volumeGrowth: { subject: 'Volume growth', unit: 'x' },
};

/** "Buy ratio 0.8x is below 1.2x". */
export function sentenceOf({ name, verdict, value, limit }: Check): string {
  const { subject, unit, isPlural } = SUBJECTS[name];
  if (verdict === 'unknown' || value === null || limit === null)
    return `${subject} ${isPlural ? 'are' : 'is'} unknown`;
  const scale = name === 'buyShare' ? 100 : 1;
  const relation = name === 'volumeGrowth' ? 'is not above' : 'is below';
  return `${subject} ${figure(value * scale, limit * scale, unit === '')}${unit} ${relation} ${limit * scale}${unit}`;
}

/** With as many decimals as keep it apart from the limit: 1.19 is not shown as 1.2. A count has none. */
function figure(value: number, limit: number, isCount: boolean): string {
  if (isCount && Number.isInteger(value)) return String(value);
  for (let decimals = 1; decimals < 6; decimals += 1) {
    const text = value.toFixed(decimals);
    // A fall too small to be seen is written as "-0.0".
    if (value === limit || Number(text) !== limit) return Number(text) === 0 ? text.replace('-', '') : text;
  }
  return String(value);
}
