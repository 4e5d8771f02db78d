/** What no provider should send: hurt copies of another market's updates, the corpus, updates that are none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOUNDED_START_MS, playBounded } from '@cryptonite/market/market-source.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { z } from 'zod';
import { played, slotOf } from './garbage-chain.js';
import { root } from './product.js';

const Corpus = z.array(z.object({ file: z.string(), what: z.string(), outcome: z.string() }));

/** One piece of garbage on the chain's stream. */
export type Piece = {
  group: string;
  bytes: Buffer;
  /** Among which of the slots it is sent. */
  at: number;
  /** Null where only the reading of it tells. */
  expected: 'dead letter' | 'facts' | 'passed by' | null;
};

type Random = (below: number) => number;

/** Mulberry32: the same garbage for the same seed. */
function randomOf(seed: number): Random {
  let state = seed + 1;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function hurt(bytes: Buffer, random: Random): Buffer {
  let result = Buffer.from(bytes);
  for (let times = 1 + random(3); times > 0 && result.length > 0; times--) {
    const at = random(result.length);
    switch (random(5)) {
      case 0:
        result[at]! ^= 1 << random(8);
        break;
      case 1:
        result[at] = [0, 1, 0x7f, 0x80, 0xff][random(5)]!;
        break;
      case 2:
        result = result.subarray(0, at);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + 1 + random(40))]);
        break;
      default:
        result = Buffer.concat([result.subarray(0, at), result.subarray(Math.max(0, at - random(60)))]);
    }
  }
  return result;
}

function randomBytes(length: number, random: Random): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i + 4 <= length; i += 4) bytes.writeUInt32LE(random(0xffffffff), i);
  return bytes;
}

/** The same transaction in a slot of the good stream, where its bytes can be read at all. */
function moveTo(slot: number, bytes: Buffer): Buffer {
  try {
    const update = SubscribeUpdate.decode(bytes);
    if (!update.transaction) return bytes;
    update.transaction.slot = String(slot);
    return Buffer.from(SubscribeUpdate.encode(update).finish());
  } catch {
    return bytes;
  }
}

/** The garbage of a seed, `cases` hurt updates among it; it goes among the slots of {@link played}. */
export function makePieces(seed: number, cases: number): Piece[] {
  const random = randomOf(seed);
  const made: Piece[] = [];
  const others = [
    ...playBounded({
      seed: 1_000_000 + seed,
      startMs: BOUNDED_START_MS,
      transactions: cases,
      launches: Number.POSITIVE_INFINITY,
    }),
  ]
    .flat()
    .filter(({ kind }) => kind === 'transaction');
  others.forEach(({ body }, i) => {
    const at = Math.floor((i * played.length) / others.length);
    const bytes = hurt(moveTo(slotOf(played[at]!), body), random);
    made.push({ group: `hurt updates (seed ${seed})`, bytes, at, expected: null });
  });
  const folder = join(root, 'ingest/fixtures/garbage');
  const index = Corpus.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  index.forEach(({ file, what, outcome }, i) => {
    const bytes = Buffer.from(readFileSync(join(folder, file), 'utf8').replace(/\s/g, ''), 'hex');
    const expected = outcome.startsWith('facts')
      ? 'facts'
      : outcome.startsWith('passed by')
        ? 'passed by'
        : 'dead letter';
    const at = i % played.length;
    made.push({ group: what, bytes: moveTo(slotOf(played[at]!), bytes), at, expected });
  });
  made.push({
    group: 'an update of 10 MB that is none',
    bytes: Buffer.concat([Buffer.of(0x22, 0xff), randomBytes(10 << 20, random)]),
    at: 2,
    expected: 'dead letter',
  });
  for (let i = 0; i < 30; i++)
    made.push({
      group: 'thirty updates of 300 kB that are none',
      bytes: Buffer.concat([Buffer.of(0x22, 0xff), randomBytes(300_000, random)]),
      at: 3,
      expected: 'dead letter',
    });
  return made;
}
