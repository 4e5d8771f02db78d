/** A pool whose liquidity was withdrawn: from the chain's bytes to every list and the token's own answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Health, LIST_NAMES, LISTS, TokenPage } from '@cryptonite/contracts/api';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { keyFor } from '@cryptonite/market/addresses.js';
import type { LiquidityPlan } from '@cryptonite/market/agents/liquidity-provider.js';
import {
  BOUNDED_START_MS,
  type BoundedMarketOptions,
  playBounded,
} from '@cryptonite/market/market-source.js';
import { TapeWriter } from '@cryptonite/provider/tape.js';
import bs58 from 'bs58';
import { afterAll, expect, it } from 'vitest';
import { type Product, startProduct, until } from './product.js';

const WITHIN_MS = 300_000;
/** With this seed a coin quoted in SOL gets its pool within so many. */
const OPTIONS: BoundedMarketOptions = {
  ...{ seed: 13, startMs: BOUNDED_START_MS, regime: 'high' },
  ...{ launches: Number.POSITIVE_INFINITY, transactions: 3_500 },
};

const folder = mkdtempSync(join(tmpdir(), 'pulled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The launch that graduates in it, and when. */
function graduate(): { mint: string; graduatedMs: number } {
  let found: { mint: string; graduatedMs: number } | null = null;
  const onTruth: BoundedMarketOptions['onTruth'] = (truth) => {
    if (truth.graduatedMs !== null) found = JSON.parse(truth.toJson(true));
  };
  for (const _ of playBounded({ ...OPTIONS, onTruth }));
  return found!;
}

/** A tape, and the time of its last block. */
async function writeTape(plan: LiquidityPlan) {
  const tape = join(folder, 'pulled.tape');
  const writer = await TapeWriter.create(tape);
  let endMs = 0;
  for (const updates of playBounded({ ...OPTIONS, liquidity: [plan] }))
    for (const update of updates) {
      if (update.kind === 'blockMeta') endMs = Number(update.blockTimeS) * 1_000;
      await writer.write(update.body);
    }
  await writer.close();
  return { tape, endMs };
}

/** What a product says of the mint once it has read the tape: its page, and the lists that hold it. */
async function readTape({ tape, endMs }: { tape: string; endMs: number }, mint: string) {
  const product: Product = await startProduct(['--source', `tape:${tape}`, '--speed', 'max']);
  const ask = async (path: string) => (await fetch(product.pageUrl + path)).json();
  try {
    await until(
      'the tape is read',
      async () => {
        const { streamTime, topics } = Health.parse(await ask('/api/health'));
        // Its last slots are confirmed by none.
        const isRead = streamTime !== null && streamTime > endMs - 5_000;
        return isRead && topics.every(({ lag }) => lag === 0) ? true : null;
      },
      WITHIN_MS,
    );
    const on: string[] = [];
    for (const name of LIST_NAMES)
      for (const profile of ['live', 'whitepaper'])
        for (const source of ['pumpfun', 'bonded']) {
          const { items = [] } = await ask(
            `${LISTS[name].path}?profile=${profile}&source=${source}&limit=${LIST_LIMIT_MAX}`,
          );
          if (items.some((item: { mint: string }) => item.mint === mint)) on.push(name);
        }
    return { on, page: TokenPage.parse(await ask(`/api/tokens/${mint}`)) };
  } finally {
    await product.stop();
  }
}

it(
  'is on no list, New included, and its token says why',
  async () => {
    const { mint, graduatedMs } = graduate();
    const plan: LiquidityPlan = {
      mint: Buffer.from(bs58.decode(mint)).toString('latin1'),
      // More than the pool holds: more than half of it is pulled then.
      ...{ wallet: keyFor('puller'), sol: 200 },
      ...{ depositMs: graduatedMs + 20_000, withdrawMs: graduatedMs + 60_000 },
    };
    const tape = await writeTape(plan);
    expect(tape.endMs).toBeGreaterThan(plan.withdrawMs + 10_000);
    const { on, page } = await readTape(tape, mint);
    expect({ on, lists: page.lists }).toEqual({ on: [], lists: {} });
    expect(page.keptOff[0]).toMatch(
      /^(\d+%|At least 50%) of the liquidity was pulled: risk 95 of 100, hidden above 80$/,
    );
  },
  WITHIN_MS,
);
