/** What is said of a gate that a token passes: one chip with its value. */
import { conditionOf, type Gate, type Gated } from '@cryptonite/contracts/rules';
import { capital, counted, figureOf } from './figures.js';

const FORMS: Readonly<Record<string, (value: number, unit: string, limit: number) => string>> = {
  age: (value, unit) => `${figureOf(Math.floor(value), unit)} old`,
  volumeGrowth: (value) => `volume up ${figureOf(value, '%')}`,
  trades: (value) => `${counted(value, 'trade')} in 5 min`,
  volume: (value) => `${figureOf(value, '$')} volume in 1 h`,
  price: (value) => `price up ${figureOf(value, '%')} over 1 h`,
  top1: (value) => `the largest holds ${figureOf(value, '%')}`,
  top10: (value) => `top 10 hold ${figureOf(value, '%')}`,
  buySellRatio: (value) => `${figureOf(value, 'x')} buys to sells over 1 h`,
  socialProof: (value, _, limit) => (limit === 1 ? 'verified account' : `${counted(value, 'post')} in 24 h`),
  marketCapMost: (value, unit, limit) =>
    `market cap ${figureOf(value, unit)} of ${figureOf(limit, unit)} at most`,
  holders: (value) => counted(value, 'holder'),
  liquidityPerHolder: (value) => `${figureOf(value, '$')} liquidity per holder`,
};

/** `gated` are the verdicts of `gates` in their order. */
export const reasonsOf = (gates: readonly Gate[], gated: readonly Gated[]): string[] =>
  gated.flatMap(({ name, verdict, value, limit }, place) => {
    const gate = gates[place];
    if (!gate || verdict !== 'pass' || value === null) return [];
    const { unit, of } = conditionOf(gate, limit);
    const plain = [gate.label, figureOf(value, unit), ...(of === undefined ? [] : [of])].join(' ');
    return [capital(FORMS[name]?.(value, unit, limit) ?? plain)];
  });
