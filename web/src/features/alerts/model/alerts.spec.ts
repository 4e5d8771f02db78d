import { describe, expect, it } from 'vitest';
import {
  type Alert,
  type Announced,
  KEPT_MS,
  keepAlerts,
  MOST_ALERTS,
  ofLastDay,
  parseAlerts,
  trackAlerts,
} from './alerts';
import { describeAlert } from './describe-alert';

const AT = Date.UTC(2026, 0, 2, 14, 18, 40);
const MINUTE_MS = 60_000;

const news = (mints: string, at = AT, change: Partial<Announced> = {}): Announced[] =>
  [...mints].map((mint) => ({
    ...{ list: 'qualified', source: 'pumpfun', condition: 'Simulated market', at },
    ...{ mint, name: `$${mint}`, what: 'qualified, 4/5', marketCap: 10_000 },
    ...change,
  }));
const keep = (...all: Announced[][]): readonly Alert[] =>
  all.reduce<readonly Alert[]>((alerts, next) => keepAlerts(alerts, next).alerts, []);
const mints = (alerts: readonly { mint: string }[]) => alerts.map(({ mint }) => mint).join('');

describe('the bell', () => {
  it('keeps a token once, the newest first', () => {
    const alerts = keep(news('abc'), news('b', AT + 10 * MINUTE_MS));
    expect(mints(alerts)).toBe('bca');
    expect(alerts.map(({ times }) => times)).toEqual([2, 1, 1]);
  });

  it('keeps beside one another the lists that announced a token', () => {
    const [alert] = keep(
      news('a'),
      news('a', AT + 1, {
        list: 'ultimate',
        what: 'passed every gate of Ultimate, 71/100',
        marketCap: 12_000,
      }),
    );
    expect(alert).toMatchObject({ times: 2, marketCap: 12_000, what: expect.stringMatching(/Ultimate/) });
    expect(alert?.announced.map(({ list }) => list)).toEqual(['ultimate', 'qualified']);
  });

  it('tells what is news, and nothing that another tab has kept within ten minutes', () => {
    const alerts = keep(news('ab'));
    expect(mints(keepAlerts(alerts, news('bc', AT + 9 * MINUTE_MS)).news)).toBe('c');
    expect(mints(keepAlerts(alerts, news('bc', AT + 10 * MINUTE_MS)).news)).toBe('bc');
    expect(keepAlerts(alerts, news('ab', AT + 900)).alerts).toBe(alerts);
  });

  it('remembers what a list told though another told the token since', () => {
    const alerts = keep(news('a'), news('a', AT + 1, { list: 'earlyStage' }));
    expect(keepAlerts(alerts, news('a', AT + 2)).news).toEqual([]);
  });

  it('keeps a day', () => {
    const alerts = keep(news('a'), news('b', AT + KEPT_MS - 1));
    expect(mints(alerts)).toBe('ba');
    expect(mints(ofLastDay(alerts, AT + KEPT_MS))).toBe('b');
    expect(mints(keepAlerts(alerts, news('c', AT + KEPT_MS)).alerts)).toBe('cb');
  });

  it('keeps nothing of a market that has begun anew', () =>
    expect(mints(keep(news('a', AT + 30 * KEPT_MS), news('b')))).toBe('b'));

  it('keeps the newest of very many', () => {
    const many = Array.from({ length: MOST_ALERTS + 100 }, (_, n) => ({ ...news('a')[0]!, mint: String(n) }));
    const alerts = keep(many);
    expect(alerts).toHaveLength(MOST_ALERTS);
    expect(alerts[0]?.mint).toBe(String(MOST_ALERTS + 99));
    expect(parseAlerts(JSON.stringify(alerts))).toEqual(alerts);
  });

  it('counts on from what was read, though nothing of it is kept any more', () =>
    expect(keepAlerts([], news('ab'), 41).alerts.map(({ id }) => id)).toEqual([43, 42]));

  it('reads on what the version before has kept', () => {
    const token = (mint: string, marketCap: number) => ({
      ...{ mint, name: `$${mint}`, what: 'qualified, 4/5', marketCap: 10_000 },
      last: { marketCap, at: AT + 5 },
    });
    const where = { list: 'qualified', source: 'pumpfun', condition: 'Simulated market' };
    const bursts = [
      { ...where, id: 2, at: AT + 1, tokens: [token('c', 9_000)] },
      { ...where, id: 1, at: AT, tokens: [token('a', 11_000), token('b', 12_000)] },
    ];
    const alerts = parseAlerts(JSON.stringify(bursts));
    expect(mints(alerts)).toBe('cab');
    // What was read is told by the numbers of bursts.
    expect(alerts.map(({ id }) => id)).toEqual([0, 0, 0]);
    expect(mints(keepAlerts(alerts, news('d'), 400).alerts)).toBe('dcab');
    expect(alerts.map(({ last }) => last.marketCap)).toEqual([9_000, 11_000, 12_000]);
    expect(alerts[1]).toMatchObject({
      times: 1,
      announced: [{ list: 'qualified', source: 'pumpfun', at: AT }],
    });
  });

  it('survives whatever was stored', () => {
    const alerts = keep(news('ab'));
    expect(parseAlerts(JSON.stringify(alerts))).toEqual(alerts);
    const text = JSON.stringify(alerts);
    const hostile = [text.replaceAll(String(AT), '1e300'), text.replace('"id":2', '"id":9007199254740991')];
    for (const stored of [null, '', '{', '{}', '[1]', '[{"id":1}]', `["${'x'.repeat(1e5)}"]`, ...hostile])
      expect(parseAlerts(stored)).toEqual([]);
  });

  it('can read again what it keeps of any list and source', () => {
    const places = (['qualified', 'ultimate', 'earlyStage'] as const).flatMap((list) =>
      (['pumpfun', 'bonded'] as const).map((source) => news('a', AT, { list, source })),
    );
    const alerts = keep(...places);
    expect(alerts[0]?.times).toBe(6);
    expect(parseAlerts(JSON.stringify(alerts))).toEqual(alerts);
  });
});

describe('what became of them', () => {
  const alerts = keep(news('a'));
  const known = (marketCap: number | null, measuredAt = AT + 5) =>
    new Map([['a', { marketCap, measuredAt }]]);

  it('is followed while the page holds the token', () =>
    expect(trackAlerts(alerts, known(12_000))[0]?.last).toEqual({ marketCap: 12_000, at: AT + 5 }));

  it.each([
    ['it is older', known(12_000, AT - 1)],
    ['it is not known', known(null)],
    ['the token is gone', new Map()],
  ])('stays as it was while %s', (_case, now) => expect(trackAlerts(alerts, now)).toBe(alerts));
});

describe('a row of the bell', () => {
  const describeLast = (alerts: readonly Alert[], known = new Map()) =>
    alerts[0] && describeAlert(alerts[0], known, AT + MINUTE_MS);

  it('says what a token did since', () => {
    const known = new Map([['a', { marketCap: 12_000, measuredAt: AT + 5 }]]);
    expect(describeLast(trackAlerts(keep(news('a')), known), known)).toEqual({
      when: 'a, 14:18:40 UTC at $10.0K',
      change: expect.closeTo(20),
      basis: 'now $12.0K',
    });
  });

  it('says until when it was seen', () =>
    expect(describeLast(keep(news('a')))).toMatchObject({ change: 0, basis: 'until 14:18:40' }));

  it('says that nothing is known of a change', () =>
    expect(describeLast(keep(news('a', AT, { marketCap: null })))).toMatchObject({
      when: 'a, 14:18:40 UTC at Unknown',
      change: null,
      basis: 'unknown then',
    }));

  it('says its date on another day', () =>
    expect(describeAlert(keep(news('a'))[0]!, new Map(), AT + KEPT_MS).when).toBe(
      'a, 2026-01-02 14:18:40 UTC at $10.0K',
    ));
});
