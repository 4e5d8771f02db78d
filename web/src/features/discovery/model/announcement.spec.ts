import type { HighHypeToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { linesOf } from '../../../ui/toast-queue';
import {
  announceEarlyStage,
  announceQualified,
  nameOf,
  TITLE,
  tellAlert,
  tellQualified,
  toastOf,
} from './announcement';
import type { ListedToken } from './held-lists';

const AT = Date.UTC(2026, 0, 2, 14, 18, 40);
const market = { kind: 'market', name: 'market simulator, seed 7' } as const;
const token = (symbol: string | null) =>
  ({
    mint: `mint of ${symbol}`,
    symbol,
    marketCap: 30_400,
    origin: market,
    passedChecks: 4,
    totalChecks: 5,
    measuredAt: AT,
  }) as ListedToken;

/** A name in its isolate. */
const name = (text: string) => `\u2068${text}\u2069`;

const toast = (...symbols: string[]) => {
  const tokens = symbols.map(token);
  return toastOf(
    announceQualified('pumpfun', AT, tokens),
    tokens.map((told) => tellQualified(told, () => {})),
  );
};

it('tells a single token with its checks, the time and the condition', () => {
  expect(toast('GLOAM').title).toBe(TITLE);
  expect(linesOf(toast('GLOAM'))).toEqual([
    `${name('GLOAM')} passed 4 of 5 checks at 14:18:40 UTC (Simulated market)`,
  ]);
});

it('tells a burst in one toast', () =>
  expect(linesOf(toast('KELPIE', 'EMBER', 'ПУФ'))).toEqual([
    `3 new: ${name('KELPIE')}, ${name('EMBER')}, ${name('ПУФ')}`,
    '14:18:40 UTC, simulated market',
  ]));

it('keeps for the bell what each was worth then', () =>
  expect(announceQualified('pumpfun', AT, [token('GLOAM')])).toEqual({
    list: 'qualified',
    source: 'pumpfun',
    asOf: AT,
    condition: 'Simulated market',
    tokens: [{ mint: 'mint of GLOAM', name: name('GLOAM'), what: 'qualified, 4/5', marketCap: 30_400 }],
  }));

it('tells of Early Stage alike in every tab', () =>
  expect(announceEarlyStage(AT, [token('GLOAM') as unknown as HighHypeToken])).toMatchObject({
    list: 'earlyStage',
    source: 'pumpfun',
    tokens: [{ what: 'entered Early Stage' }],
  }));

it.each([
  ['a hidden order', '\u202Eabc', name('abc')],
  ['nothing to see', '\u200B', 'A token without a symbol'],
  ['a name of 2,000 letters', 'x'.repeat(2_000), name(`${'x'.repeat(23)}…`)],
  ['no symbol', null, 'A token without a symbol'],
])('names %s', (_case, symbol, said) => expect(nameOf(symbol)).toBe(said));

it('tells a bonding alert with its progress', () =>
  expect(tellAlert({ symbol: 'BRINE', bondingCurveProgress: 30.4, origin: market } as HighHypeToken)).toBe(
    `${name('BRINE')} is at 30.4% of its curve (Simulated market)`,
  ));
