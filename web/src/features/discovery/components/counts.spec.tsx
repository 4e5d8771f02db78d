import {
  itemSchemaOf,
  type ListItem,
  type ListName,
  type ListSource,
  MonitoringCount,
  ScanProgress,
  UltimateStats,
} from '@cryptonite/contracts/api';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listQuery } from '../api/get-list';
import { monitoringCountQuery } from '../api/get-monitoring-count';
import { dailyProgressQuery, scanProgressQuery, ultimateStatsQuery } from '../api/get-scan-progress';
import { holdOnPage } from '../api/held-tokens';
import { screened } from '../api/screened';
import { splitItem } from '../model/held-lists';
import { DailyBoosted } from './daily-boosted';
import { EarlyStage } from './early-stage';
import { HighHype } from './high-hype';
import { PreMigration } from './pre-migration';
import { RowsSection } from './rows-section';
import { Shilled } from './shilled';
import { MicroCaps } from './smaller-lists';
import { Ultimate } from './ultimate';

// What is drawn to a string reads a store as a browser does.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>();
  const read: typeof react.useSyncExternalStore = (subscribe, now) =>
    react.useSyncExternalStore(subscribe, now, now);
  return { ...react, useSyncExternalStore: read };
});

const AT = Date.UTC(2026, 0, 1, 14, 18);

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.startsWith('(min-width') }));
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

const VERDICT = { passedChecks: 3, totalChecks: 5, checks: [], rejectionReason: 'Momentum 1% is below 15%' };
const SCORES = {
  score: 50,
  bars: [],
  components: [],
  gates: [],
  qualificationReasons: [],
  offChainReasons: [],
  shillReason: 'x',
};
const LISTING = { listedAt: AT, initialMarketCap: null, marketCapChangePercent: null };
type More = { total?: number; source?: ListSource; hypeScore?: number; missedGate?: object };

/** Puts an answer of the list with these tokens on the page. */
function answer<Name extends ListName>(name: Name, mints: string, more: More = {}): void {
  const { total = mints.length, source, ...said } = more;
  const items = [...mints].map((mint): ListItem<Name> => {
    const token = { ...screened(mint, 7, AT), hypeScore: 80 };
    const known = { ...token, source: source ?? 'discovery', ...VERDICT, ...SCORES, ...LISTING, ...said };
    const fields = Object.keys(itemSchemaOf(name).shape);
    return Object.fromEntries(
      fields.map((field) => [field, known[field as keyof typeof known] ?? null]),
    ) as ListItem<Name>;
  });
  const split = items.map((item) => splitItem(name, item));
  holdOnPage(
    client,
    split.map(({ token }) => token),
  );
  client.setQueryData(listQuery(name, 'live', source).queryKey, {
    ...{ items: split.map(({ place }) => place), total, profile: 'live', asOf: AT },
  });
}

const pass = { startedAt: null, completedAt: null, nextAt: null, origin: null, asOf: null };
/** What the fold counted, of another list or at another time. */
const progress = ScanProgress.parse({
  ...{ scanned: 1_230, total: 4_046, matched: 0, shown: null, cadence: null, ...pass },
});

function draw(tab: React.ReactElement) {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{tab}</MemoryRouter>
    </QueryClientProvider>,
  );
  return {
    text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '),
    html,
    drawn: (testId: string) => html.split(`data-testid="${testId}"`).length - 1,
  };
}
const page = { isStale: false, status: null, bell: null };
const section = { isStale: false, isHeadShared: false };

describe('a count is of what is shown', () => {
  it('on Daily Boosted: what is promoted and what is talked about, each token once', () => {
    client.setQueryData(dailyProgressQuery('live').queryKey, progress);
    answer('daily', 'ab');
    answer('social', 'bcdef');
    answer('shilled', '');
    const { text, drawn } = draw(<DailyBoosted {...page} />);
    expect(text).toContain('6 of 4,046 tokens match');
    expect(drawn('token-card')).toBe(6);
  });

  it('on Daily Boosted, of lists longer than their answers', () => {
    client.setQueryData(dailyProgressQuery('live').queryKey, progress);
    answer('daily', 'ab', { total: 45 });
    answer('social', 'bc');
    answer('shilled', '');
    const { text } = draw(<DailyBoosted {...page} />);
    expect(text).toContain('46 of 4,046 tokens match');
    expect(text).toContain('3 of 46 shown.');
  });

  it('on High Hype: what has the hype for it, and what lies beyond the answers of lists that ask for it', () => {
    answer('earlyStage', 'quiet', { hypeScore: 20, total: 90 });
    answer('bondedAnalyzed', 'ab');
    answer('discoveryQualified', 'bc', { total: 60 });
    const { text, drawn } = draw(<HighHype isStale={false} onRead={() => {}} />);
    expect(text).toContain('3 of 61 shown.');
    expect(drawn('token-card')).toBe(3);
  });

  it('on Early Stage', () => {
    client.setQueryData(scanProgressQuery().queryKey, progress);
    answer('earlyStage', 'ab');
    const { text, drawn } = draw(<EarlyStage {...section} />);
    expect(text).toContain('2 of 4,046 tokens match, 1,230 scanned in 10 min');
    expect(drawn('early-stage-row')).toBe(2);
  });

  it.each([
    ['microcaps', 'microcap-row', <MicroCaps key="" {...section} />],
    ['shilled', 'shilled-row', <Shilled key="" isStale={false} />],
    [
      'newLaunches',
      'new-row',
      <RowsSection
        key=""
        {...section}
        {...{ list: 'newLaunches', title: 'New', about: '', empty: '', step: 10, testId: 'new-row' }}
        sort={(items) => [...items]}
      />,
    ],
  ] as const)('below %s, of all that the list holds', (name, row, list) => {
    answer(name, 'abcdefghijklm', { total: 245 });
    const { text, drawn } = draw(list);
    expect(drawn(row)).toBe(10);
    expect(text).toContain('10 of 245 shown.');
  });

  it('on Qualified and Rejected of the source shown, and on no source what is monitored of it', () => {
    const source = 'pumpfun';
    client.setQueryData(
      monitoringCountQuery().queryKey,
      MonitoringCount.parse({ count: 1_233, pumpfun: 840, bonded: 393, origin: null, asOf: null }),
    );
    answer('qualified', 'abc', { source, total: 60 });
    answer('rejected', 'de', { source });
    const { text, html } = draw(<PreMigration {...page} />);
    expect(text).toContain('Qualified 60');
    expect(text).toContain('Rejected 2');
    expect(text).toContain('3 of 60 shown.');
    expect(text).not.toContain('840');
    expect(html).toContain('title="840 on PumpFun, 393 bonded"');
  });

  it('on Ultimate, its line and its gates', () => {
    client.setQueryData(
      ultimateStatsQuery('live').queryKey,
      UltimateStats.parse({
        ...{ scanned: 1_230, cadence: null, total: 1_412, shown: 29, hidden: 0, near: [], byAction: null },
        ...{ filtered: [], lastScanAt: null, nextScanAt: null, asOf: null },
      }),
    );
    answer('ultimate', 'abcd');
    answer('ultimateNear', '');
    const { text, drawn } = draw(<Ultimate {...page} />);
    expect(text).toContain('4 shown of 1,412 tokens, 99.7% filtered out');
    expect(text).not.toContain('29');
    expect(drawn('token-card')).toBe(4);
  });
});
