import type { ListName } from '@cryptonite/contracts/api';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { screened } from '../api/screened';
import type { Drawn, DrawnToken } from '../model/drawn-token';
import type { ListedToken } from '../model/held-lists';
import { RowBones } from './loading-list';
import { PerformanceBadge } from './performance-badge';
import { TokenCard } from './token-card';
import { TokenRow } from './token-row';
import { TokenRows } from './token-rows';

const AT = Date.UTC(2026, 0, 1, 14, 18);

const token = (mint: string, change: Partial<ListedToken> = {}): DrawnToken => ({
  ...screened(mint, 7, AT),
  source: 'pumpfun',
  listedAt: AT,
  initialMarketCap: null,
  marketCapChangePercent: null,
  passedChecks: 3,
  totalChecks: 5,
  checks: [{ name: 'momentum', verdict: 'fail', value: 12.9, limit: 15 }],
  quoteMint: SOL_MINT,
  ...change,
});
const drawn = (change: Partial<Drawn>): Drawn => ({
  token: token('a'),
  left: null,
  isNew: false,
  sharesSymbol: false,
  isOriginShown: false,
  isStale: false,
  ...change,
});
const draw = (element: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/ +/g, ' ');

it('a rejected bonded card says its reason and since when it is graduated', () => {
  const bonded = {
    source: 'bonded',
    lifecycle: 'graduated',
    migrationTime: AT - 3 * 60_000,
    rejectionReason: 'Price momentum 12.9% is below 15%',
  } as const;
  const words = wordsOf(draw(<TokenCard isFilled {...drawn({ token: token('a', bonded) })} />));
  expect(words).toContain('Price momentum 12.9% is below 15%');
  expect(words).toContain('graduated 3m ago');
});

describe('a change since listing names the list that it counts from', () => {
  const listed = { listedAt: AT - 8 * 60_000, initialMarketCap: 173_100, measuredAt: AT };
  const since = (listedOn: ListName, marketCapChangePercent: number) =>
    ({ ...token('a', { ...listed, marketCapChangePercent }), listedOn }) satisfies DrawnToken;
  const title = /title="Since ([^"]*)"/;

  it.each([
    ['qualified', 'Qualified'],
    ['rejected', 'Rejected'],
  ] as const)('on the card of a token that is %s', (name, words) => {
    const card = draw(<TokenCard isFilled {...drawn({ token: since(name, 892) })} />);
    expect(wordsOf(card)).toContain(`+892.0% since ${words}`);
    expect(title.exec(card)?.[1]).toBe(`${words} 14:10 UTC at $173.1K`);
  });

  it.each([
    ['earlyStage', 'Early Stage'],
    ['microcaps', 'Micro-caps'],
    ['newLaunches', 'New'],
  ] as const)('in a row of %s', (name, words) => {
    const row = draw(
      <TokenRow isFilled testId="row" kind="check" {...drawn({ token: since(name, -0.6) })} />,
    );
    expect(wordsOf(row).match(new RegExp(`−0.6% since ${words}`, 'g'))).toHaveLength(2);
    expect(title.exec(row)?.[1]).toBe(`${words} 14:10 UTC at $173.1K`);
  });

  it.each([
    ['ultimate', 20, '+20.0% since Ultimate 14:10 UTC at $173.1K'],
    ['daily', 64.2, '+64.2% since Daily 14:10 UTC at $173.1K'],
    ['social', 64.2, '+64.2% since Social 14:10 UTC at $173.1K'],
    ['discoveryQualified', 892, '+892.0% since High Hype 14:10 UTC at $173.1K'],
    ['bondedAnalyzed', 19.9, '+19.9% Listed on Bonded 14:10 UTC at $173.1K'],
  ] as const)('in the badge of one listed on %s', (name, change, words) =>
    expect(wordsOf(draw(<PerformanceBadge token={since(name, change)} />))).toContain(words),
  );
});

describe('why a token left', () => {
  const card = (left: Drawn['left']) => draw(<TokenCard isFilled {...drawn({ left })} />);
  const row = (left: Drawn['left']) =>
    draw(<TokenRow isFilled testId="row" kind="check" {...drawn({ left })} />);
  const reasonIn = (html: string) => /<(span|td)[^>]*rejection-reason[^>]*>/.exec(html)?.[0];

  it.each([
    ['text-neg', { text: 'Momentum 12.9% is below 15%', tone: 'failed' }],
    ['text-unk', { text: 'Score is unknown', tone: 'unknown' }],
    ['text-ink2', { text: 'Qualified with 4 of 5 checks', tone: 'plain' }],
    ['text-ink2', null],
  ] as const)('has the tone %s: %j', (tone, reason) => {
    expect(reasonIn(card({ reason }))).toContain(tone);
    expect(reasonIn(row({ reason }))).toContain(tone);
  });
});

it('a token that left says of when its numbers are', () => {
  const left = { reason: { text: 'Composite 29.9 is below 30', tone: 'failed' } } as const;
  const words = (element: ReactNode) => wordsOf(draw(element));
  expect(words(<TokenCard isFilled {...drawn({ left })} />)).toContain('as of 14:18:00 UTC');
  expect(words(<TokenRow isFilled testId="row" kind="check" {...drawn({ left })} />)).toContain(
    'as of 14:18:00 UTC',
  );
  expect(words(<TokenCard isFilled {...drawn({})} />)).not.toContain('as of');
});

it.each([
  ['check', '4/5'],
  ['hype', 'Hype 62 of 100'],
  ['daily', 'Daily score 62 of 100'],
  ['ultimate', 'Score 71 of 100'],
] as const)('a row of a list that goes by %s shows that', (kind, words) => {
  const checked = { passedChecks: 4, totalChecks: 5, checks: [] };
  const scored = { hypeScore: 62, hypeCoverage: 1, ultimateScore: 71, ultimateCoverage: 1, ...checked };
  const row = draw(<TokenRow isFilled testId="row" kind={kind} {...drawn({ token: token('a', scored) })} />);
  expect(wordsOf(row)).toContain(words);
});

it('a token shares its symbol with one that is further down its list', () => {
  const shown = token('a', { symbol: 'KELPIE' });
  const rows = [{ token: shown, left: null, isNew: false }];
  const all = [shown, token('b', { symbol: 'kelpie' })];
  const list = (listed: readonly DrawnToken[]) =>
    draw(<TokenRows label="list" rows={rows} all={listed} density="cards" area={{}} />);
  expect(list(all)).toContain('Same symbol');
  expect(list([shown])).not.toContain('Same symbol');
});

it('rows to come have the head that rows have, or share the one above', () => {
  const keys = [...'abc'];
  expect(draw(<RowBones keys={keys} />)).toContain('<thead class="rows-head">');
  expect(draw(<RowBones keys={keys} isHeadShared />)).toContain('<thead class="sr-only">');
});
