/** What is said of a gate that a token passes: one chip with its value. */
import { conditionOf, type Gate, NEW_WORDS, SOCIAL_PROOF } from '@cryptonite/contracts/rules';
import type { GatedRow } from '../scores/row-scores.js';
import { capital, counted, figureOf } from './figures.js';
import { wordsOf } from './part-words.js';

type Condition = Gate['any'][number];
type Form = (value: number, condition: Condition, basis: GatedRow['basis']) => string;

const [POSTS] = SOCIAL_PROOF.any;

const FORMS: Readonly<Record<string, Form>> = {
  age: (value, { unit }) => `${figureOf(Math.floor(value), unit)} old`,
  volumeGrowth: (value, _, basis) => wordsOf(basis === 'life' ? 'volumeGrowthOfLife' : 'volumeGrowth', value),
  trades: (value) => `${counted(value, 'trade')} in 5 min`,
  volume: (value) => `${figureOf(value, '$')} volume in 1 h`,
  price: (value, _, basis) =>
    `price up ${figureOf(value, '%')} ${basis === 'launch' ? 'since launch' : 'over 1 h'}`,
  top1: (value) => `the largest holds ${figureOf(value, '%')}`,
  top10: (value) => `top 10 hold ${figureOf(value, '%')}`,
  buySellRatio: (value) => `${figureOf(value, 'x')} buys to sells over 1 h`,
  socialProof: (value, condition) =>
    condition === POSTS ? `${counted(value, 'post')} in 24 h` : (condition.of ?? ''),
  marketCapMost: (value, { unit, limit }) =>
    `market cap ${figureOf(value, unit)} of ${figureOf(limit, unit)} at most`,
  holders: (value) => counted(value, 'holder'),
  liquidityPerHolder: (value) => `${figureOf(value, '$')} liquidity per holder`,
};

/** Gates whose input services around the chain tell, if only in part. */
const OFF_CHAIN: ReadonlySet<string> = new Set(['socialProof', 'rugRisk']);

/** Those of {@link reasonsOf} that more than the chain tells. */
export const offChainReasons = (gates: readonly Gate[], gated: readonly GatedRow[]): string[] =>
  reasonsOf(
    gates,
    gated.map((each) => (OFF_CHAIN.has(each.name) ? each : { ...each, verdict: 'unknown' })),
  );

/** `gated` are the verdicts of `gates` in their order. */
export const reasonsOf = (gates: readonly Gate[], gated: readonly GatedRow[]): string[] =>
  gated.flatMap(({ name, verdict, value, limit, basis }, place) => {
    const gate = gates[place];
    if (!gate || verdict !== 'pass') return [];
    if (basis === 'new') return [NEW_WORDS];
    if (value === null) return [];
    const condition = conditionOf(gate, limit);
    const { unit, of } = condition;
    const plain = [gate.label, figureOf(value, unit), ...(of === undefined ? [] : [of])].join(' ');
    return [capital(FORMS[name]?.(value, condition, basis) ?? plain)];
  });
