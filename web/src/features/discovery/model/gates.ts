/** Ultimate's gates in words, and what they filtered. */
import type { Gate, ProfileName, UltimateNearToken, UltimateStats } from '@cryptonite/contracts/api';
import {
  amountBeside,
  amountOf,
  type Gate as GateRule,
  RELATIONS,
  SOCIAL_PROOF,
  ULTIMATE,
} from '@cryptonite/contracts/rules';
import { formatCount } from '../../../lib/format';
import type { Reason } from './shown-row';

const SIGNS = { atLeast: '≥', atMost: '≤', under: '<', above: '>' } as const;

/** The first limit of a gate of a list's table. */
export function limitIn(gates: readonly GateRule[], name: string): number {
  const rule = gates.find((gate) => gate.name === name);
  if (!rule) throw new Error(`no gate ${name}`);
  return rule.any[0].limit;
}

/** A gate that these rules do not know has only its name: the server's may be newer. */
const ruleOf = (profile: ProfileName, name: string): GateRule | undefined =>
  ULTIMATE[profile].find((rule) => rule.name === name);

/** "≥ $2,000 or ≥ 20% of market cap". */
const limitsOf = ({ any }: GateRule): string =>
  any
    .map(({ comparison, limit, unit, of }) =>
      [SIGNS[comparison], amountOf(limit, unit), ...(of === undefined ? [] : [of])].join(' '),
    )
    .join(' or ');

/** Why a token is not past a gate: "Rug risk 71.2 is not under 40", "Social proof is unknown". */
export function missedBy(profile: ProfileName, { name, verdict, value, limit }: Gate): Reason {
  const rule = ruleOf(profile, name);
  const label = rule?.label ?? name;
  const by = rule?.any.find((condition) => condition.limit === limit) ?? rule?.any[0];
  if (!by || value === null || verdict === 'unknown')
    return { text: `${label} ${rule?.isPlural ? 'are' : 'is'} unknown`, tone: 'unknown' };
  const seen = amountBeside(value, limit, by.unit).replace('-', '−');
  const text = `${label} ${seen} is ${RELATIONS[by.comparison]} ${amountOf(limit, by.unit)}`;
  return { text, tone: 'failed' };
}

/** What a gate saw that a token passes: "Rug risk 13.4, asked for < 40". */
export function passedBy(profile: ProfileName, { name, value, limit }: Gate): string {
  const rule = ruleOf(profile, name);
  const by = rule?.any.find((condition) => condition.limit === limit) ?? rule?.any[0];
  if (!rule || !by) return name;
  const seen = value === null ? '' : ` ${amountBeside(value, limit, by.unit).replace('-', '−')}`;
  return `${rule.label}${seen}${by.of === undefined ? '' : ` ${by.of}`}, asked for ${limitsOf(rule)}`;
}

/** A gate as the rail shows it, and what became of the tokens that came to it. */
export type Filter = {
  name: string;
  label: string;
  limit: string;
  /** Null before the fold told any. */
  counts: { past: number; failed: number; unknown: number } | null;
};

/** Each token counts at the first gate that it does not pass. */
export function filtersOf(profile: ProfileName, stats: UltimateStats | undefined): Filter[] {
  const wordsOf = (name: string) => {
    const rule = ruleOf(profile, name);
    return { name, label: rule?.label ?? name, limit: rule ? limitsOf(rule) : '' };
  };
  if (!stats || stats.scanned === null || stats.filtered.length === 0)
    return ULTIMATE[profile].map(({ name }) => ({ ...wordsOf(name), counts: null }));
  let past = stats.scanned;
  return stats.filtered.map(({ gate, failed, unknown }) => {
    past -= failed + unknown;
    return { ...wordsOf(gate), counts: { past, failed, unknown } };
  });
}

/** "97.9%", of all that was scanned; null before anything was. */
export const filteredShare = ({ scanned, shown }: UltimateStats): number | null =>
  scanned === null || shown === null || scanned === 0 ? null : ((scanned - shown) / scanned) * 100;

/** Why nothing is on Ultimate, as the fold counted it. */
export function explainEmptyUltimate(scanned: number | null): string {
  if (scanned === null) return 'How many tokens were scanned is not known yet.';
  if (scanned === 0) return 'No token has been scanned yet.';
  return `${formatCount(scanned)} ${scanned === 1 ? 'token was' : 'tokens were'} scanned, and each stops at a gate:`;
}

/** Those that pass all gates but social proof, of which nothing was seen. */
export const lacksSocialProofAlone = ({ missedGate }: UltimateNearToken): boolean =>
  missedGate.name === SOCIAL_PROOF.name && missedGate.verdict === 'unknown';
