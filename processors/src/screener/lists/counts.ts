/** How many tokens each list's gates let pass, and where the others fail: sums kept as the tokens change. */
import type { ScanAdvanced, UltimateCounts } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';
import {
  actionOf,
  firstMissedIn,
  firstMissedOf,
  type GateInputs,
  isHidden,
  isOn,
  PROFILE_NAMES,
  type ProfileName,
  passes,
  RULES_VERSION,
  STILL_STANDING,
  ULTIMATE,
} from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

/** Tokens by their code: of Ultimate in each profile, and of Daily. */
export type Counts = Record<ProfileName | 'daily', number[]>;
type Counted = NonNullable<TokenCore['counted']>;

export const NOT_COUNTED: Counted = { live: 0, whitepaper: 0, daily: 0, rulesVersion: RULES_VERSION };

/** Of Daily: it is known whether the token is promoted, or the sum of the profiles' in which it is on the list. */
const LOOKED_AT = 1;
const MATCHED = { live: 2, whitepaper: 4 } as const;

const gatesOf = (profile: ProfileName): number => ULTIMATE[profile].length;
/** Codes of Ultimate: 0 where none was asked, one for each gate that may be the first to fail and one where it is unknown. */
const failedAt = (missed: number): number => 1 + missed;
const watched = (profile: ProfileName): number => 1 + 2 * gatesOf(profile);
const alerted = (profile: ProfileName): number => 2 + 2 * gatesOf(profile);
const hidden = (profile: ProfileName): number => 3 + 2 * gatesOf(profile);

export const newCounts = (): Counts => ({
  live: Array(hidden('live') + 1).fill(0),
  whitepaper: Array(hidden('whitepaper') + 1).fill(0),
  daily: Array(MATCHED.live + MATCHED.whitepaper + 1).fill(0),
});

/** `codes` are the verdicts of its gates, null of a token that is not scored. */
function codeOf(
  profile: ProfileName,
  codes: number | null,
  inputs: GateInputs,
  rugRisk: number | null,
): number {
  const gates = ULTIMATE[profile];
  const missed = codes === null ? firstMissedOf(gates, inputs) : firstMissedIn(gates, codes);
  if (missed >= 0) return failedAt(missed);
  // It passes all gates, and is kept off the list.
  if (isHidden(rugRisk) || !passes(STILL_STANDING, inputs)) return hidden(profile);
  return actionOf(inputs.ultimateScore ?? 0) === 'alert' ? alerted(profile) : watched(profile);
}

/** Counts a token as it was just measured. */
export function count(
  counts: Counts,
  state: TokenCore,
  { boosts, hasPaidProfile, lists, liveGates, whitepaperGates }: Measurement,
  inputs: GateInputs,
  rugRisk: number | null,
): void {
  state.counted ??= { ...NOT_COUNTED };
  const { counted } = state;
  move(counts, counted, 'live', codeOf('live', liveGates, inputs, rugRisk));
  move(counts, counted, 'whitepaper', codeOf('whitepaper', whitepaperGates, inputs, rugRisk));
  const isLookedAt = boosts !== null || hasPaidProfile !== null;
  const matched =
    (isOn(lists, 'liveDaily') ? MATCHED.live : 0) + (isOn(lists, 'whitepaperDaily') ? MATCHED.whitepaper : 0);
  move(counts, counted, 'daily', matched || (isLookedAt ? LOOKED_AT : 0));
}

function move(counts: Counts, counted: Counted, of: keyof Counts, code: number): void {
  counts[of][counted[of]]! -= 1;
  counts[of][code]! += 1;
  counted[of] = code;
}

/** Counts a token in as it was stored, or out with -1. */
export function countIn(counts: Counts, { counted = NOT_COUNTED }: TokenCore, by: 1 | -1): void {
  for (const profile of PROFILE_NAMES) counts[profile][counted[profile]]! += by;
  counts.daily[counted.daily]! += by;
}

export function ultimateCountsOf(counts: Counts, profile: ProfileName): UltimateCounts {
  const of = counts[profile];
  const at = (code: number) => of[code] ?? 0;
  const filtered = ULTIMATE[profile].map(({ name }, place) => ({
    gate: name,
    failed: at(failedAt(2 * place)),
    unknown: at(failedAt(2 * place + 1)),
  }));
  const [alert, watch] = [at(alerted(profile)), at(watched(profile))];
  return {
    scanned: of.slice(1).reduce((sum, tokens) => sum + tokens, 0),
    shown: alert + watch,
    filtered,
    byAction: { alert, watch, ignore: filtered.at(-1)?.failed ?? 0 },
    hidden: at(hidden(profile)),
  };
}

export function dailyCountsOf({ daily }: Counts): NonNullable<ScanAdvanced['daily']> {
  const matchedIn = (profile: ProfileName) =>
    daily.reduce((sum, tokens, code) => sum + ((code & MATCHED[profile]) === 0 ? 0 : tokens), 0);
  return {
    scanned: daily.slice(LOOKED_AT).reduce((sum, tokens) => sum + tokens, 0),
    matched: matchedIn('live'),
    whitepaperMatched: matchedIn('whitepaper'),
  };
}
