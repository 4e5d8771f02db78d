/**
 * A Yellowstone provider that costs next to nothing, for benches: reels of encoded gRPC messages, written in pieces of
 * several MB over plain HTTP/2 as fast as the client takes them. Each time round a reel gets later slots and other
 * signatures. Forked, it says `{ port, about }`, and answers any message with the CPU time it has used.
 */
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  GetVersionResponse,
  SubscribeReplayInfoResponse,
  SubscribeUpdateTransaction,
} from '@triton-one/yellowstone-grpc';
import { type SeededSlot, seededSlots, slotEndOf, updatesOf } from '../testing/seeded-chain.js';

const SEED = 2;
const TRANSACTIONS_PER_SLOT = 25;
const SLOTS_PER_REEL = 40;
/** The client is sent one while the others are still on their way. */
const REELS = 4;
const FRAME_BYTES = 5;
/** Short of the chain's, so that block times stay within an hour of the events' own for as long as a bench reads. */
const SLOT_MS = 200;

type Reel = {
  bytes: Buffer;
  /** Where each slot's transactions have their slot, as the last bytes of an update, and their signature. */
  slots: { transactions: { slotAt: number; signatureAt: number }[]; endAt: number }[];
};

/** A gRPC message: no compression, its length, its bytes. */
function frame(message: Uint8Array): Buffer {
  const framed = Buffer.alloc(FRAME_BYTES + message.length);
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, FRAME_BYTES);
  return framed;
}

const varintOf = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};

function makeReel(slots: readonly SeededSlot[]): Reel {
  const pieces: Buffer[] = [];
  let at = 0;
  const add = (update: Buffer): void => {
    const framed = frame(update);
    pieces.push(framed);
    at += framed.length;
  };
  const places = slots.map((slot) => {
    const transactions = updatesOf({ ...slot })
      .slice(0, slot.transactions.length)
      .map((update, i) => {
        const { signature } = SubscribeUpdateTransaction.decode(slot.transactions[i]!).transaction!;
        const signatureAt = at + FRAME_BYTES + update.indexOf(signature);
        add(update);
        return { slotAt: at - varintOf(slot.slot).length, signatureAt };
      });
    const endAt = at;
    for (const update of slotEndOf(slot.slot, slot.timeMs)) add(update);
    return { transactions, endAt };
  });
  return { bytes: Buffer.concat(pieces), slots: places };
}

/** Where every subscription begins. */
let first = { slot: 0, timeMs: 0 };
let nextSlot = 0;
let timeMs = 0;
let signatures = 0;

/** Gives a reel the slots that follow on those written last. */
function renew({ bytes, slots }: Reel): void {
  for (const { transactions, endAt } of slots) {
    const slot = varintOf(nextSlot);
    for (const { slotAt, signatureAt } of transactions) {
      slot.copy(bytes, slotAt);
      bytes.writeUInt32BE(signatures++ >>> 0, signatureAt);
    }
    Buffer.concat(slotEndOf(nextSlot, timeMs).map(frame)).copy(bytes, endAt);
    nextSlot++;
    timeMs += SLOT_MS;
  }
}

function play(stream: ServerHttp2Stream, reels: readonly Reel[]): void {
  let turn = 0;
  nextSlot = first.slot;
  timeMs = first.timeMs;
  const next = (): void => {
    if (stream.destroyed) return;
    const reel = reels[turn++ % reels.length]!;
    renew(reel);
    stream.write(reel.bytes, next);
  };
  next();
}

const reels: Reel[] = [];
let pending: SeededSlot[] = [];
for (const slot of seededSlots(SEED, TRANSACTIONS_PER_SLOT)) {
  first = { slot: slot.slot + 1, timeMs: slot.timeMs };
  if (pending.push(slot) < SLOTS_PER_REEL) continue;
  reels.push(makeReel(pending));
  pending = [];
  if (reels.length === REELS) break;
}

/** The reels are shared: a subscription that its client has left must not write them on beside a new one. */
let playing: ServerHttp2Stream | null = null;

const server = createServer();
server.on('stream', (stream, headers) => {
  stream.on('error', () => {});
  const path = headers[':path'];
  const head = { ':status': 200, 'content-type': 'application/grpc' };
  if (path === '/geyser.Geyser/Subscribe') {
    stream.respond(head);
    playing?.destroy();
    playing = stream;
    stream.once('data', () => play(stream, reels));
    return;
  }
  const answer =
    path === '/geyser.Geyser/GetVersion'
      ? GetVersionResponse.encode({ version: 'bench' })
      : SubscribeReplayInfoResponse.encode({ firstAvailable: undefined });
  stream.respond(head, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(frame(answer.finish()));
});
server.listen(0, '127.0.0.1', () => {
  const transactions = REELS * SLOTS_PER_REEL * TRANSACTIONS_PER_SLOT;
  const bytes = reels.reduce((sum, reel) => sum + reel.bytes.length, 0);
  process.send?.({
    port: (server.address() as AddressInfo).port,
    about: { transactions, updates: transactions + 2 * REELS * SLOTS_PER_REEL, bytes },
  });
});
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
