import { expect, it } from 'vitest';
import { measure, mintOf, START, scanOf } from '../../../testing/measurements.js';
import { MemoryFeed } from '../../../testing/memory-feed.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { ListAnswers } from './list-answers.js';

const asked = { name: 'qualified', profile: 'live', limit: 40, after: null } as const;

function fed() {
  const store = new ScreeningStore();
  const feed = new MemoryFeed();
  feed.start(store);
  feed.load(measure(mintOf('a'), { live: {} }), scanOf());
  return { feed, answers: new ListAnswers(store) };
}

it('the answer of a list is one while neither the list nor stream time changes, whoever asks', async () => {
  const { feed, answers } = fed();
  const first = answers.of(asked);
  feed.say(measure(mintOf('b')));
  expect(answers.of(asked)).toBe(first);
  expect(await answers.of(asked).zipped()).toBe(await first.zipped());
  feed.say(measure(mintOf('b'), { live: {} }));
  const second = answers.of(asked);
  expect(JSON.parse(String(second.body)).items).toHaveLength(2);
  expect(second.etag).not.toBe(first.etag);
  feed.say(scanOf({ time: START + 999 }));
  expect(answers.of(asked)).toBe(second);
  feed.say(scanOf({ time: START + 1_000 }));
  const third = answers.of(asked);
  expect(JSON.parse(String(third.body)).asOf).toBe(START + 1_000);
  expect(third.etag).not.toBe(second.etag);
});

it('the answer of any part of a list is one, of so many parts as are kept', () => {
  const { answers } = fed();
  const parts = [
    { ...asked, limit: 199 },
    { ...asked, after: { key: START + 1, second: null, mint: mintOf('b') } },
    { ...asked, source: 'bonded' },
  ];
  const first = parts.map((part) => answers.of(part));
  expect(parts.map((part) => answers.of(part))).toEqual(first);
  for (const [place, part] of parts.entries()) expect(answers.of(part)).toBe(first[place]);
  expect(new Set(first).size).toBe(3);
  for (let limit = 2; limit <= 16; limit += 1) answers.of({ ...asked, limit });
  answers.of(parts[2]!);
  // Made anew, it is what a client may hold still.
  const again = answers.of(parts[0]!);
  expect(again).not.toBe(first[0]);
  expect(again.etag).toBe(first[0]?.etag);
});

it('the beginning of a list is kept, whatever parts and however it is asked for besides', () => {
  const { answers } = fed();
  const first = answers.of(asked);
  const url = '/api/tokens/qualified?profile=live&limit=40';
  answers.remember(url, asked);
  for (let place = 0; place < 500; place += 1) {
    const part = {
      ...asked,
      limit: 2 + (place % 30),
      after: { key: START + place, second: null, mint: mintOf('b') },
    };
    answers.of(part);
    answers.remember(`${url}&cursor=${place}`, part);
    answers.remember(`${url}&cursor=`, { ...asked, limit: 2 + (place % 30) });
    answers.remember(
      `/api/tokens/qualified?limit=40&profile=%6cive`.replace('=40', `=${'0'.repeat(place)}40`),
      asked,
    );
  }
  expect(answers.of(asked)).toBe(first);
  expect(answers.again(url)).toBe(first);
  expect(answers.again('/api/tokens/qualified?limit=40&profile=%6cive')).toBeNull();
});

it('the answer is of the feed that is live, and of the part that is asked for', () => {
  const { feed, answers } = fed();
  const first = answers.of(asked);
  feed.load(measure(mintOf('b'), { live: { source: 'bonded' } }), scanOf());
  expect(String(answers.of(asked).body)).toContain(mintOf('b'));
  expect(answers.of(asked)).not.toBe(first);
  expect(JSON.parse(String(answers.of({ ...asked, source: 'pumpfun' }).body)).items).toEqual([]);
  expect(JSON.parse(String(answers.of({ ...asked, limit: 1, profile: 'whitepaper' }).body)).items).toEqual(
    [],
  );
});
