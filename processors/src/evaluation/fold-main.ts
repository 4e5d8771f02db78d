/**
 * `node processors/dist/evaluation/fold-main.js`, forked by whoever plays a market: its journal's records on standard input,
 * one a line, go through the screener's fold. Whoever forked it says up to which slot, replies as the market's services do
 * to what is asked by then, and hears at the end what was noted of each token.
 */
import { createInterface } from 'node:readline';
import type { FromFold, ServiceReply, ToFold } from '@cryptonite/contracts/evaluation';
import { PlayedFold } from './played-fold.js';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const replies = new Map<number, (reply: ServiceReply) => void>();
const orders: Exclude<ToFold, { kind: 'reply' }>[] = [];
let wake = (): void => {};
let requests = 0;

const say = (message: FromFold): void => {
  process.send?.(message);
};

process.on('message', (message: ToFold) => {
  if (message.kind === 'reply') {
    replies.get(message.id)?.(message.reply);
    replies.delete(message.id);
    return;
  }
  orders.push(message);
  wake();
});

async function nextOrder() {
  for (;;) {
    const order = orders.shift();
    if (order) return order;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}

const fold = await PlayedFold.open(
  (request) =>
    new Promise((resolve) => {
      const id = requests++;
      replies.set(id, resolve);
      say({ kind: 'request', id, request });
    }),
);

/** Up to the record that confirms the slot, or to the last one. */
async function foldUntil(slot: number): Promise<void> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return;
    if ((fold.apply(Buffer.from(value)) ?? 0) >= slot) return;
  }
}

for (let order = await nextOrder(); order.kind === 'until'; order = await nextOrder()) {
  await foldUntil(order.slot);
  await fold.exchange();
  say({ kind: 'asked' });
}
await foldUntil(Number.POSITIVE_INFINITY);
for (const token of fold.played()) say({ kind: 'token', token });
say({ kind: 'end' });
