/** Ultimate's gates in words, and what they filtered. */
import type {
  EnrichedBy,
  Gate,
  GateBasis,
  HealthSummary,
  ProfileName,
  UltimateNearToken,
  UltimateStats,
} from '@cryptonite/contracts/api';
import {
  amountBeside,
  conditionOf,
  type Gate as GateRule,
  gateIn,
  NEW_WORDS,
  SOCIAL_PROOF,
  sentenceOfMissed,
  ULTIMATE,
} from '@cryptonite/contracts/rules';
import { formatCount } from '../../../lib/format';
import { limitsOf } from '../../../lib/gate-limits';
import type { Answer } from './held-lists';
import { beyond } from './list-state';
import type { Reason } from './shown-row';

/** A gate that these rules do not know has only its name: the server's may be newer. */
const ruleOf = (profile: ProfileName, name: string): GateRule | undefined =>
  ULTIMATE[profile].find((rule) => rule.name === name);

/** Of a token younger than a window its life stands for the window that a growth is called by. */
export function byBasis(text: string, basis: GateBasis | null | undefined): string {
  if (basis === 'life') return text.replace('over 24 h', 'over its life');
  return basis === 'launch' ? text.replace('over 1 h', 'since launch') : text;
}

/** Why a token is not past a gate: "Rug risk 71.2 is not under 40", "Social proof is unknown". */
export function missedBy(profile: ProfileName, { name, verdict, value, limit, basis }: Gate): Reason {
  const rule = ruleOf(profile, name);
  if (!rule) return { text: `${name} is unknown`, tone: 'unknown' };
  const isUnknown = verdict === 'unknown' || value === null;
  const text = sentenceOfMissed(rule, { verdict, value, limit });
  return { text: byBasis(text, basis), tone: isUnknown ? 'unknown' : 'failed' };
}

/** Why a score is not enough for a list that asks for it; null where it is. */
export function scoreBelow(gates: readonly GateRule[], name: string, score: number | null): Reason | null {
  const rule = gateIn(gates, name);
  const { limit } = rule.any[0];
  if (score !== null && score >= limit) return null;
  const verdict = score === null ? 'unknown' : 'fail';
  return {
    text: sentenceOfMissed(rule, { verdict, value: score, limit }),
    tone: score === null ? 'unknown' : 'failed',
  };
}

/** What a gate saw that a token passes: "Rug risk 13.4, asked for < 40". */
export function passedBy(profile: ProfileName, { name, value, limit, basis }: Gate): string {
  const rule = ruleOf(profile, name);
  if (!rule) return name;
  if (basis === 'new') return NEW_WORDS;
  const { unit, of } = conditionOf(rule, limit);
  const seen = value === null ? '' : ` ${amountBeside(value, limit, unit)}`;
  return `${byBasis(rule.label, basis)}${seen}${of === undefined ? '' : ` ${of}`}, asked for ${limitsOf(rule)}`;
}

/** By gate, where its label is longer than a word. */
const SHORT_LABELS: Readonly<Record<string, string>> = {
  volumeGrowth: 'Growth',
  trades: 'Trades',
  marketCap: 'Cap',
  marketCapMost: 'Cap',
  volume: 'Volume',
  price: 'Price',
  rugRisk: 'Risk',
  top1: 'Top 1',
  top10: 'Top 10',
  buySellRatio: 'Buys',
  socialProof: 'Social',
  liquidityPerHolder: 'Per holder',
  score: 'Score',
};

/** A gate as the rail shows it, and what became of the tokens that came to it. */
export type Filter = {
  name: string;
  label: string;
  /** Where twelve stand on a line. */
  shortLabel: string;
  limit: string;
  /** Null before the fold told any. */
  counts: { past: number; failed: number; unknown: number } | null;
};

/** Each token counts at the first gate that it does not pass. */
export function filtersOf(profile: ProfileName, stats: UltimateStats | undefined): Filter[] {
  const wordsOf = (name: string) => {
    const rule = ruleOf(profile, name);
    const label = rule?.label ?? name;
    return { name, label, shortLabel: SHORT_LABELS[name] ?? label, limit: rule ? limitsOf(rule) : '' };
  };
  if (!stats || stats.total === null || stats.filtered.length === 0)
    return ULTIMATE[profile].map(({ name }) => ({ ...wordsOf(name), counts: null }));
  let past = stats.total;
  return stats.filtered.map(({ gate, failed, unknown }) => {
    past -= failed + unknown;
    return { ...wordsOf(gate), counts: { past, failed, unknown } };
  });
}

/** In percent of all that there are, down to a tenth: 100 only where none is shown. Null before any was counted. */
export const filteredShare = ({ total, shown }: Pick<UltimateStats, 'total' | 'shown'>): number | null =>
  total === null || shown === null || total === 0 ? null : Math.floor(((total - shown) / total) * 1_000) / 10;

/** Why nothing is on Ultimate, as the fold counted it. */
export function explainEmptyUltimate(total: number | null): string {
  if (total === null) return 'How many tokens there are is not known yet.';
  if (total === 0) return 'No token has been scanned yet.';
  return `Where ${formatCount(total)} ${total === 1 ? 'token' : 'tokens'} dropped out`;
}

/** How many tokens pass all else and only lack social proof because nothing was seen of it, of all; null where nobody counted. */
export const unprovenOf = (stats: UltimateStats | undefined): number | null =>
  stats?.near.find(({ gate }) => gate === SOCIAL_PROOF.name)?.unknown ?? null;

const SOCIAL_SOURCES: Partial<Record<EnrichedBy, string>> = { posts: 'posts', accounts: 'verified accounts' };

/** That nobody can be asked for social proof; null where somebody can for all of it, or it is not known. */
export function saySocialUnasked({ sources }: Pick<HealthSummary, 'sources'>): string | null {
  const unasked = sources.flatMap(({ name, isConfigured }) =>
    isConfigured ? [] : (SOCIAL_SOURCES[name] ?? []),
  );
  if (unasked.length === 0) return null;
  return `Social proof is unknown where only ${unasked.join(' or ')} could show it: no provider of them is configured.`;
}

/** Whether nobody is asked for anything that could show social proof: no token can pass that gate then. */
export const isSocialUnasked = ({ sources }: Pick<HealthSummary, 'sources'>): boolean => {
  const proving = sources.filter(({ name }) => name in SOCIAL_SOURCES);
  return proving.length > 0 && proving.every(({ isConfigured }) => !isConfigured);
};

/** Those that pass all gates but social proof, of which nothing was seen. */
export const lacksSocialProofAlone = ({ missedGate }: UltimateNearToken): boolean =>
  missedGate.name === SOCIAL_PROOF.name && missedGate.verdict === 'unknown';

/** The near misses that lack social proof alone; `unproven` counts them where the answer is not the whole list. */
export function keepUnproven(
  near: Answer<UltimateNearToken>,
  unproven: number | null,
): Answer<UltimateNearToken> {
  const items = near.items.filter(lacksSocialProofAlone);
  const total = beyond(near) > 0 ? Math.max(items.length, unproven ?? 0) : items.length;
  return { ...near, items, total };
}
