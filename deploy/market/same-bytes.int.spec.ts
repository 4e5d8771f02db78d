import { createHash } from 'node:crypto';
import type { Update } from '@cryptonite/provider/update.js';
import { describe, expect, it } from 'vitest';
import { LAYOUT_NAMES, type LayoutName, NEWEST_LAYOUT } from './layouts.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, playBounded } from './market-source.js';
import { isForLaunchpads } from './subscribed.js';

/** The newest: `npm run market -- --seed 7 --launches 300 --format tape`; a change of behaviour puts its own here. */
const NEWEST: Partial<BoundedMarketOptions> = { launches: 300 };
/** The others stay what they are. In each a curve is completed and migrates, and its coin is traded on where it can be. */
const PAST: Partial<BoundedMarketOptions> = { seed: 2, regime: 'high', transactions: 2_500 };

const DIGESTS: Readonly<Record<LayoutName, string>> = {
  '2024-08': 'e78b22c94c13c970da320b5a9fe80a066a8312e4118b49b0cb1318e386f77b52',
  '2025-05': '94eb31254b864b8ea5b72b5de31425ec024756388afe0a0808bb03735f17bfc0',
  '2025-10': '6ba6dff374f5f650b37b066795ff3c3cc74e870bc477d1ef8e1b284bb06c17c7',
  '2026-02': '7c3c67f52bfd176126c8ae74b719066b96ec20d10028fd9bb916e608a3ac5d12',
  '2026-04': '26744a9d42e9fcded7c59598d7e4cf54be70e87e0b165fadc8bffea36393672e',
  '2026-07': 'c71acf287e3192112ae8015068378875748fd7d16ebed71f77da6171ddf19da1',
  '2026-10': '73281e718b54813d468558185ea8ef007fce3afafc8006a847dbbcec8d8a6b74',
  '2026-10b': '9f7c5c081991555ada12c61dceea5b6f7a78030c5570ce8a2df89bf057be3c5a',
};

const play = (options: Partial<BoundedMarketOptions>): Generator<Update[]> =>
  playBounded({
    seed: 7,
    startMs: BOUNDED_START_MS,
    launches: Number.POSITIVE_INFINITY,
    transactions: Number.POSITIVE_INFINITY,
    regime: 'middle',
    ...options,
  });

describe('a market of 300 launches', () => {
  it('is the same, byte for byte, for the same seed', () => {
    const hash = createHash('sha256');
    for (const updates of play(NEWEST)) for (const { body } of updates) hash.update(body);
    expect(hash.digest('hex')).toBe(DIGESTS[NEWEST_LAYOUT]);
  });
});

describe('a market of the past', () => {
  it.each(LAYOUT_NAMES.filter((layout) => layout !== NEWEST_LAYOUT))(
    'of %s is the same as ever',
    (layout) => {
      const hash = createHash('sha256');
      for (const updates of play({ ...PAST, layout })) for (const { body } of updates) hash.update(body);
      expect(hash.digest('hex')).toBe(DIGESTS[layout]);
    },
  );
});

describe('a market of any seed', () => {
  it('ends where the layout knows no pools and a coin leaves for another exchange', () => {
    let graduated = 0;
    const onTruth: BoundedMarketOptions['onTruth'] = (truth) => {
      if (truth.graduatedMs !== null) graduated += 1;
    };
    const slots = play({ seed: 3, regime: 'high', layout: '2024-08', launches: 150, onTruth });
    for (const _ of slots);
    expect(graduated).toBeGreaterThan(0);
  });

  it('is the same, byte for byte, where only what launchpads are subscribed for is encoded', () => {
    const updatesOf = (encodesAll: boolean) => [...play({ launches: 60, encodesAll })].flat();
    const [all, some] = [updatesOf(true), updatesOf(false)];
    const sent = (updates: readonly Update[]): Buffer[] =>
      updates.filter(isForLaunchpads).map(({ body }) => body);
    expect(sent(all).length).toBeGreaterThan(1_000);
    expect(Buffer.concat(sent(some)).equals(Buffer.concat(sent(all)))).toBe(true);
    const failed = some.filter((update) => update.kind === 'transaction' && update.failed);
    expect(failed.length).toBeGreaterThan(100);
    expect(failed.every(({ body }) => body.length === 0)).toBe(true);
  });

  it('is another for another seed', () => {
    const bytes = (seed: number): Buffer =>
      Buffer.concat([...play({ seed, transactions: 50 })].flat().map(({ body }) => body));
    expect(bytes(7).equals(bytes(7))).toBe(true);
    expect(bytes(7).equals(bytes(8))).toBe(false);
  });
});
