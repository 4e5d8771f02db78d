/** Gates: all must pass. One whose input is unknown does not pass, and says so. */
import { amountBeside, amountOf } from './figures.js';
import type { CheckVerdict } from './verdicts.js';

type Known = number | null;

/** What gates look at. Null is what was not observed; what is true or false is 1 or 0. */
export type GateInputs = {
  ageMinutes: Known;
  ageDays: Known;
  isBonding: Known;
  /** Migrating, or graduated within 24 h. */
  isBonded: Known;
  bondingProgressPercent: Known;
  isLiveQualified: Known;
  isWhitepaperQualified: Known;
  minutesSinceTrade: Known;
  /** Infinite of a token with no day before: its growth is without bound. */
  volumeGrowth24hPercent: Known;
  trades5m: Known;
  trades24h: Known;
  marketCapUsd: Known;
  /** Market cap now, percent of the highest at a first listing on {@link HELD_TO_LISTING}; 100 before any. */
  percentOfListing: Known;
  /** Graduated, far under its completion and hardly traded. */
  isFaded: Known;
  liquidityUsd: Known;
  liquidityOfMarketCapPercent: Known;
  liquidityPerHolderUsd: Known;
  volumeUsd1h: Known;
  volumeUsd24h: Known;
  priceChange1hPercent: Known;
  priceChange24hPercent: Known;
  /** Null below the coverage from which it counts. */
  rugRisk: Known;
  holders: Known;
  top1HolderPercent: Known;
  top10HolderPercent: Known;
  buySellRatio1h: Known;
  buySharePercent24h: Known;
  posts1h: Known;
  posts24h: Known;
  verifiedAccounts: Known;
  boosts: Known;
  paidProfiles: Known;
  organicBuyers1h: Known;
  postsPerOrganicBuyer: Known;
  ultimateScore: Known;
  hypeScore: Known;
  liveDailyScore: Known;
  whitepaperDailyScore: Known;
};

export type Condition = {
  /** `''` for counts and scores. */
  unit: string;
  comparison: 'atLeast' | 'atMost' | 'under' | 'above';
  limit: number;
  /** What its amount is of, where a gate has another: "5 posts in 24 h". */
  of?: string;
  value: (inputs: GateInputs) => Known;
};

export type Gate = {
  name: string;
  /** As people read it, and as a sentence begins: "Hype score 48 is below 50". */
  label: string;
  isPlural?: true;
  /** The sentence of a token that does not pass, where no number tells it. */
  lacks?: string;
  /** What a change is called of a token younger than its window, of which it is one since launch. */
  young?: { underMinutes: number; label: string };
  /** One of them is enough. */
  any: readonly [Condition, ...Condition[]];
};

export type Gated = {
  name: string;
  verdict: CheckVerdict;
  /** Of the condition that passed, else of the first that is known; null also of growth without bound, which passes. */
  value: number | null;
  limit: number;
};

const HOLDS = {
  atLeast: (value: number, limit: number) => value >= limit,
  atMost: (value: number, limit: number) => value <= limit,
  under: (value: number, limit: number) => value < limit,
  above: (value: number, limit: number) => value > limit,
};
/** What a value is that does not pass, against its limit. */
export const RELATIONS = {
  atLeast: 'below',
  atMost: 'above',
  under: 'not under',
  above: 'not above',
} as const;

const condition =
  (comparison: Condition['comparison']) =>
  (unit: string, limit: number, value: Condition['value'], of?: string): Condition => ({
    ...{ unit, comparison, limit, value },
    ...(of === undefined ? {} : { of }),
  });
export const [atLeast, atMost, under, above] = [
  condition('atLeast'),
  condition('atMost'),
  condition('under'),
  condition('above'),
];

/** A gate of a table, which has to have it. */
export function gateIn(gates: readonly Gate[], name: string): Gate {
  const found = gates.find((each) => each.name === name);
  if (!found) throw new Error(`no gate ${name}`);
  return found;
}

/** Its first limit. */
export const limitIn = (gates: readonly Gate[], name: string): number => gateIn(gates, name).any[0].limit;

/** Its first limit, as people read it: "$80,000". */
export function limitTextIn(gates: readonly Gate[], name: string): string {
  const [{ limit, unit }] = gateIn(gates, name).any;
  return amountOf(limit, unit);
}

const FLAG = 'flag';
/** What is true or false. */
export const flag = (value: Condition['value'], of?: string): Condition => atLeast(FLAG, 1, value, of);
export const isFlag = ({ unit }: Condition): boolean => unit === FLAG;

export const gate = (name: string, label: string, ...any: Gate['any']): Gate => ({ name, label, any });

const HOURS = { h1: 1, h24: 24 } as const;

/** A gate of how far the price has come over a window, which a younger token has come since launch. */
export const priceChangeGate = (name: string, window: keyof typeof HOURS, ...any: Gate['any']): Gate => ({
  ...gate(name, `Price change over ${HOURS[window]} h`, ...any),
  young: { underMinutes: HOURS[window] * 60, label: 'Price change since launch' },
});

/** What is said of growth without bound, in place of an amount. */
export const NEW_WORDS = 'New: no volume the day before';

/** What is no number was not observed; without bound is enough where at least so much is asked for. */
const isKnown = (value: Known, comparison: Condition['comparison']): value is number =>
  value !== null &&
  (Number.isFinite(value) || (value === Number.POSITIVE_INFINITY && comparison === 'atLeast'));

const UNKNOWN = 0;
const PASS = 1;
const FAIL = 2;
const VERDICTS = ['unknown', 'pass', 'fail'] as const satisfies readonly CheckVerdict[];

/** A verdict by its place in {@link VERDICTS}. */
function codeOf({ any }: Gate, inputs: GateInputs): number {
  let code = FAIL;
  for (const { comparison, limit, value: read } of any) {
    const value = read(inputs);
    if (!isKnown(value, comparison)) code = UNKNOWN;
    else if (HOLDS[comparison](value, limit)) return PASS;
  }
  return code;
}

/** How many gates a token does not pass; it looks no further than one more than `most`. */
export function missedOf(gates: readonly Gate[], inputs: GateInputs, most: number): number {
  let missed = 0;
  for (const each of gates) {
    if (codeOf(each, inputs) === PASS) continue;
    missed += 1;
    if (missed > most) break;
  }
  return missed;
}

export const passes = (gates: readonly Gate[], inputs: GateInputs): boolean =>
  missedOf(gates, inputs, 0) === 0;

/**
 * Where a token fails: twice the place of the first gate that it does not pass, and one more where for an unknown input; -1
 * where it passes all.
 */
export function firstMissedOf(gates: readonly Gate[], inputs: GateInputs): number {
  for (let place = 0; place < gates.length; place += 1) {
    const code = codeOf(gates[place]!, inputs);
    if (code !== PASS) return 2 * place + Number(code === UNKNOWN);
  }
  return -1;
}

/** The verdicts as a row carries them: two bits for each gate in the order of the table, from the lowest. */
export function gateCodesOf(gates: readonly Gate[], inputs: GateInputs): number {
  let codes = 0;
  for (let place = 0; place < gates.length; place += 1) codes |= codeOf(gates[place]!, inputs) << (2 * place);
  return codes;
}

/** The lower bit of each of two, which is set where a gate passed: of those that did not. */
const missedBits = (gates: readonly Gate[], codes: number): number =>
  ~codes & (0x55555555 >>> (32 - 2 * gates.length));

/** {@link missedOf} by the verdicts of all. */
export function missedIn(gates: readonly Gate[], codes: number): number {
  let missed = 0;
  for (let rest = missedBits(gates, codes); rest !== 0; rest &= rest - 1) missed += 1;
  return missed;
}

/** {@link firstMissedOf} by the verdicts of all. */
export function firstMissedIn(gates: readonly Gate[], codes: number): number {
  const missed = missedBits(gates, codes);
  if (missed === 0) return -1;
  const first = 31 - Math.clz32(missed & -missed);
  return first + Number(((codes >>> first) & 3) === UNKNOWN);
}

/** The verdict of a gate by its place in the table. */
export const verdictIn = (codes: number, place: number): CheckVerdict =>
  VERDICTS[(codes >>> (2 * place)) & 3] ?? 'unknown';

function seenOf({ any }: Gate, inputs: GateInputs): { value: number | null; by: Condition } {
  let first: { value: number | null; by: Condition } = { value: null, by: any[0] };
  for (const by of any) {
    const value = by.value(inputs);
    if (!isKnown(value, by.comparison)) continue;
    // What is without bound is no number to show.
    if (HOLDS[by.comparison](value, by.limit)) return { value: Number.isFinite(value) ? value : null, by };
    if (first.value === null) first = { value, by };
  }
  return first;
}

function gatedBy(each: Gate, inputs: GateInputs): Gated {
  const { value, by } = seenOf(each, inputs);
  return { name: each.name, verdict: VERDICTS[codeOf(each, inputs)]!, value, limit: by.limit };
}

export const gatedOf = (gates: readonly Gate[], inputs: GateInputs): Gated[] =>
  gates.map((each) => gatedBy(each, inputs));

/** The condition that a verdict is of, by its limit. */
export const conditionOf = ({ any }: Gate, limit: number): Condition =>
  any.find((condition) => condition.limit === limit) ?? any[0];

/** Why a token does not pass a gate: "Market cap $4,120 is below $5,000". */
export function sentenceOfMissed(
  missed: Gate,
  { verdict, value, limit }: Pick<Gated, 'verdict' | 'value' | 'limit'>,
): string {
  const { label, isPlural, lacks } = missed;
  if (value === null || verdict === 'unknown') return `${label} ${isPlural ? 'are' : 'is'} unknown`;
  const { unit, comparison, of } = conditionOf(missed, limit);
  const ofIt = of === undefined ? '' : ` ${of}`;
  return (
    lacks ??
    `${label} ${amountBeside(value, limit, unit)}${ofIt} is ${RELATIONS[comparison]} ${amountOf(limit, unit)}`
  );
}

/** The same by what gates look at. */
export const whyMissed = (missed: Gate, inputs: GateInputs): string =>
  sentenceOfMissed({ ...missed, label: labelAt(missed, inputs.ageMinutes) }, gatedBy(missed, inputs));

/** What a gate is called of a token of that age. */
export const labelAt = ({ label, young }: Gate, ageMinutes: number | null): string =>
  young !== undefined && ageMinutes !== null && ageMinutes < young.underMinutes ? young.label : label;
