import { describe, expect, it } from 'vitest';
import { type Alert, type Announced, keepAlert, parseAlerts, trackAlerts } from './alerts';
import { describeAlert, medianOf } from './describe-alert';

const AT = Date.UTC(2026, 0, 2, 14, 18, 40);
const MINUTE_MS = 60_000;

const news = (mints: string, asOf = AT, change: Partial<Announced> = {}): Announced => ({
  list: 'qualified',
  source: 'pumpfun',
  condition: 'Simulated market',
  asOf,
  tokens: [...mints].map((mint) => ({ mint, name: `$${mint}`, what: 'qualified, 4/5', marketCap: 10_000 })),
  ...change,
});
const keep = (...all: Announced[]): readonly Alert[] =>
  all.reduce<readonly Alert[]>((alerts, next) => keepAlert(alerts, next), []);
const mints = (alerts: readonly Alert[]) =>
  alerts.map(({ tokens }) => tokens.map(({ mint }) => mint).join(''));

describe('the bell', () => {
  it('keeps the newest first, a burst as one', () =>
    expect(mints(keep(news('a'), news('bcd', AT + MINUTE_MS)))).toEqual(['bcd', 'a']));

  it('joins what two tabs hear of one burst in parts', () =>
    expect(mints(keep(news('ab'), news('bc', AT + 900), news('abc', AT + 300)))).toEqual(['abc']));

  it('does not tell again within ten minutes, and tells later', () => {
    const again = keep(news('a'), news('a', AT + 9 * MINUTE_MS));
    expect(mints(again)).toEqual(['a']);
    expect(mints(keepAlert(again, news('a', AT + 10 * MINUTE_MS)))).toEqual(['a', 'a']);
  });

  it('keeps the same token of another list or source apart', () =>
    expect(
      mints(keep(news('a'), news('a', AT, { list: 'earlyStage' }), news('a', AT, { source: 'bonded' }))),
    ).toEqual(['a', 'a', 'a']));

  it('keeps 50', () => {
    const all = keep(...Array.from({ length: 60 }, (_, n) => news('a', AT + n * 10 * MINUTE_MS)));
    expect(all).toHaveLength(50);
    expect(all[0]?.at).toBe(AT + 590 * MINUTE_MS);
    expect(new Set(all.map(({ id }) => id)).size).toBe(50);
  });

  it('loses nothing of a long burst, whether it comes at once or in parts', () => {
    const burst = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...news('a').tokens[0]!, mint: String(from + n) }));
    const alerts = keep(
      news('', AT, { tokens: burst(0, 30) }),
      news('', AT + 500, { tokens: burst(30, 100) }),
    );
    expect(alerts.map(({ tokens }) => tokens.length)).toEqual([10, 40, 40, 40]);
    expect(new Set(alerts.flatMap(({ tokens }) => tokens.map(({ mint }) => mint))).size).toBe(130);
    expect(new Set(alerts.map(({ id }) => id)).size).toBe(4);
    expect(parseAlerts(JSON.stringify(alerts))).toEqual(alerts);
  });

  it('survives whatever was stored', () => {
    const alerts = keep(news('ab'));
    expect(parseAlerts(JSON.stringify(alerts))).toEqual(alerts);
    for (const stored of [null, '', '{', '{}', '[1]', '[{"id":1}]', `["${'x'.repeat(1e5)}"]`])
      expect(parseAlerts(stored)).toEqual([]);
  });
});

describe('what became of them', () => {
  const alerts = keep(news('a'));
  const known = (marketCap: number | null, measuredAt = AT + 5) =>
    new Map([['a', { marketCap, measuredAt }]]);

  it('is followed while the page holds the token', () =>
    expect(trackAlerts(alerts, known(12_000))[0]?.tokens[0]?.last).toEqual({
      marketCap: 12_000,
      at: AT + 5,
    }));

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
      subject: '$a',
      what: 'qualified, 4/5',
      when: 'a, 14:18:40 UTC at $10.0K',
      change: expect.closeTo(20),
      basis: 'now $12.0K',
    });
  });

  it('says until when it was seen', () =>
    expect(describeLast(keep(news('a')))).toMatchObject({ change: 0, basis: 'until 14:18:40' }));

  it('says that nothing is known of a change', () => {
    const [token] = news('a').tokens;
    const alerts = keep(news('', AT, { tokens: [{ ...token!, marketCap: null }] }));
    expect(describeLast(alerts)).toMatchObject({
      when: 'a, 14:18:40 UTC at Unknown',
      change: null,
      basis: 'unknown then',
    });
  });

  it('says the middle of a burst', () => {
    const caps = { a: 11_000, b: 5_000, c: 12_000 };
    const known = new Map(
      Object.entries(caps).map(([mint, marketCap]) => [mint, { marketCap, measuredAt: AT + 1 }]),
    );
    expect(describeLast(trackAlerts(keep(news('abc')), known), known)).toEqual({
      subject: '3 new',
      what: ': $a, $b, $c',
      when: '14:18:40 UTC, one burst',
      change: expect.closeTo(10),
      basis: 'median of 3',
    });
  });

  it('says its date on another day', () =>
    expect(describeAlert(keep(news('a'))[0]!, new Map(), AT + 24 * 60 * MINUTE_MS).when).toBe(
      'a, 2026-01-02 14:18:40 UTC at $10.0K',
    ));
});

it.each([
  [[], null],
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 2], 2],
])('the median of %j is %s', (values, median) => expect(medianOf(values)).toBe(median));
