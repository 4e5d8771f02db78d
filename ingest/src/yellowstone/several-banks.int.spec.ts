import { afterEach, expect, it, vi } from 'vitest';
import { encodeTransaction, programAddress } from '../testing/build-transaction.js';
import { encodeUpdate } from '../testing/geyser-server.js';
import { playTape } from '../testing/tape-player.js';
import { ChainStream } from './chain-stream.js';
import { openGrpcTransport } from './grpc-transport.js';
import { type Assembled, SlotAssembler } from './slot-assembler.js';

// Fields of an update in geyser.proto, each with that of its bank_id, which the official client does not write.
const SLOT = { field: 3, bankId: 5 };
const TRANSACTION = { field: 4, bankId: 3 };
const META = { field: 7, bankId: 10 };
const CONFIRMED = 1;
const DEAD = 6;

function inBank({ field, bankId }: typeof SLOT, message: Uint8Array, bank: number): Buffer {
  const length = message.length + 2;
  const head = length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7];
  return Buffer.from([(field << 3) | 2, ...head, ...message, bankId << 3, bank]);
}

/** The message of an update that holds no other, and is short. */
const messageOf = (parts: Parameters<typeof encodeUpdate>[0]): Uint8Array => encodeUpdate(parts).subarray(2);

const status = (bank: number, slot: number, value: number): Buffer =>
  inBank(SLOT, messageOf({ slot: { slot: String(slot), status: value } }), bank);

/** A slot as one bank has it: a transaction, whose index tells it, and the block's end. */
const madeIn = (bank: number, slot: number, index: number): Buffer[] => [
  inBank(TRANSACTION, encodeTransaction({ slot, index, outer: [{ program: programAddress('pump') }] }), bank),
  inBank(
    META,
    messageOf({
      blockMeta: {
        slot: String(slot),
        parentSlot: String(slot - 1),
        blockTime: { timestamp: String(1_760_000_000 + slot) },
      },
    }),
    bank,
  ),
];

let cleanUp: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of cleanUp.reverse()) await each();
  cleanUp = [];
});

/** What ingest puts together of a tape that a provider plays, up to a slot. */
async function assembledOf(tape: readonly Buffer[], lastSlot: number): Promise<Assembled[]> {
  const player = await playTape(tape, 'secret');
  const transport = openGrpcTransport(player.url, 'secret');
  const assembler = new SlotAssembler({ last: null, slots: new Map() });
  const assembled: Assembled[] = [];
  const stream = new ChainStream({
    transport,
    host: 'test',
    lastSlot: () => assembler.lastSlot,
    slotsIn: (ms) => assembler.slotsIn(ms),
    log: () => {},
    listener: {
      onBegin: () => {},
      onUpdate: (update) => assembled.push(...assembler.accept(update, 0)),
      onMalformed: () => {},
      onTooLarge: () => {},
      onAway: () => {},
      onBack: () => {},
      onFailure: () => {},
    },
  });
  const stopping = new AbortController();
  const following = stream.follow(stopping.signal);
  cleanUp.push(async () => {
    stopping.abort();
    await following;
    transport.close();
    await player.close();
  });
  await vi.waitFor(() => expect(assembler.lastSlot).toBe(lastSlot), 30_000);
  return assembled;
}

/** Each slot with its parent and its transactions' indexes. */
const outline = (assembled: readonly Assembled[]) =>
  assembled.map((each) =>
    each.kind === 'slot'
      ? `${each.slot} after ${each.parentSlot}: ${each.transactions.map(({ index }) => index).join()}`
      : `${each.slot} ${each.kind}`,
  );
const before = [...madeIn(7, 100, 0), status(7, 100, CONFIRMED)];
const both = [...madeIn(8, 101, 1), ...madeIn(9, 101, 2)];
const after = [status(9, 101, CONFIRMED), ...madeIn(10, 102, 0), status(10, 102, CONFIRMED)];

it('of a slot one of whose banks dies leave the one that is confirmed', async () => {
  const assembled = await assembledOf([...before, ...both, status(8, 101, DEAD), ...after], 102);
  expect(outline(assembled)).toEqual(['100 after 99: 0', '101 after 100: 2', '102 after 101: 0']);
});

it('of a slot two of whose banks are full leave the one that is confirmed, and tell what passed by', async () => {
  const assembled = await assembledOf([...before, ...both, ...after], 102);
  expect(outline(assembled)).toEqual([
    '100 after 99: 0',
    '101 passedBy',
    '101 after 100: 2',
    '102 after 101: 0',
  ]);
});
