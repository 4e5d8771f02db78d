import type { Nearness } from '@cryptonite/contracts/asks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FetchFailed, NotAsked } from './fetch-failed.js';
import { type HostLimit, Hosts } from './hosts.js';

const HOST = 'gateway.example';
const WITHIN_MS = 600_000;
const FREE: HostLimit = { requests: 1_000, perMs: 1_000, atOnce: 2 };

let hosts: Hosts;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  hosts.close();
  vi.useRealTimers();
});

const openHosts = (limit: HostLimit, mostWaiting = 100): void => {
  hosts = new Hosts({ limits: new Map([[HOST, limit]]), others: limit, mostWaiting, chance: () => 1 });
};

/** Works that end when told, in the order in which they began. */
function openWorks() {
  const began: { name: string; end: (error?: Error) => Promise<void> }[] = [];
  const failed: [string, unknown][] = [];
  const ask = (name: string, nearness: Nearness, host = HOST, withinMs = WITHIN_MS) => {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error) reject(error);
          else resolve();
          await vi.advanceTimersByTimeAsync(0);
        };
        began.push({ name, end });
      });
    hosts.run(host, nearness, withinMs, work).catch((error) => failed.push([name, error]));
  };
  return { began, failed, ask, names: () => began.map(({ name }) => name) };
}

it('asks for the nearest first, of these for the oldest, and for so many at once', async () => {
  openHosts({ ...FREE, atOnce: 1 });
  const { began, ask, names } = openWorks();
  ask('first', 'far');
  for (const nearness of ['far', 'near', 'listed'] as const)
    for (const number of [1, 2]) ask(`${nearness} ${number}`, nearness);
  for (let i = 0; i < 7; i++) {
    expect(began).toHaveLength(i + 1);
    await began[i]!.end();
  }
  expect(names()).toEqual(['first', 'listed 1', 'listed 2', 'near 1', 'near 2', 'far 1', 'far 2']);
});

it('asks a host no more often than it allows, and others meanwhile', async () => {
  openHosts({ requests: 10, perMs: 10_000, atOnce: 100 });
  const { ask, names } = openWorks();
  for (let i = 0; i < 30; i++) ask(`${i}`, 'far');
  ask('elsewhere', 'far', 'other.example');
  expect(names()).toEqual(['0', 'elsewhere']);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(names()).toHaveLength(1 + 10);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(names()).toHaveLength(1 + 30);
});

it('leaves a host alone as long as it says', async () => {
  openHosts(FREE);
  const { began, ask } = openWorks();
  ask('a', 'near');
  await began[0]!.end(new FetchFailed('rate-limited', 'x', 30_000, 429));
  expect(hosts.pausedMs(HOST)).toBe(30_000);
  ask('b', 'listed');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(began).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(began).toHaveLength(2);
  expect(hosts.pausedMs(HOST)).toBe(0);
});

it('sends one ahead after a host wanted none, and the others once it has answered', async () => {
  openHosts({ requests: 1_000, perMs: 1_000, atOnce: 10 });
  const { began, ask, names } = openWorks();
  const refused = () => new FetchFailed('rate-limited', 'status 429', 5_000, 429);
  for (let i = 0; i < 6; i++) ask(`${i}`, 'far');
  expect(names()).toEqual(['0', '1', '2', '3', '4', '5']);
  for (const { end } of began.splice(0)) await end(refused());
  for (const name of ['a', 'b', 'c']) ask(name, 'far');
  for (const first of ['a', 'b']) {
    await vi.advanceTimersByTimeAsync(5_000);
    expect(names()).toEqual([first]);
    await began.pop()!.end(first === 'a' ? refused() : undefined);
  }
  expect(names()).toEqual(['c']);
});

it('leaves a host in trouble alone ever longer, up to a minute, until it answers', async () => {
  openHosts({ ...FREE, atOnce: 1 });
  const { began, ask } = openWorks();
  const pauses: number[] = [];
  const down = [
    new FetchFailed('unreachable', 'x'),
    new FetchFailed('refused', 'x', null, 503),
    new FetchFailed('cut', 'x'),
    new FetchFailed('too-slow', 'x'),
  ];
  for (let i = 0; i < 10; i++) {
    ask(`${i}`, 'near');
    await vi.advanceTimersByTimeAsync(60_000);
    await began[i]!.end(down[i % down.length]);
    pauses.push(hosts.pausedMs(HOST));
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  ask('answered', 'near');
  await vi.advanceTimersByTimeAsync(60_000);
  await began.at(-1)!.end(new FetchFailed('not-found', 'x', null, 404));
  expect(hosts.pausedMs(HOST)).toBe(0);
  ask('down again', 'near');
  await vi.advanceTimersByTimeAsync(60_000);
  await began.at(-1)!.end(down[0]);
  expect(hosts.pausedMs(HOST)).toBe(500);
});

it('counts what was under way together as one failure', async () => {
  openHosts({ ...FREE, atOnce: 8 });
  const { began, ask } = openWorks();
  for (let i = 0; i < 8; i++) ask(`${i}`, 'near');
  for (const { end } of began) await end(new FetchFailed('unreachable', 'x'));
  expect(hosts.pausedMs(HOST)).toBe(500);
});

it('turns those away together back at different times', async () => {
  const pauses: number[] = [];
  for (const chance of [0, 0.25, 1]) {
    hosts = new Hosts({ limits: new Map(), others: FREE, mostWaiting: 1, chance: () => chance });
    await hosts
      .run(HOST, 'far', WITHIN_MS, () => Promise.reject(new FetchFailed('cut', 'x')))
      .catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    pauses.push(hosts.pausedMs(HOST));
  }
  expect(pauses).toEqual([250, 312.5, 500]);
});

it('lets the oldest of the farthest fall out of a full queue', async () => {
  openHosts({ ...FREE, atOnce: 1 }, 3);
  const { began, failed, ask, names } = openWorks();
  ask('under way', 'far');
  ask('far 1', 'far');
  ask('far 2', 'far', 'other.example');
  ask('far 3', 'far');
  ask('far 4', 'far');
  ask('near 1', 'near', 'other.example');
  ask('near 2', 'near');
  ask('listed 1', 'listed');
  ask('far 5', 'far');
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.map(([name]) => name)).toEqual(['far 1', 'far 3', 'far 4', 'far 5']);
  for (const [, error] of failed) {
    expect(error).toBeInstanceOf(NotAsked);
    expect(error).toMatchObject({ failure: 'rate-limited', message: expect.stringContaining(HOST) });
  }
  for (let i = 0; i < began.length; i++) await began[i]!.end();
  expect(names()).toEqual(['under way', 'far 2', 'listed 1', 'near 1', 'near 2']);
});

it('remembers no more hosts than it must, and never forgets the limit of its own', async () => {
  openHosts(FREE);
  await hosts
    .run(HOST, 'far', WITHIN_MS, () => Promise.reject(new FetchFailed('rate-limited', 'x', 60_000, 429)))
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 5_000; i++) await hosts.run(`${i}.example`, 'far', WITHIN_MS, async () => {});
  expect(hosts.pausedMs(HOST)).toBe(60_000);
});

it('remembers strangers that are left alone rather than others', async () => {
  openHosts(FREE);
  const alone = new FetchFailed('rate-limited', 'x', 60_000, 429);
  await hosts.run('alone.example', 'far', WITHIN_MS, () => Promise.reject(alone)).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 5_000; i++) await hosts.run(`${i}.example`, 'far', WITHIN_MS, async () => {});
  expect(hosts.pausedMs('alone.example')).toBe(60_000);
});

it('lets nobody wait for a host that is left alone for longer', async () => {
  openHosts({ ...FREE, atOnce: 1 });
  const { began, failed, ask, names } = openWorks();
  ask('under way', 'far');
  ask('in vain', 'far', HOST, 15_000);
  ask('waits', 'far', HOST, 120_000);
  await began[0]!.end(new FetchFailed('rate-limited', 'x', 60_000, 429));
  ask('late', 'listed', HOST, 15_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.slice(1)).toEqual([
    ['in vain', expect.any(NotAsked)],
    ['late', expect.any(NotAsked)],
  ]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(names()).toEqual(['under way', 'waits']);
});

it('lets nobody wait for longer than they would', async () => {
  openHosts({ requests: 1, perMs: 60_000, atOnce: 1 });
  const { failed, ask, names } = openWorks();
  ask('under way', 'far');
  ask('gone', 'far', HOST, 15_000);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(failed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toEqual([['gone', expect.any(NotAsked)]]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(names()).toEqual(['under way']);
});

it('fails whoever waits when it is closed, and leaves no timer', async () => {
  openHosts({ requests: 1, perMs: 60_000, atOnce: 1 });
  const { began, failed, ask } = openWorks();
  ask('under way', 'far');
  ask('waiting', 'far');
  await began[0]!.end();
  expect(vi.getTimerCount()).toBe(2);
  hosts.close();
  ask('late', 'far');
  await vi.advanceTimersByTimeAsync(0);
  expect(failed.map(([name]) => name)).toEqual(['waiting', 'late']);
  expect(vi.getTimerCount()).toBe(0);
});
