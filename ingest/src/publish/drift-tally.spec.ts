import { DRIFT_ENDS_AFTER_MS, LayoutDrift, MAX_DRIFT_LENGTHS } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import type { UnknownLayout } from '../decode/unknown-layout.js';
import { DriftTally } from './drift-tally.js';

const START = Date.UTC(2026, 9, 8, 14, 10);
const HOUR_MS = 3_600_000;

const longer = (bytes: number): UnknownLayout => ({
  program: 'pumpswap',
  instruction: 0,
  discriminator: '67f4521f2cf57777',
  event: 'BuyEvent',
  payload: new Uint8Array(bytes),
});
const unknown: UnknownLayout = {
  ...longer(64),
  program: 'pump',
  discriminator: '0011223344556677',
  event: null,
};
const at = (slot: number, time = START, index = 0) => ({ slot, index, time });

describe('layouts that are not known', () => {
  it('are counted by event and length', () => {
    const tally = new DriftTally([]);
    tally.add(at(1), [longer(502), longer(502)]);
    const { drifts } = tally.add(at(2, START + 1_000), [longer(510), unknown]);
    expect(drifts.map((drift) => LayoutDrift.parse(drift))).toMatchObject([
      {
        event: 'BuyEvent',
        since: START,
        lastTime: START + 1_000,
        lastSlot: 2,
        lengths: [
          { bytes: 502, count: 2 },
          { bytes: 510, count: 1 },
        ],
      },
      { event: null, since: START + 1_000, lengths: [{ bytes: 64, count: 1 }] },
    ]);
  });

  it('are counted once a transaction, and by an ingest that begins again from where the last one was', () => {
    const tally = new DriftTally([]);
    const { drifts } = tally.add(at(5), [longer(502)]);
    expect(tally.add(at(5), [longer(502)]).drifts).toEqual([]);
    const next = new DriftTally(drifts);
    expect(next.add(at(5), [longer(502)]).drifts).toEqual([]);
    expect(next.add(at(6), [longer(502)]).drifts).toMatchObject([
      { since: START, lengths: [{ bytes: 502, count: 2 }] },
    ]);
  });

  it('of another chain count whatever its slots are numbered', () => {
    const tally = new DriftTally(new DriftTally([]).add(at(5_000), [longer(502)]).drifts);
    tally.beginAnotherChain();
    expect(tally.add(at(3), [longer(502)]).drifts).toMatchObject([{ lastSlot: 3 }]);
    tally.beginAnotherChain();
    expect(tally.add(at(3), [longer(502)]).drifts).toMatchObject([
      { lastSlot: 3, lengths: [{ bytes: 502, count: 3 }] },
    ]);
  });

  it('that come back after a while begin anew', () => {
    const tally = new DriftTally([]);
    tally.add(at(1), [longer(502)]);
    const within = START + DRIFT_ENDS_AFTER_MS;
    expect(tally.add(at(2, within), [longer(502)]).drifts).toMatchObject([{ since: START }]);
    const later = within + DRIFT_ENDS_AFTER_MS + 1;
    expect(tally.add(at(3, later), [longer(502)]).drifts).toMatchObject([
      { since: later, lengths: [{ bytes: 502, count: 1 }] },
    ]);
  });

  it('of many lengths stay a record of its contract', () => {
    const tally = new DriftTally([]);
    const many = Array.from({ length: MAX_DRIFT_LENGTHS + 8 }, (_, i) => longer(500 + i));
    const [drift] = tally.add(at(1), [...many, longer(500)]).drifts;
    expect(LayoutDrift.parse(drift).lengths).toHaveLength(MAX_DRIFT_LENGTHS);
    expect(drift).toMatchObject({ otherLengths: 8 });
    expect(drift!.lengths[0]).toEqual({ bytes: 500, count: 2 });
  });

  it('made up without end are not kept without end', () => {
    const tally = new DriftTally([]);
    const made = Array.from({ length: 300 }, (_, i) => ({
      ...unknown,
      discriminator: i.toString(16).padStart(16, '0'),
    }));
    const { drifts, firsts } = tally.add(at(1), made);
    expect([drifts.length, firsts.length]).toEqual([256, 256]);
  });
});

describe('an unknown discriminator', () => {
  it('comes first once an hour of stream time, and so again in a replay', () => {
    const play = () => {
      const tally = new DriftTally([]);
      return [START, START + 60_000, START + HOUR_MS, START + HOUR_MS + 1, START + 3 * HOUR_MS].map(
        (time, slot) => tally.add(at(slot, time), [unknown, longer(502)]).firsts.length,
      );
    };
    expect(play()).toEqual([1, 0, 1, 0, 1]);
    expect(play()).toEqual(play());
  });

  it('that an earlier run met in this hour is no first one', () => {
    const { drifts } = new DriftTally([]).add(at(1), [unknown]);
    expect(new DriftTally(drifts).add(at(2, START + 60_000), [unknown]).firsts).toEqual([]);
  });
});
