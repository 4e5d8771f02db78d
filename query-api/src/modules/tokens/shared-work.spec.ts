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
  const [first, second] = [shared.of('a', work('a')), shared.of('a', work('a'))];
  end('a');
  expect(await Promise.all([first, second])).toEqual(['a', 'a']);
  expect(begun).toEqual(['a']);
  const third = shared.of('a', work('a'));
  end('a');
  await third;
  expect(begun).toEqual(['a', 'a']);
});

it('is done four at a time, twelve wait in order, and more are told to come again', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  const names = Array.from({ length: 16 }, (_, place) => `mint ${place}`);
  const answers = names.map((name) => shared.of(name, work(name)));
  await expect(shared.of('one more', work('one more'))).rejects.toMatchObject({
    code: 'store_unavailable',
    headers: { 'Retry-After': '2' },
  });
  for (const [place, name] of names.entries()) {
    expect(begun).toEqual(names.slice(0, place + 4));
    end(name);
    await settled();
  }
  expect(await Promise.all(answers)).toEqual(names);
  const after = shared.of('one more', work('one more'));
  end('one more');
  expect(await after).toBe('one more');
});

it('that fails leaves its place to the next, and fails for all who asked', async () => {
  const shared = new SharedWork();
  const fail = () => Promise.reject(new Error('refused'));
  for (let asked = 0; asked < 8; asked += 1) await expect(shared.of('a', fail)).rejects.toThrow('refused');
  expect(await shared.of('a', async () => 'read')).toBe('read');
});
