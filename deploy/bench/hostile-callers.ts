/** Callers who ask for what costs most, as a process of its own, at a constant rate and whatever they are answered. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceReady } from '@cryptonite/provider/service.js';

export type Attack = {
  /** What each asks for: with `{mint}` for one that never was. */
  path: string;
  /** Whom the proxy says that it asks for: with `{n}` for the number of the request, in hexadecimal. */
  visitor: string;
  perS: number;
  /** How long each is listened to; what is not over then is broken off. */
  listenMs: number;
};

const LETTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const agent = new Agent({ keepAlive: false, maxSockets: 500 });
let isAttacking = false;
/** By status. */
let answers: Record<string, number> = {};

const randomMint = () =>
  Array.from({ length: 44 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');

function ask(pageUrl: string, { path, visitor, listenMs }: Attack, n: number): void {
  const headers = {
    'Accept-Encoding': 'gzip',
    'X-Forwarded-For': visitor.replace('{n}', n.toString(16)),
  };
  const sent = get(
    `${pageUrl}${path.replace('{mint}', randomMint())}`,
    { agent, headers, timeout: listenMs },
    (response) => {
      const status = String(response.statusCode);
      answers[status] = (answers[status] ?? 0) + 1;
      response.on('error', () => {}).resume();
    },
  );
  sent.on('error', () => {});
  setTimeout(() => sent.destroy(), listenMs);
}

process.on('message', (message: { pageUrl: string; attack: Attack } | 'stop') => {
  if (message === 'stop') {
    isAttacking = false;
    process.send?.({ answers });
    answers = {};
    return;
  }
  isAttacking = true;
  void (async () => {
    const startedMs = performance.now();
    for (let n = 0; isAttacking; n += 1) {
      const waitMs = startedMs + (n * 1_000) / message.attack.perS - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      ask(message.pageUrl, message.attack, n);
    }
  })();
});
process.on('disconnect', () => process.exit(0));
announceReady('hostile', {});
