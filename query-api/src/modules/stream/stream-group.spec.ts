import { STREAM_EVENTS, StreamToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { encode, measure, mintOf, scanOf } from '../../../testing/measurements.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { StreamGroup } from './stream-group.js';
import type { TextSink } from './text-sink.js';
import { namedBy } from './view/named-lists.js';

/** A client that remembers which tokens it was told whole. */
function client() {
  const told: string[] = [];
  const write = (text: string) => {
    const whole = new RegExp(`^event: ${STREAM_EVENTS.token}\\ndata: (.*)$`, 'gm');
    for (const [, data = ''] of text.matchAll(whole)) told.push(StreamToken.parse(JSON.parse(data)).mint);
  };
  return { told, sink: { write } as unknown as TextSink };
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

it('says nothing of a token that no named list holds or held', () => {
  const { group, say } = openGroup('change', 'ultimate');
  const { told, sink } = client();
  group.join(sink, []);
  say(encode(measure(mintOf('a'), { live: {} })));
  group.flush();
  expect(told).toEqual([]);
});
