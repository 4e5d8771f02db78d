import { expect, it } from 'vitest';
import { SharedWork } from './shared-work.js';

/** Work that ends when it is told to. */
function held() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('is done once for all who ask meanwhile, and anew afterwards', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  const [first, second] = [shared.of('a', 'one', work('a')), shared.of('a', 'other', work('a'))];
  await settled();
  end('a');
  expect(await Promise.all([first, second])).toEqual(['a', 'a']);
  expect(begun).toEqual(['a']);
  const third = shared.of('a', 'one', work('a'));
  await settled();
  end('a');
  await third;
  expect(begun).toEqual(['a', 'a']);
});

it('is done two of a caller at a time, six wait in order, and more are told to come again', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  const names = Array.from({ length: 8 }, (_, place) => `mint ${place}`);
  const answers = names.map((name) => shared.of(name, 'one', work(name)));
  await expect(shared.of('one more', 'one', work('one more'))).rejects.toMatchObject({
    code: 'store_unavailable',
    headers: { 'Retry-After': '2' },
  });
  await settled();
  for (const [place, name] of names.entries()) {
    expect(begun).toEqual(names.slice(0, place + 2));
    end(name);
    await settled();
  }
  expect(await Promise.all(answers)).toEqual(names);
  const after = shared.of('one more', 'one', work('one more'));
  await settled();
  end('one more');
  expect(await after).toBe('one more');
});

it('is done four in all at a time, by callers in turn', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  for (const caller of ['one', 'two', 'three'])
    for (const nth of [1, 2, 3, 4]) void shared.of(`${caller} ${nth}`, caller, work(`${caller} ${nth}`));
  await settled();
  expect(begun).toEqual(['one 1', 'one 2', 'two 1', 'two 2']);
  void shared.of('newcomer 1', 'newcomer', work('newcomer 1'));
  end('one 1');
  await settled();
  end('two 1');
  await settled();
  expect(begun.slice(4)).toEqual(['three 1', 'newcomer 1']);
});

it('that fails leaves its place to the next, and fails for all who asked', async () => {
  const shared = new SharedWork();
  const fail = () => Promise.reject(new Error('refused'));
  for (let asked = 0; asked < 8; asked += 1)
    await expect(shared.of('a', 'one', fail)).rejects.toThrow('refused');
  expect(await shared.of('a', 'one', async () => 'read')).toBe('read');
});
