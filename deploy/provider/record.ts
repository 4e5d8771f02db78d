import { rm } from 'node:fs/promises';
import { CommitmentLevel, SlotStatus, SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { connectGeyser } from './client.js';
import { TapeWriter } from './tape.js';

/** The launchpad's programs whose transactions the product reads: pump.fun and PumpSwap. */
const LAUNCHPADS = [
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
];

const SUBSCRIPTION = SubscribeRequest.fromPartial({
  transactions: { launchpads: { accountInclude: LAUNCHPADS, vote: false } },
  slots: { slots: { filterByCommitment: true } },
  blocksMeta: { blocks: {} },
  commitment: CommitmentLevel.CONFIRMED,
});

/** Providers drop streams whose client stays silent for long. */
const PING_INTERVAL_MS = 15_000;

export interface RecordOptions {
  url: string;
  token: string | undefined;
  file: string;
  /** Stop after so many confirmed slots. */
  slots: number;
  stopped: AbortSignal;
}

export interface Recorded {
  transactions: number;
  slots: number;
  bytes: number;
}

/**
 * Writes what a Yellowstone source sends to a new tape until stopped, until enough slots are confirmed or until the
 * stream ends. The tape is whole on return, also when the stream fails, which throws after the tape is closed; a tape
 * without a single update is removed.
 */
export async function record({ url, token, file, slots, stopped }: RecordOptions): Promise<Recorded> {
  const recorded: Recorded = { transactions: 0, slots: 0, bytes: 0 };
  if (stopped.aborted) return recorded;
  const tape = await TapeWriter.create(file);
  const client = connectGeyser(url, token);
  const stream = client.subscribe();
  const pings = setInterval(
    () => stream.write(SubscribeRequest.fromPartial({ ping: { id: 1 } })),
    PING_INTERVAL_MS,
  );
  const cancel = (): void => stream.cancel();
  stopped.addEventListener('abort', cancel);
  let done = false;
  try {
    stream.write(SUBSCRIPTION);
    for await (const frame of stream as AsyncIterable<Buffer>) {
      const { transaction, slot, blockMeta } = SubscribeUpdate.decode(frame);
      if (!transaction && !slot && !blockMeta) continue;
      await tape.write(frame);
      recorded.bytes += frame.length;
      if (transaction) recorded.transactions++;
      if (slot?.status === SlotStatus.SLOT_CONFIRMED) recorded.slots++;
      done = recorded.slots >= slots;
      if (done) break;
    }
  } catch (error) {
    if (!stopped.aborted && !done) throw error;
  } finally {
    clearInterval(pings);
    stopped.removeEventListener('abort', cancel);
    stream.on('error', () => {});
    stream.cancel();
    client.close();
    await tape.close();
    if (recorded.bytes === 0) await rm(file);
  }
  return recorded;
}
