import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { forkMain, readyAt } from '../testing/main-process.js';
import { EventStreamReader } from '../testing/read-stream.js';

const children: ChildProcess[] = [];

function start(env: Record<string, string>) {
  const main = forkMain(env);
  children.push(main.child);
  return main;
}

async function startReady(env: Record<string, string> = {}) {
  const main = start(env);
  return { ...main, url: await readyAt(main) };
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('the process', () => {
  it('comes up without its stores, says where, and answers', async () => {
    const { url, printed } = await startReady();
    expect(printed.out).toBe(`query-api ready at ${url}\n`);
    expect((await fetch(`${url}/api/health`)).status).toBe(503);
  });

  it.each([
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT, twice', (child: ChildProcess) => [child.kill('SIGINT'), child.kill('SIGINT')]],
    ['the end of its supervisor', (child: ChildProcess) => child.disconnect()],
  ])('ends its streams and itself on %s', async (_, end) => {
    const { child, url } = await startReady();
    const reader = await EventStreamReader.open(`${url}/api/stream`);
    const gone = once(child, 'exit');
    const endedAt = Date.now();
    end(child);
    expect(await gone).toEqual([0, null]);
    expect(Date.now() - endedAt).toBeLessThan(5_000);
    await reader.until(() => reader.isClosed);
  });

  it('says what is wrong with its settings', async () => {
    const { child, printed } = start({ PORT: 'http' });
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(printed.err).toMatch(/^query-api: PORT: [^\n]+\n$/);
  });

  it('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { child, printed } = start({ PORT: String(port) });
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(printed.err).toMatch(/query-api: cannot listen: .*EADDRINUSE/);
    other.close();
  });
});
