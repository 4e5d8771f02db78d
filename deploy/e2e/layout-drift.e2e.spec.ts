/** A launchpad whose events have grown: it is seen by its operator, and nothing of what is known is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Health } from '@cryptonite/contracts/api';
import { BOUNDED_START_MS, playBounded } from '@cryptonite/market/market-source.js';
import { untilSettled } from '@cryptonite/proofs/health.js';
import { type Product, startProduct, until } from '@cryptonite/proofs/product.js';
import { TapeWriter } from '@cryptonite/provider/tape.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { afterAll, expect, it } from 'vitest';

const TRANSACTIONS = 300;
const EVENT_TAG = 'e445a52e51cb9a1d';
const TRADE_EVENT = 'bddb7fd34ee661ee';
const UNKNOWN_EVENT = '0011223344556677';

const folder = await mkdtemp(join(tmpdir(), 'layout-drift-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
let grown = 0;

/** The update with its trades on curves longer by a byte, each followed by an event that nobody knows. */
function grow(body: Uint8Array): Uint8Array {
  const update = SubscribeUpdate.decode(body);
  const { meta } = update.transaction?.transaction ?? {};
  if (!meta || meta.err) return body;
  for (const inner of meta.innerInstructions)
    inner.instructions = inner.instructions.flatMap((instruction) => {
      if (!hexOf(instruction.data).startsWith(EVENT_TAG + TRADE_EVENT)) return [instruction];
      grown++;
      const unknown = Buffer.from(`${EVENT_TAG}${UNKNOWN_EVENT}07`, 'hex');
      return [
        { ...instruction, data: Buffer.concat([instruction.data, Buffer.of(7)]) },
        { ...instruction, data: unknown },
      ];
    });
  return SubscribeUpdate.encode(update).finish();
}

async function writeTape(path: string): Promise<void> {
  const writer = await TapeWriter.create(path);
  const updates = [
    ...playBounded({
      seed: 3,
      startMs: BOUNDED_START_MS,
      transactions: TRANSACTIONS,
      launches: Number.POSITIVE_INFINITY,
    }),
  ].flat();
  for (const { kind, body } of updates) await writer.write(kind === 'transaction' ? grow(body) : body);
  await writer.close();
}

it('is said by health while it goes on, also after a restart, and counted', async () => {
  const tape = join(folder, 'grown.tape');
  await writeTape(tape);
  const args = ['--source', `tape:${tape}`, '--speed', 'max'];
  const first = await startProduct(args);
  const told = async (product: Product) => {
    await untilSettled(product, 120_000);
    return until(
      'health tells of the layouts',
      async () => {
        const health = await product.health();
        return health.unknownLayouts.length === 2 ? health : null;
      },
      60_000,
    );
  };
  const countOf = (health: Health) =>
    health.unknownLayouts.map(({ lengths, otherLengths }) =>
      lengths.reduce((sum, { count }) => sum + count, otherLengths),
    );
  try {
    const health = await told(first);
    expect(health.status).toBe('degraded');
    expect(health.problems.join('\n')).toMatch(
      /^pump TradeEvent is longer than this version knows \(\d+( to \d+)? bytes, since \d\d:\d\d\)\.$/m,
    );
    expect(health.problems.join('\n')).toMatch(
      /^pump emits an event that this version does not know: 0011223344556677 \(9 bytes, since \d\d:\d\d\)\.$/m,
    );
    expect(countOf(health)).toEqual([grown, grown]);
    expect(health.unknownLayouts.map(({ event }) => event).sort()).toEqual([null, 'TradeEvent'].sort());
  } finally {
    await first.stop(true);
  }
  const second = await startProduct(args, first.dataDir);
  try {
    const health = await told(second);
    expect(health.status).toBe('degraded');
    expect(countOf(health)).toEqual([grown, grown]);
  } finally {
    await second.stop();
  }
});
