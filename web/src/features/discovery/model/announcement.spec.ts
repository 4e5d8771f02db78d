import type { HighHypeToken, UltimateToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import type { Announcing } from '../../../lib/announcing';
import { linesOf } from '../../../ui/toast-queue';
import {
  isAskedFor,
  nameOf,
  newsOfEarlyStage,
  newsOfQualified,
  newsOfUltimate,
  notificationOf,
  TITLE,
  toastOf,
} from './announcement';
import type { ListedToken } from './held-lists';

const AT = Date.UTC(2026, 0, 2, 14, 18, 40);
const market = { kind: 'market', name: 'market simulator, seed 7' } as const;
const token = (symbol: string | null) =>
  ({
    mint: `mint of ${symbol}`,
    symbol,
    source: 'pumpfun',
    marketCap: 30_400,
    origin: market,
    passedChecks: 4,
    totalChecks: 5,
    measuredAt: AT,
  }) as ListedToken;

/** A name in its isolate. */
const name = (text: string) => `\u2068${text}\u2069`;

const qualified = (...symbols: string[]) => symbols.map((symbol) => newsOfQualified(token(symbol)));
const toast = (...symbols: string[]) => toastOf(qualified(...symbols), () => {});
const onUltimate = newsOfUltimate({ ...token('GLOAM'), score: 71 } as unknown as UltimateToken);
const early = newsOfEarlyStage({ ...token('BRINE'), bondingCurveProgress: 30.4 } as unknown as HighHypeToken);

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
  expect(newsOfQualified(token('GLOAM'))).toMatchObject({
    ...{ list: 'qualified', source: 'pumpfun', mint: 'mint of GLOAM', name: name('GLOAM') },
    ...{ what: 'qualified, 4/5', marketCap: 30_400, condition: 'Simulated market', at: AT },
  }));

it('notifies of one token in its own words, under its list', () => {
  expect(notificationOf([])).toBeNull();
  expect(notificationOf([onUltimate])).toEqual({
    title: 'Ultimate',
    text: `${name('GLOAM')} passed every gate of Ultimate with 71/100 (Simulated market)`,
    tag: 'mint of GLOAM',
  });
  expect(notificationOf([early])).toMatchObject({
    title: 'Bonding alert',
    text: `${name('BRINE')} is at 30.4% of its curve (Simulated market)`,
  });
});

it('notifies of several at once, each named once, under their list if that is one', () => {
  expect(notificationOf([early, ...qualified('GLOAM', 'EMBER'), onUltimate])).toEqual({
    title: 'New on your lists',
    text: `3 new: ${name('BRINE')}, ${name('GLOAM')}, ${name('EMBER')}, 14:18:40 UTC, simulated market`,
    tag: 'mint of BRINE',
  });
  expect(notificationOf(qualified('GLOAM', 'EMBER'))?.title).toBe(TITLE);
});

it('names a token once that qualified on both sources', () => {
  const [one] = qualified('GLOAM');
  expect(toastOf([one!, { ...one!, source: 'bonded' }], () => {})).toMatchObject({
    items: [{ id: 'mint of GLOAM' }],
  });
});

it.each<[string, readonly Announcing[], boolean, boolean, boolean]>([
  ['by default the source on screen', ['qualified'], true, false, false],
  ['both sources where they are asked for', ['qualified', 'bothSources'], true, true, false],
  ['nothing of a list that is off', ['bothSources', 'ultimate'], false, false, true],
])('announces %s', (_case, on, ofPumpFun, ofBonded, ofUltimate) => {
  const isOn = (what: Announcing) => on.includes(what);
  const [one] = qualified('GLOAM');
  expect(
    [one!, { ...one!, source: 'bonded' as const }, onUltimate].map((news) =>
      isAskedFor(news, 'pumpfun', isOn),
    ),
  ).toEqual([ofPumpFun, ofBonded, ofUltimate]);
});

it.each([
  ['a hidden order', '\u202Eabc', name('abc')],
  ['nothing to see', '\u200B', 'A token without a symbol'],
  ['a name of 2,000 letters', 'x'.repeat(2_000), name(`${'x'.repeat(23)}…`)],
  ['no symbol', null, 'A token without a symbol'],
])('names %s', (_case, symbol, said) => expect(nameOf(symbol)).toBe(said));
