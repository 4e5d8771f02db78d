/**
 * A market of a fixed size on standard output, as the frames of a tape: what a subscriber to the launchpads' confirmed
 * transactions is sent. The rest, above all the failed transactions, is made and left out.
 */
import { once } from 'node:events';
import { SlotStatus } from '@triton-one/yellowstone-grpc';
import { z } from 'zod';
import { readEnvironment } from '../yellowstone/service.js';
import type { Update } from '../yellowstone/update.js';
import { REGIMES, type Regime } from './agents/pace.js';
import { BOUNDED_START_MS, playBounded } from './market-source.js';
import { TruthFile } from './truth-file.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();

const env = readEnvironment(
  z.object({
    LAUNCHES: count,
    SEED: z.coerce.number({ error: 'a whole number' }).int().default(7),
    REGIME: z.enum(Object.keys(REGIMES) as [Regime, ...Regime[]]).default('middle'),
    START_TIME_MS: count.default(BOUNDED_START_MS),
    TRUTH_DIR: z.string().optional(),
  }),
);

/** Bytes gathered before they are written. */
const FLUSH_BYTES = 1 << 20;

/** What generation cost and made, told to the parent. */
export interface Generated {
  transactions: number;
  failed: number;
  bytes: number;
  cpuMs: number;
  maxMemoryBytes: number;
}

const isSent = (update: Update): boolean => {
  if (update.kind === 'transaction') return !update.failed;
  return (
    update.kind === 'blockMeta' || (update.kind === 'slot' && update.status === SlotStatus.SLOT_CONFIRMED)
  );
};

async function main(): Promise<void> {
  const truth = env.TRUTH_DIR === undefined ? null : TruthFile.open(env.TRUTH_DIR);
  const told: Generated = { transactions: 0, failed: 0, bytes: 0, cpuMs: 0, maxMemoryBytes: 0 };
  let frames: Buffer[] = [];
  let gathered = 0;
  const flush = async (): Promise<void> => {
    const isTaken = process.stdout.write(Buffer.concat(frames));
    frames = [];
    gathered = 0;
    if (!isTaken) await once(process.stdout, 'drain');
  };
  const market = playBounded({
    seed: env.SEED,
    startMs: env.START_TIME_MS,
    transactions: Number.POSITIVE_INFINITY,
    launches: env.LAUNCHES,
    regime: env.REGIME,
    ...(truth && { onTruth: truth.write }),
  });
  for (const updates of market) {
    for (const update of updates) {
      if (update.kind === 'transaction') {
        told.transactions += 1;
        if (update.failed) told.failed += 1;
      }
      if (!isSent(update)) continue;
      const head = Buffer.allocUnsafe(4);
      head.writeUInt32BE(update.body.length);
      frames.push(head, update.body);
      gathered += update.body.length;
      told.bytes += update.body.length;
    }
    if (gathered > FLUSH_BYTES) await flush();
  }
  await flush();
  truth?.close();
  const { user, system } = process.cpuUsage();
  told.cpuMs = (user + system) / 1_000;
  told.maxMemoryBytes = process.resourceUsage().maxRSS * 1_024;
  process.send?.(told);
}

main().catch((error) => {
  console.error(`market: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
