import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { healthOf } from './testing-health.js';
import { type ReadHealth, untilCaughtUp, untilListed } from './until-ready.js';

type Answer = Parameters<typeof healthOf>[0];

/** Gives each answer once, and the last from then on. */
function pageWith(...answers: Answer[]): { read: ReadHealth; asked: () => number } {
  let asked = 0;
  const read = async () => healthOf(answers[Math.min(asked++, answers.length - 1)] ?? {});
  return { read, asked: () => asked };
}

const late = (lagMs: number, start = 'Catching up: the'): Answer => ({
  status: 'degraded',
  lagMs,
  problems: [`${start} newest block is ${lagMs / 1_000} s old.`],
});
const down: Answer = { status: 'failed', lagMs: 9_000, problems: ['Kafka does not answer: refused.'] };
const current: Answer = { lagMs: 1_200 };

it('has caught up once health says nothing of late blocks, and not before it can say', async () => {
  const before = [late(6_000_000), { lagMs: null }, late(200_000, 'The'), late(16_000), down];
  const page = pageWith(...before, { ...current, status: 'degraded', problems: ['A store is down.'] });
  await untilCaughtUp(page.read, new AbortController().signal, 1);
  expect(page.asked()).toBe(before.length + 1);
});

it('waits no longer than the product runs', async () => {
  const page = pageWith(late(6_000_000));
  const ending = new AbortController();
  const waiting = untilCaughtUp(page.read, ending.signal, 1);
  ending.abort();
  await expect(waiting).rejects.toThrow('aborted');
});

it('waits for the lists until they are loaded, and not for ever', async () => {
  const statuses = [503, 503, 200, 200];
  let asked = 0;
  const server = createServer((_request, response) => {
    response.statusCode = statuses[asked++] ?? 503;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  await untilListed(url, signal);
  expect(asked).toBe(3);
  await untilListed(url, signal);
  await untilListed(url, signal, 200);
  await untilListed('http://127.0.0.1:1', signal, 200);
  await expect(untilListed(url, AbortSignal.abort())).rejects.toThrow('aborted');
});
