import { describe, expect, it } from 'vitest';
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

const visitor = (name: string) => [{ name, times: 1 }];

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('is done once for all who ask meanwhile, and anew afterwards', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  const [first, second] = [
    shared.of('a', visitor('one'), work('a')),
    shared.of('a', visitor('other'), work('a')),
  ];
  await settled();
  end('a');
  expect(await Promise.all([first, second])).toEqual(['a', 'a']);
  expect(begun).toEqual(['a']);
  const third = shared.of('a', visitor('one'), work('a'));
  await settled();
  end('a');
  await third;
  expect(begun).toEqual(['a', 'a']);
});

it('is done two of a caller at a time, six wait in order, and more are told to come again', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  const names = Array.from({ length: 8 }, (_, place) => `mint ${place}`);
  const answers = names.map((name) => shared.of(name, visitor('one'), work(name)));
  await expect(shared.of('one more', visitor('one'), work('one more'))).rejects.toMatchObject({
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
  const after = shared.of('one more', visitor('one'), work('one more'));
  await settled();
  end('one more');
  expect(await after).toBe('one more');
});

it('is done four in all at a time, by callers in turn', async () => {
  const shared = new SharedWork();
  const { begun, work, end } = held();
  for (const caller of ['one', 'two', 'three'])
    for (const nth of [1, 2, 3, 4])
      void shared.of(`${caller} ${nth}`, visitor(caller), work(`${caller} ${nth}`));
  await settled();
  expect(begun).toEqual(['one 1', 'one 2', 'two 1', 'two 2']);
  void shared.of('newcomer 1', visitor('newcomer'), work('newcomer 1'));
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
    await expect(shared.of('a', visitor('one'), fail)).rejects.toThrow('refused');
  expect(await shared.of('a', visitor('one'), async () => 'read')).toBe('read');
});

describe('by many networks of one customer', () => {
  /** Its networks of /64, each of which asks in its turn. */
  const customer = (nth: number, subnet: number) => [
    { name: `2001:db8:${nth}:${subnet}`, times: 1 },
    { name: `2001:db8:${nth}:0/56`, times: 2 },
    { name: `2001:db8:${nth}/48`, times: 4 },
  ];

  function askAs(shared: SharedWork, work: ReturnType<typeof held>['work']) {
    const refused: string[] = [];
    const ask = (name: string, callers: ReturnType<typeof customer>) =>
      void shared.of(name, callers, work(name)).catch(({ code }) => refused.push(`${name}: ${code}`));
    return { ask, refused };
  }

  it('waits for that customer', async () => {
    const { begun, work, end } = held();
    const { ask, refused } = askAs(new SharedWork(), work);
    for (let subnet = 0; subnet < 10; subnet += 1)
      for (let nth = 0; nth < 6; nth += 1) ask(`${subnet} ${nth}`, customer(1, subnet));
    await settled();
    expect(begun).toEqual(['0 0', '0 1']);
    expect(refused).toHaveLength(60 - 2 - 12);
    for (const nth of [1, 2, 3]) ask(`visitor ${nth}`, visitor('198.51.100.1'));
    await settled();
    expect(begun.slice(2)).toEqual(['visitor 1', 'visitor 2']);
    end('0 0');
    await settled();
    expect(begun.slice(4)).toEqual(['0 2']);
  });

  it('is refused for who has fewer, where no more may wait', async () => {
    const { begun, work, end } = held();
    const { ask, refused } = askAs(new SharedWork(), work);
    for (const [nth, count] of [14, 14, 12, 12, 12].entries())
      for (let one = 0; one < count; one += 1) ask(`${nth} ${one}`, customer(nth, one % 10));
    await settled();
    expect(begun).toEqual(['0 0', '0 1', '1 0', '1 1']);
    expect(refused).toEqual([]);
    ask('visitor', visitor('198.51.100.1'));
    ask('one more', customer(0, 11));
    await settled();
    expect(refused).toEqual(['0 2: store_unavailable', 'one more: store_unavailable']);
    for (const round of [0, 4]) {
      for (const name of begun.slice(round)) end(name);
      await settled();
    }
    // In turn: it came last, and none began twice meanwhile.
    expect(begun.slice(4)).toEqual(['2 0', '0 3', '3 0', '1 2', '4 0', 'visitor', '2 1', '0 4']);
  });
});
