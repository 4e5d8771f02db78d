/** What the checks of a profile say of a token, and why a token was rejected. */
import {
  type CheckInputs,
  type CheckName,
  checkRuleOf,
  type LimitedCheck,
  type ProfileName,
  profileOf,
} from './checks.js';
import { figure } from './figures.js';
import { NEAR_LIST_PERCENT, PROGRESS } from './limits.js';
import { isHidden } from './risk.js';

export const CHECK_VERDICTS = ['unknown', 'pass', 'fail'] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** One check of a profile. A value that was not observed is null and its verdict `unknown`, which does not pass. */
export type Checked = {
  name: CheckName;
  verdict: CheckVerdict;
  value: number | null;
  /** The least value that passes; for `progress` the window's lower end; null for `bonded`. */
  limit: number | null;
};

const UNKNOWN = 0;
const PASS = 1;
const FAIL = 2;

/** A verdict by its place in {@link CHECK_VERDICTS}. */
function codeOf({ name, limit }: LimitedCheck, inputs: CheckInputs): number {
  const { comparison, value: read } = checkRuleOf(name);
  const value = read(inputs, limit);
  if (value === null) return UNKNOWN;
  if (comparison === 'isTrue') return value === 1 ? PASS : FAIL;
  const isPassed =
    (comparison === 'above' ? value > limit : value >= limit) &&
    (comparison !== 'within' || value < PROGRESS.migratingFrom);
  return isPassed ? PASS : FAIL;
}

function check(limited: LimitedCheck, inputs: CheckInputs): Checked {
  const { name, limit } = limited;
  const { comparison, value: read } = checkRuleOf(name);
  const verdict = CHECK_VERDICTS[codeOf(limited, inputs)]!;
  if (comparison === 'isTrue') return { name, verdict, value: null, limit: null };
  return { name, verdict, value: read(inputs, limit), limit };
}

const IN_WINDOW: LimitedCheck = { name: 'progress', limit: PROGRESS.windowFrom };
const BONDED: LimitedCheck = { name: 'bonded', limit: 0 };

/** Whether the token stands where the lists look: in the window, or among the bonded ones. */
const placeOf = ({ isBonding }: CheckInputs): LimitedCheck => (isBonding ? IN_WINDOW : BONDED);

/** The checks of a profile in the order in which they are counted and named. */
export const checksOf = (profile: ProfileName, inputs: CheckInputs): Checked[] => [
  check(placeOf(inputs), inputs),
  ...profileOf(profile).checks.map((limited) => check(limited, inputs)),
];

const separateOf = (profile: ProfileName, inputs: CheckInputs): Checked[] =>
  profileOf(profile).separate.map((limited) => check(limited, inputs));

export const countPassed = (checks: readonly Checked[]): number =>
  checks.reduce((passed, { verdict }) => passed + Number(verdict === 'pass'), 0);

/** Verdicts as one number: two bits for each check in its order. What is asked for on its own stands from here on. */
const SEPARATE_FROM = 12;
/** The lower bit of two is set where a check passed. */
export const PASSED_BITS = 0x555555;

/** The verdicts of a profile's checks as a row carries them. */
export function codesOf(profile: ProfileName, inputs: CheckInputs): number {
  const { checks, separate } = profileOf(profile);
  let codes = codeOf(placeOf(inputs), inputs);
  for (let index = 0; index < checks.length; index += 1)
    codes |= codeOf(checks[index]!, inputs) << (2 * (1 + index));
  for (let index = 0; index < separate.length; index += 1)
    codes |= codeOf(separate[index]!, inputs) << (2 * (SEPARATE_FROM + index));
  return codes;
}

/** How many checks passed, those apart that are asked for on their own. */
export function passedOf(codes: number): number {
  let passed = 0;
  for (let rest = codes & PASSED_BITS; rest !== 0; rest &= rest - 1) passed += 1;
  return passed;
}

const isEnoughOf = (profile: ProfileName, codes: number): boolean =>
  passedOf(codes) >= profileOf(profile).qualifyFrom && (codes & 3) === PASS;

/** Of a token that is in a list's window. */
export function verdictOf(profile: ProfileName, codes: number): 'qualified' | 'rejected' {
  const isWanted = profileOf(profile).separate.every(
    (_, index) => ((codes >>> (2 * (SEPARATE_FROM + index))) & 3) === PASS,
  );
  return isWanted && isEnoughOf(profile, codes) ? 'qualified' : 'rejected';
}

export type ProfileVerdict = {
  checks: Checked[];
  /** All verdicts as the row carries them. */
  codes: number;
  verdict: 'qualified' | 'rejected';
  /** Of a rejected token: the first failed check, else the first unknown one. */
  rejectedBy: Checked | null;
};

/** Of a rejected token: what rejects it, with its value and limit, as a sentence. */
export const reasonOf = ({ rejectedBy }: ProfileVerdict): string | null =>
  rejectedBy && sentenceOf(rejectedBy);

/** What a profile says of a token that is in a list's window. */
export function judge(profile: ProfileName, inputs: CheckInputs): ProfileVerdict {
  const checks = checksOf(profile, inputs);
  const codes = codesOf(profile, inputs);
  const verdict = verdictOf(profile, codes);
  if (verdict === 'qualified') return { checks, codes, verdict, rejectedBy: null };
  const asked = isEnoughOf(profile, codes) ? separateOf(profile, inputs) : checks;
  const rejectedBy =
    asked.find((asking) => asking.verdict === 'fail') ??
    asked.find((asking) => asking.verdict === 'unknown') ??
    null;
  return { checks, codes, verdict, rejectedBy };
}

/** The list source that a token belongs to now; null where it is in neither window, or hidden. */
export function listSourceOf(
  { isBonding, isBonded, progress }: CheckInputs,
  rugRisk: number | null,
): 'pumpfun' | 'bonded' | null {
  if (isHidden(rugRisk)) return null;
  if (!isBonding) return isBonded === true ? 'bonded' : null;
  const isInWindow =
    progress !== null && progress >= PROGRESS.windowFrom && progress < PROGRESS.migratingFrom;
  return isInWindow ? 'pumpfun' : null;
}

/** Near a list or on one: what takes more work is asked and computed of such a token alone. */
export const isNearList = ({
  isBonding,
  isBonded,
  progress,
}: Pick<CheckInputs, 'isBonding' | 'isBonded' | 'progress'>): boolean =>
  isBonding ? (progress ?? 0) >= NEAR_LIST_PERCENT : isBonded === true;

/** "Buy ratio 0.8x is below 1.2x". */
export const sentenceOf = (checked: Checked): string =>
  sentenceAbout(checkRuleOf(checked.name).subject, checked);

/** The same of a check that is called `subject` where it stands. */
export function sentenceAbout(subject: string, { name, verdict, value, limit }: Checked): string {
  const { isPlural, unit, scale = 1, comparison } = checkRuleOf(name);
  if (verdict === 'unknown' || value === null || limit === null)
    return `${subject} ${isPlural ? 'are' : 'is'} unknown`;
  const relation = comparison === 'above' ? 'is not above' : 'is below';
  return `${subject} ${figure(value * scale, limit * scale, unit === '')}${unit} ${relation} ${limit * scale}${unit}`;
}
