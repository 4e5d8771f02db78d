import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClientDuplexStream, type ServiceError, status } from '@grpc/grpc-js';
import official, { CommitmentLevel, SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectGeyser, type GeyserClient } from './client.js';
import { GEYSER } from './geyser.js';
import { record } from './record.js';
import { type RunningServer, serveYellowstone, type UpdateSource } from './server.js';
import { readTape } from './tape.js';
import { openTapeSource } from './tape-source.js';
import { parseUpdate, type Update } from './update.js';

const TAPES = fileURLToPath(new URL('../../../shared/data/tapes/', import.meta.url));
const PUMP = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';
const PUMP_SWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';

const encode = (update: object): Update => {
  const frame = Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial(update as never)).finish());
  return parseUpdate(frame, 0).update!;
};

/** A slot as a validator reports it, its only transaction naming one account. */
function slotUpdates(slot: number, account: number, bytes = 0): Update[] {
  const key = new Uint8Array(32).fill(account);
  const status = (value: number): Update => encode({ slot: { slot: String(slot), status: value } });
  return [
    encode({
      transaction: {
        slot: String(slot),
        transaction: {
          signature: new Uint8Array(64).fill(slot),
          transaction: { message: { accountKeys: [key] } },
          meta: { logMessages: ['x'.repeat(bytes)] },
          index: '0',
        },
      },
    }),
    encode({
      blockMeta: {
        slot: String(slot),
        blockhash: `hash-${slot}`,
        blockHeight: { blockHeight: String(slot) },
      },
    }),
    status(0),
    status(1),
    status(2),
  ];
}

/** A source that publishes what the test hands it. */
class ManualSource implements UpdateSource {
  readonly label = {
    package: 'cryptonite-market',
    version: '0.1.0',
    source: { kind: 'market' as const, name: 'by hand' },
  };
  readonly waitsFor = 'nobody' as const;
  readonly firstSlot = null;
  readonly #batches: Update[][] = [];
  #wake: () => void = () => {};

  publish(updates: Update[]): void {
    this.#batches.push(updates);
    this.#wake();
  }

  async *updates(stopped: AbortSignal): AsyncGenerator<Update[]> {
    stopped.addEventListener('abort', () => this.#wake());
    while (!stopped.aborted) {
      const batch = this.#batches.shift();
      if (batch) yield batch;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

class Listener {
  readonly seen: string[] = [];
  failure: ServiceError | null = null;
  readonly stream: ClientDuplexStream<SubscribeRequest, Buffer>;

  constructor(client: GeyserClient, request: object) {
    this.stream = client.subscribe();
    this.stream.on('data', (frame: Buffer) => this.seen.push(describeUpdate(SubscribeUpdate.decode(frame))));
    this.stream.on('error', (error: ServiceError) => {
      this.failure = error;
    });
    this.send(request);
  }

  send(request: object): void {
    this.stream.write(SubscribeRequest.fromJSON(request));
  }

  expectSeen(expected: readonly string[]): Promise<void> {
    return vi.waitFor(() => expect(this.seen).toEqual(expected), { timeout: 5_000 });
  }
}

function describeUpdate({ transaction, blockMeta, slot, pong, ping, entry }: SubscribeUpdate): string {
  if (transaction) return `transaction ${transaction.slot}`;
  if (blockMeta) return `meta ${blockMeta.slot}`;
  if (slot) return `status ${slot.slot}:${slot.status}`;
  if (pong) return `pong ${pong.id}`;
  if (entry) return `entry ${entry.slot}`;
  return ping ? 'ping' : 'unknown';
}

const everything = (commitment: CommitmentLevel, more: object = {}): object => ({
  transactions: { all: {} },
  blocksMeta: { all: {} },
  slots: { own: { filterByCommitment: true } },
  commitment,
  ...more,
});

describe('the Yellowstone server', () => {
  let source: ManualSource;
  let server: RunningServer;
  let client: GeyserClient;
  const start = async (limits = { slots: 100, bytes: 1 << 30 }, token?: string): Promise<void> => {
    source = new ManualSource();
    server = await serveYellowstone({ source, port: 0, token, limits, log: () => {} });
    client = connectGeyser(`http://${server.address}`, token);
  };
  beforeEach(() => start());
  afterEach(async () => {
    client.close();
    await server.close();
  });
  const restart = async (...options: Parameters<typeof start>): Promise<void> => {
    client.close();
    await server.close();
    await start(...options);
  };
  const published = (slot: number): Promise<void> =>
    vi.waitFor(async () => expect((await client.call(GEYSER.GetSlot, {})).slot).toBe(String(slot)), 5_000);

  it('sends a slot to each commitment level in its order', async () => {
    const { PROCESSED, CONFIRMED, FINALIZED } = CommitmentLevel;
    const listeners = [PROCESSED, CONFIRMED, FINALIZED].map(
      (level) => new Listener(client, everything(level)),
    );
    for (const listener of listeners) listener.send({ ping: { id: 1 } });
    await Promise.all(listeners.map((listener) => listener.expectSeen(['pong 1'])));
    const [transaction, meta, processed, confirmed, finalized] = slotUpdates(5, 1) as [
      Update,
      Update,
      Update,
      Update,
      Update,
    ];
    source.publish([transaction, processed]);
    await listeners[0]!.expectSeen(['pong 1', 'transaction 5', 'status 5:0']);
    expect(listeners[1]!.seen).toEqual(['pong 1']);
    source.publish([meta, confirmed]);
    await listeners[1]!.expectSeen(['pong 1', 'transaction 5', 'meta 5', 'status 5:1']);
    expect(listeners[2]!.seen).toEqual(['pong 1']);
    source.publish([finalized]);
    await listeners[2]!.expectSeen(['pong 1', 'transaction 5', 'meta 5', 'status 5:2']);
  });

  it('replays from a slot it still has, then goes on', async () => {
    source.publish([...slotUpdates(5, 1), ...slotUpdates(6, 1), ...slotUpdates(7, 1)]);
    await published(7);
    const listener = new Listener(client, everything(CommitmentLevel.CONFIRMED, { fromSlot: '6' }));
    const replayed = ['transaction 6', 'meta 6', 'status 6:1', 'transaction 7', 'meta 7', 'status 7:1'];
    await listener.expectSeen(replayed);
    source.publish(slotUpdates(8, 1));
    await listener.expectSeen([...replayed, 'transaction 8', 'meta 8', 'status 8:1']);
  });

  it('refuses a slot it no longer has, and says which it has', async () => {
    await restart({ slots: 2, bytes: 1 << 20 });
    source.publish([5, 6, 7, 8].flatMap((slot) => slotUpdates(slot, 1)));
    await published(8);
    expect(await client.call(GEYSER.SubscribeReplayInfo, {})).toEqual({ firstAvailable: '7' });
    const listener = new Listener(client, everything(CommitmentLevel.CONFIRMED, { fromSlot: '6' }));
    await vi.waitFor(() => expect(listener.failure?.code).toBe(status.OUT_OF_RANGE), 5_000);
    expect(listener.failure?.details).toBe('broadcast from 6 is not available, last available: 7');
  });

  it('lets a client change its filters on the stream', async () => {
    const listener = new Listener(client, {
      transactions: { one: { accountInclude: ['4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'] } },
    });
    listener.send({ ping: { id: 3 } });
    await listener.expectSeen(['pong 3']);
    source.publish([...slotUpdates(5, 1), ...slotUpdates(6, 2)]);
    await listener.expectSeen(['pong 3', 'transaction 5']);
    listener.send({ blocksMeta: { all: {} } });
    listener.send({ ping: { id: 4 } });
    await listener.expectSeen(['pong 3', 'transaction 5', 'pong 4']);
    source.publish(slotUpdates(7, 1));
    await listener.expectSeen(['pong 3', 'transaction 5', 'pong 4', 'meta 7']);
  });

  it('refuses filters it does not understand', async () => {
    const listener = new Listener(client, { transactions: { bad: { accountInclude: ['not a key'] } } });
    await vi.waitFor(() => expect(listener.failure?.code).toBe(status.INVALID_ARGUMENT), 5_000);
  });

  it('drops a client that reads too slowly and keeps serving the others', async () => {
    await restart({ slots: 20, bytes: 4 << 20 });
    const slow = new Listener(client, everything(CommitmentLevel.PROCESSED));
    const other = connectGeyser(`http://${server.address}`, undefined);
    const quick = new Listener(other, everything(CommitmentLevel.PROCESSED));
    slow.send({ ping: { id: 1 } });
    quick.send({ ping: { id: 1 } });
    await Promise.all([slow.expectSeen(['pong 1']), quick.expectSeen(['pong 1'])]);
    slow.stream.pause();
    for (let slot = 1; slot <= 100; slot++) {
      source.publish(slotUpdates(slot, 1, 200_000));
      await vi.waitFor(() => expect(quick.seen).toContain(`status ${slot}:0`), {
        timeout: 5_000,
        interval: 2,
      });
    }
    slow.stream.resume();
    await vi.waitFor(() => expect(slow.failure?.details).toBe('lagged to receive geyser messages'), 10_000);
    expect(slow.seen).not.toContain('transaction 100');
    expect(quick.seen.filter((update) => update.startsWith('transaction'))).toHaveLength(100);
    other.close();
  });

  it('cuts off nobody who reads, however little time a source leaves that is behind its clock', async () => {
    await restart({ slots: 20, bytes: 4 << 20 });
    const listener = new Listener(client, everything(CommitmentLevel.PROCESSED));
    listener.send({ ping: { id: 1 } });
    await listener.expectSeen(['pong 1']);
    for (let slot = 1; slot <= 100; slot++) source.publish(slotUpdates(slot, 1, 200_000));
    await vi.waitFor(() => expect(listener.seen.at(-1)).toBe('status 100:0'), 10_000);
    expect(listener.failure).toBeNull();
    expect(listener.seen.filter((update) => update.startsWith('transaction'))).toHaveLength(100);
  });

  it('answers its unary calls', async () => {
    await expect(client.call(GEYSER.GetSlot, {})).rejects.toMatchObject({ code: status.UNAVAILABLE });
    source.publish([...slotUpdates(5, 1), slotUpdates(6, 1)[1]!]);
    await published(6);
    expect(await client.call(GEYSER.Ping, { count: 4 })).toEqual({ count: 5 });
    expect(JSON.parse((await client.call(GEYSER.GetVersion, {})).version)).toEqual({
      package: 'cryptonite-market',
      version: '0.1.0',
      source: { kind: 'market', name: 'by hand' },
    });
    const { CONFIRMED } = CommitmentLevel;
    expect(await client.call(GEYSER.GetSlot, { commitment: CONFIRMED })).toEqual({ slot: '5' });
    expect(await client.call(GEYSER.GetBlockHeight, {})).toEqual({ blockHeight: '6' });
    expect(await client.call(GEYSER.GetLatestBlockhash, { commitment: CONFIRMED })).toEqual({
      slot: '5',
      blockhash: 'hash-5',
      lastValidBlockHeight: '155',
    });
    expect(await client.call(GEYSER.IsBlockhashValid, { blockhash: 'hash-6' })).toEqual({
      slot: '6',
      valid: true,
    });
    expect(await client.call(GEYSER.IsBlockhashValid, { blockhash: 'hash-4' })).toEqual({
      slot: '6',
      valid: false,
    });
  });

  it('lets in only who has the token, where one is set', async () => {
    await restart({ slots: 10, bytes: 1 << 20 }, 'secret');
    const stranger = connectGeyser(`http://${server.address}`, 'guess');
    await expect(stranger.call(GEYSER.GetVersion, {})).rejects.toMatchObject({
      code: status.UNAUTHENTICATED,
    });
    const listener = new Listener(stranger, everything(CommitmentLevel.CONFIRMED));
    await vi.waitFor(() => expect(listener.failure?.code).toBe(status.UNAUTHENTICATED), 5_000);
    expect(await client.call(GEYSER.Ping, { count: 1 })).toEqual({ count: 2 });
    stranger.close();
    source.publish(slotUpdates(7, 1));
    await published(7);
    for (const token of ['', 'Secret', 'secre', 'secret1', undefined]) {
      const other = connectGeyser(`http://${server.address}`, token);
      const request = { count: 1, blockhash: 'hash-7' };
      for (const { path, ...method } of Object.values(GEYSER)) {
        if (method.requestStream) continue;
        const asked = other.call({ path, ...method } as typeof GEYSER.Ping, request);
        await expect(asked, path).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
      }
      const silent = new Listener(other, everything(CommitmentLevel.PROCESSED));
      await vi.waitFor(() => expect(silent.failure?.code).toBe(status.UNAUTHENTICATED), 5_000);
      expect(silent.seen).toEqual([]);
      other.close();
    }
    // What no client asks for is not even taken in.
    const flood = connectGeyser(`http://${server.address}`, 'guess');
    const blockhash = 'x'.repeat(2 << 20);
    await expect(flood.call(GEYSER.IsBlockhashValid, { blockhash })).rejects.toMatchObject({
      code: status.RESOURCE_EXHAUSTED,
    });
    flood.close();
  });

  it('serves the official client', async () => {
    // The package's types take its default export for CommonJS's, its ESM build exports the class itself.
    const Client = official as unknown as typeof official.default;
    const peer = new Client(`http://${server.address}`, undefined, undefined);
    await peer.connect();
    expect(await peer.ping(1)).toEqual({ count: 2 });
    const stream = await peer.subscribe();
    const seen: string[] = [];
    stream.on('data', (update: SubscribeUpdate) => seen.push(describeUpdate(update)));
    stream.on('error', () => {});
    stream.write(SubscribeRequest.fromJSON(everything(CommitmentLevel.CONFIRMED)));
    stream.write(SubscribeRequest.fromJSON({ ping: { id: 9 } }));
    await vi.waitFor(() => expect(seen).toEqual(['pong 9']), 5_000);
    source.publish(slotUpdates(5, 1));
    await vi.waitFor(() => expect(seen).toEqual(['pong 9', 'transaction 5', 'meta 5', 'status 5:1']), 5_000);
    stream.destroy();
  });

  it('can be recorded, and the tape says what was sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'record-'));
    const file = join(folder, 'new.tape');
    const recording = record({
      url: `http://${server.address}`,
      token: undefined,
      file,
      slots: 2,
      stopped: new AbortController().signal,
    });
    // Publishing goes on until the recorder has subscribed and seen its two slots.
    let slot = 5;
    const publishing = setInterval(() => source.publish(slotUpdates(slot++, 1)), 50);
    const recorded = await recording;
    clearInterval(publishing);
    expect(recorded).toMatchObject({ transactions: 0, slots: 2 });
    const seen: string[] = [];
    for await (const frame of readTape(file))
      seen.push(describeUpdate(SubscribeUpdate.decode(frame)).split(' ')[0]!);
    expect(seen).toEqual(['meta', 'status', 'meta', 'status']);
    await rm(folder, { recursive: true });
  });
});

describe.skipIf(!existsSync(TAPES))(`recorded tapes (skipped where ${TAPES} is absent)`, () => {
  let server: RunningServer;
  let client: GeyserClient;
  const play = async (tape: string): Promise<void> => {
    const source = await openTapeSource(join(TAPES, tape), 'max', () => {});
    const limits = { slots: 100_000, bytes: 1 << 28 };
    server = await serveYellowstone({ source, port: 0, token: undefined, limits, log: () => {} });
    client = connectGeyser(`http://${server.address}`, undefined);
  };
  afterEach(async () => {
    client.close();
    await server.close();
  });
  const launchpads = { transactions: { launchpads: { accountInclude: [PUMP, PUMP_SWAP] } } };

  it('play in full to the first client and from their first slot to a late one', async () => {
    await play('mainnet-all.tape');
    expect(await client.call(GEYSER.SubscribeReplayInfo, {})).toEqual({ firstAvailable: '282211879' });
    const request = everything(CommitmentLevel.CONFIRMED, launchpads);
    const first = new Listener(client, request);
    await vi.waitFor(() => expect(first.seen.at(-1)).toBe('status 442855142:1'), 10_000);
    expect(first.seen.filter((update) => update.startsWith('transaction'))).toHaveLength(17);
    const late = new Listener(client, { ...request, fromSlot: '282211879' });
    await late.expectSeen(first.seen);
  });

  it('keep their order at confirmed and let pass what was not asked for', async () => {
    await play('mainnet-slots-2026-02-05.tape');
    const listener = new Listener(client, everything(CommitmentLevel.CONFIRMED));
    await vi.waitFor(
      () => expect(listener.seen.filter((update) => update !== 'ping')).toHaveLength(98),
      20_000,
    );
    const updates = listener.seen.filter((update) => update !== 'ping');
    for (let position = 0; position < updates.length; position += 2) {
      const slot = updates[position]!.split(' ')[1];
      expect(updates.slice(position, position + 2)).toEqual([`meta ${slot}`, `status ${slot}:1`]);
    }
    const entries = new Listener(client, {
      entry: { all: {} },
      commitment: CommitmentLevel.CONFIRMED,
      fromSlot: '398202772',
    });
    await vi.waitFor(
      () => expect(entries.seen.filter((update) => update !== 'ping')).toHaveLength(38_359),
      20_000,
    );
  });
});
