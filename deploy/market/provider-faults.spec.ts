import { MAX_LATE_BYTES, ProviderFaults } from '@cryptonite/provider/provider-faults.js';
import { Random } from '@cryptonite/provider/random.js';
import type { UpdateSource } from '@cryptonite/provider/server.js';
import type { Update } from '@cryptonite/provider/update.js';
import { SlotStatus } from '@triton-one/yellowstone-grpc';
import { describe, expect, it } from 'vitest';
import { BOUNDED_START_MS, playBounded } from './market-source.js';

const market = {
  seed: 5,
  startMs: BOUNDED_START_MS,
  transactions: 4_000,
  launches: Number.POSITIVE_INFINITY,
};

const slots = [...playBounded(market)];
const chain = slots.flat();

const source: UpdateSource = {
  label: {
    package: 'cryptonite-market',
    version: '0.1.0',
    source: { kind: 'market', name: 'played before' },
  },
  waitsFor: 'nobody',
  firstSlot: null,
  async *updates() {
    yield* slots;
  },
};

async function collect(
  faults: ProviderFaults,
  onSlot: (played: number) => void = () => {},
): Promise<Update[]> {
  const served: Update[] = [];
  let played = 0;
  for await (const updates of faults.disturb(source).updates(new AbortController().signal)) {
    served.push(...updates);
    onSlot(++played);
  }
  return served;
}

/** Bytes as text, which compares faster than byte by byte. */
const bodies = (updates: readonly Update[]): string[] => updates.map(({ body }) => body.toString('latin1'));

const statuses = (updates: readonly Update[], wanted: SlotStatus): number[] =>
  updates.flatMap((update) => (update.kind === 'slot' && update.status === wanted ? [update.slot] : []));

describe('a provider with faults', () => {
  it('changes nothing unless told to', async () => {
    const served = await collect(new ProviderFaults(new Random('x')));
    expect(bodies(served)).toEqual(bodies(chain));
  });

  it('serves nothing at all of slots that it is told to miss', async () => {
    const faults = new ProviderFaults(new Random('x'));
    let range = { fromSlot: 0, toSlot: 0 };
    const served = await collect(faults, (played) => {
      if (played === 20) range = faults.miss(5);
    });
    expect(range.toSlot - range.fromSlot).toBe(4);
    const seen = new Set(served.map(({ slot }) => slot));
    for (let slot = range.fromSlot; slot <= range.toSlot; slot++) expect(seen.has(slot)).toBe(false);
    expect(seen.has(range.fromSlot - 1)).toBe(true);
    expect(seen.has(range.toSlot + 2) || seen.has(range.toSlot + 1)).toBe(true);
  });

  it('fills gaps with blocks that do not last, some confirmed and some dead', async () => {
    const faults = new ProviderFaults(new Random('x'));
    faults.settings.forkShare = 1;
    const served = await collect(faults);
    const lasting = new Set(statuses(chain, SlotStatus.SLOT_CONFIRMED));
    const abandoned = statuses(served, SlotStatus.SLOT_CONFIRMED).filter((slot) => !lasting.has(slot));
    const dead = statuses(served, SlotStatus.SLOT_DEAD);
    expect(abandoned.length).toBeGreaterThan(0);
    expect(dead.length).toBeGreaterThan(0);
    // Nothing of the chain itself is lost, and each fork has its content before its status.
    const ofChain = (updates: readonly Update[]): string[] =>
      bodies(updates.filter(({ slot }) => lasting.has(slot)));
    expect(ofChain(served)).toEqual(ofChain(chain));
    for (const fork of [...abandoned, ...dead]) {
      const own = served.filter(({ slot }) => slot === fork);
      expect(own.at(-1)!.kind).toBe('slot');
      expect(own.at(-2)!.kind).toBe('blockMeta');
    }
    for (const fork of abandoned) {
      const confirmedAt = served.findIndex((update) => update.slot === fork && update.kind === 'slot');
      const later = served.slice(confirmedAt + 1);
      expect(statuses(later, SlotStatus.SLOT_CONFIRMED)[0]).toBeGreaterThan(fork);
    }
  });

  it('holds everything back for as long as it lags, in order', async () => {
    const faults = new ProviderFaults(new Random('x'));
    faults.settings.lagMs = 200;
    const startedMs = performance.now();
    const served = await collect(faults);
    expect(performance.now() - startedMs).toBeGreaterThan(190);
    expect(bodies(served)).toEqual(bodies(chain));
  });

  it('holds no more back than fits, and lets others have their turn, where the source never waits', async () => {
    const faults = new ProviderFaults(new Random('x'));
    faults.settings.lagMs = 200;
    const megabyte: Update = { kind: 'entry', slot: 1, body: Buffer.alloc(1 << 20) };
    const fits = MAX_LATE_BYTES / megabyte.body.length;
    let produced = 0;
    let turns = 0;
    let countTurns = (): void => {
      turns += 1;
      setImmediate(countTurns);
    };
    countTurns();
    async function* updates() {
      while (produced++ < 2 * fits) yield [megabyte];
    }
    let served = 0;
    for await (const _ of faults.disturb({ ...source, updates }).updates(new AbortController().signal)) {
      if (served++ > 0) continue;
      expect(produced).toBe(fits + 1);
      expect(turns).toBeGreaterThanOrEqual(fits);
    }
    countTurns = () => {};
    expect(served).toBe(2 * fits);
  });
});
