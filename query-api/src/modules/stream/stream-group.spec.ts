import { constants, gunzipSync } from 'node:zlib';
import { STREAM_EVENTS, StreamToken } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { encode, measure, mintOf, START, scanOf } from '../../../testing/measurements.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { StreamGroup } from './stream-group.js';
import type { TextSink } from './text-sink.js';
import { namedBy } from './view/named-lists.js';
import { GZIP_HEADER } from './view/packed.js';

/** A client that remembers which tokens it was told whole. */
function client() {
  const told: string[] = [];
  const came: string[] = [];
  const write = (bytes: Buffer) => {
    came.push(String(bytes));
    const whole = new RegExp(`^event: ${STREAM_EVENTS.token}\\ndata: (.*)$`, 'gm');
    for (const [, data = ''] of bytes.toString().matchAll(whole))
      told.push(StreamToken.parse(JSON.parse(data)).mint);
  };
  return { told, came, sink: { write } as unknown as TextSink };
}

function openGroup(pace: 'change' | 'second', lists?: string) {
  const store = new ScreeningStore();
  let offset = 0;
  const say = (record: Buffer) => {
    store.addRecord(0, offset, record, 0);
    store.advance(0, offset++);
  };
  store.begin(new Map([[0, 0]]));
  say(encode(scanOf()));
  store.finishLoading(0);
  const group = new StreamGroup({ profile: 'live', isNamed: namedBy(lists), pace }, store);
  store.changed.subscribe((mint) => group.note(mint));
  return { group, say };
}

it.each(['change', 'second'] as const)(
  'a client that joins takes no new token from the others, at the pace of a %s',
  (pace) => {
    const { group, say } = openGroup(pace);
    const first = client();
    const second = client();
    group.join(first.sink, []);
    say(encode(measure(mintOf('a'), { live: {} })));
    group.join(second.sink, [mintOf('a')]);
    group.flush();
    expect(first.told).toEqual([mintOf('a')]);
    expect(second.told).toEqual([mintOf('a')]);
  },
);

describe('a client that has missed many', () => {
  const letters = [...'123456789abcdefghijkmnopqrstuvwxyz'];
  const mints = letters.slice(0, 3).flatMap((a) => letters.map((b) => mintOf(a + b).slice(1)));

  it.each(['change', 'second'] as const)(
    'is told them in parts, each once, and no id before the last, at the pace of a %s',
    (pace) => {
      const { group, say } = openGroup(pace);
      for (const mint of mints) say(encode(measure(mint, { live: {} })));
      group.flush();
      const { told, came, sink } = client();
      expect(group.join(sink, mints)).toBe(true);
      expect(told.length).toBeLessThan(mints.length / 3);
      // What goes on meanwhile is told to it too, and not once more when its turn comes.
      const last = mints.at(-1)!;
      say(encode(measure(last, { live: {}, buyCount: 9, time: START + 1 })));
      for (let tick = 0; tick < 8; tick += 1) group.tick();
      group.say(['event: health\ndata: 1\n\n']);
      expect(told).toContain(last);
      expect(came.join('')).not.toContain('id: ');
      while (group.tellOwed(sink));
      expect(told.toSorted()).toEqual(mints.toSorted());
      group.say(['event: health\ndata: 2\n\n']);
      expect(came.at(-1)).toMatch(/^id: /);
    },
  );

  it.each(['change', 'second'] as const)('takes no removal from the others, at the pace of a %s', (pace) => {
    const { group, say } = openGroup(pace);
    for (const mint of mints) say(encode(measure(mint, { live: {} })));
    const [reader, comer] = [client(), client()];
    group.join(reader.sink, []);
    // Who is on the page holds all of them as read, and was told of none.
    group.resetAll();
    expect(group.join(comer.sink, mints)).toBe(true);
    const last = mints.at(-1)!;
    say(encode(measure(last, { live: null, time: START + 1 })));
    while (group.tellOwed(comer.sink));
    group.flush();
    expect(reader.told).toEqual([last]);
    expect(comer.told.toSorted()).toEqual(mints.toSorted());
  });

  it('is owed nothing once it is told to read the lists anew, or has left', () => {
    const { group, say } = openGroup('change');
    for (const mint of mints) say(encode(measure(mint, { live: {} })));
    const [one, other] = [client(), client()];
    group.join(one.sink, mints);
    group.join(other.sink, mints);
    group.leave(other.sink);
    expect(group.tellOwed(other.sink)).toBe(false);
    group.resetAll();
    expect(one.came.at(-1)).toMatch(/^id: .*\nevent: reset/);
    const before = one.came.length;
    expect(group.tellOwed(one.sink)).toBe(false);
    expect(one.came.length).toBe(before);
  });
});

it('says nothing of a token that no named list holds or held', () => {
  const { group, say } = openGroup('change', 'ultimate');
  const { told, sink } = client();
  group.join(sink, []);
  say(encode(measure(mintOf('a'), { live: {} })));
  group.flush();
  expect(told).toEqual([]);
});

/** Two clients that ask and join alike, of which one takes gzip. */
function twins() {
  const plain: Buffer[] = [];
  const packed: Buffer[] = [GZIP_HEADER];
  const sinkTo = (came: Buffer[], isPacked: boolean) =>
    ({ isPacked, write: (bytes: Buffer) => came.push(bytes) }) as unknown as TextSink;
  return {
    sinks: [sinkTo(plain, false), sinkTo(packed, true)],
    read: () => String(Buffer.concat(plain)),
    readPacked: () => String(gunzipSync(Buffer.concat(packed), { finishFlush: constants.Z_SYNC_FLUSH })),
    packedBytes: () => Buffer.concat(packed).length,
  };
}

it.each(['change', 'second'] as const)(
  'tells a client the same packed, whenever it joins, at the pace of a %s',
  (pace) => {
    const { group, say } = openGroup(pace);
    const all: ReturnType<typeof twins>[] = [];
    const letters = [...'abcdefghijk'];
    for (let round = 0; round < 120; round++) {
      if (round % 9 === 0) {
        const joining = twins();
        all.push(joining);
        const missed = round % 2 === 0 ? letters.slice(0, round % 7).map(mintOf) : null;
        for (const sink of joining.sinks) group.join(sink, missed);
        for (const sink of joining.sinks) group.sayTo(sink, [`retry: ${round}\n\n`]);
      }
      const changed = letters.filter((_, index) => (round + index) % 4 === 0);
      for (const letter of changed) {
        const isListed = (round + letter.charCodeAt(0)) % 11 !== 0;
        say(encode(measure(mintOf(letter), { live: isListed ? {} : null, buyCount: round })));
      }
      if (round % 3 === 0) group.flush();
      if (round % 5 === 0) group.tick();
      if (round % 20 === 0) group.say([`event: health\ndata: ${round}\n\n`]);
      if (round === 70) group.resetAll();
      const left = round % 40 === 39 ? all[round % 5] : undefined;
      for (const sink of left?.sinks ?? []) group.leave(sink);
    }
    for (const { read, readPacked } of all) expect(readPacked()).toBe(read());
    const [first] = all;
    expect(first?.packedBytes()).toBeLessThan((first?.read().length ?? 0) / 5);
  },
);
