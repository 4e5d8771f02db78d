import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { EventStreamReader } from '../testing/read-stream.js';

// The compiled entry, as it is started: npx tsc -b query-api makes it.
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const children: ChildProcess[] = [];

function start(env: Record<string, string>) {
  const child = fork(MAIN, [], {
    env: { KAFKA_BROKERS: '127.0.0.1:1', CLICKHOUSE_URL: 'http://127.0.0.1:1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.push(child);
  const printed = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (printed.out += chunk));
  child.stderr?.on('data', (chunk) => (printed.err += chunk));
  return { child, printed };
}

async function startReady(env: Record<string, string> = {}) {
  const { child, printed } = start(env);
  const [message] = await once(child, 'message');
  const url: string = message.ready['query-api'];
  return { child, printed, url };
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
