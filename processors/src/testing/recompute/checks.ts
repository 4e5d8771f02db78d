/** The pre-migration checks of both profiles over recomputed inputs: product.md's rules, written a second time. */

export type Inputs = {
  lifecycle: string;
  progress: number | null;
  /** Migrating, or graduated within 24 h. */
  isBonded: boolean | null;
  priceChangePercent: number | null;
  buySellRatio: number | null;
  buyShare: number | null;
  volumeGrowth: number | null;
  /** Null where fewer than a check needs were seen and the window was not seen whole. */
  whalesIn60m: (needed: number) => number | null;
  whalesIn10m: (needed: number) => number | null;
  score: number | null;
  rugRisk: number | null;
};

type Check = { subject: string; unit: string; limit: number; value: number | null; passes?: boolean | null };

export type Judged = {
  passed: number;
  source: string;
  verdict: string;
  reason: string | null;
  /** The results, two bits each from the lowest: 0 unknown, 1 pass, 2 fail. */
  codes: number;
};

export function judge(profile: 'live' | 'whitepaper', inputs: Inputs): Judged {
  const checks = profile === 'live' ? liveChecks(inputs) : whitepaperChecks(inputs);
  const results: (boolean | null)[] = checks.map((check) => resultOf(check));
  const passed = results.filter((result) => result === true).length;
  const codeOf = (result: boolean | null) => (result === null ? 0 : result ? 1 : 2);
  const separate: Check = { subject: 'Score', unit: '', limit: 60, value: inputs.score };
  const codes = results.reduce(
    (bits, result, index) => bits | (codeOf(result) << (2 * index)),
    profile === 'live' ? 0 : codeOf(resultOf(separate)) << 24,
  );
  const source = sourceOf(inputs);
  const judged = { passed, codes, source };
  if (source === '') return { ...judged, verdict: '', reason: null };
  const isEnough = passed >= 4 && results[0] === true;
  // The whitepaper asks for its score beside its six checks.
  const isWanted = profile === 'live' || resultOf(separate) === true;
  if (isEnough && isWanted) return { ...judged, verdict: 'qualified', reason: null };
  if (isEnough) return { ...judged, verdict: 'rejected', reason: sentenceOf(separate, resultOf(separate)) };
  const failed = results.indexOf(false);
  const named = failed >= 0 ? failed : results.indexOf(null);
  return { ...judged, verdict: 'rejected', reason: sentenceOf(checks[named]!, results[named]!) };
}

function sourceOf({ lifecycle, isBonded, progress, rugRisk }: Inputs): string {
  if (rugRisk !== null && rugRisk > 80) return '';
  if (lifecycle !== 'bonding') return isBonded === true ? 'bonded' : '';
  return progress !== null && progress >= 40 && progress < 85 ? 'pumpfun' : '';
}

function placeCheck({ lifecycle, isBonded, progress }: Inputs): Check {
  if (lifecycle !== 'bonding')
    return { subject: 'Graduation time', unit: '', limit: Number.NaN, value: null, passes: isBonded };
  return { subject: 'Bonding progress', unit: '%', limit: 40, value: progress };
}

const liveChecks = (inputs: Inputs): Check[] => [
  placeCheck(inputs),
  { subject: 'Price momentum', unit: '%', limit: 15, value: inputs.priceChangePercent },
  { subject: 'Buy ratio', unit: 'x', limit: 1.2, value: inputs.buySellRatio },
  { subject: 'Whale buyers', unit: '', limit: 3, value: inputs.whalesIn60m(3) },
  { subject: 'Score', unit: '', limit: 40, value: inputs.score },
];

const whitepaperChecks = (inputs: Inputs): Check[] => [
  placeCheck(inputs),
  { subject: 'Whale buyers', unit: '', limit: 1, value: inputs.whalesIn60m(1) },
  { subject: 'Whale buyers in 10 minutes', unit: '', limit: 2, value: inputs.whalesIn10m(2) },
  { subject: 'Price momentum', unit: '%', limit: 25, value: inputs.priceChangePercent },
  {
    subject: 'Buy share',
    unit: '%',
    limit: 60,
    value: inputs.buyShare === null ? null : inputs.buyShare * 100,
    passes: inputs.buyShare === null ? null : inputs.buyShare >= 0.6,
  },
  {
    subject: 'Volume growth',
    unit: 'x',
    limit: 1.5,
    value: inputs.volumeGrowth,
    passes: inputs.volumeGrowth === null ? null : inputs.volumeGrowth > 1.5,
  },
];

/** Null where the input is unknown. */
const resultOf = ({ passes, value, limit }: Check): boolean | null =>
  passes !== undefined ? passes : value === null ? null : value >= limit;

function sentenceOf({ subject, unit, limit, value }: Check, result: boolean | null): string {
  if (result === null || value === null)
    return `${subject} ${subject.startsWith('Whale') ? 'are' : 'is'} unknown`;
  const relation = subject === 'Volume growth' ? 'is not above' : 'is below';
  return `${subject} ${figureOf(value, limit, unit)}${unit} ${relation} ${limit}${unit}`;
}

/** As few decimals as keep the value apart from its limit, and points from a whole that they are under. */
function figureOf(value: number, limit: number, unit: string): string {
  if (unit === '' && Number.isInteger(value)) return String(value);
  for (let decimals = 1; decimals < 6; decimals += 1) {
    const text = value.toFixed(decimals);
    if (value !== limit && Number(text) === limit) continue;
    if (unit === '' && Math.floor(Number(text)) > value) continue;
    return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
  }
  return String(value);
}
