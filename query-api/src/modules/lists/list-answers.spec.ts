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
  feed.say(scanOf({ time: START + 1_000 }));
  expect(JSON.parse(String(answers.of(asked).body)).asOf).toBe(START + 1_000);
  expect(second.etag).not.toBe(first.etag);
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
