/** A pool whose liquidity was withdrawn: from the chain's bytes to every list and the token's own answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedOf, LIST_NAMES, LISTS, type ListName, TokenPage } from '@cryptonite/contracts/api';
import { LIST_LIMIT_MAX, PROFILE_NAMES } from '@cryptonite/contracts/rules';
import type { LiquidityPlan } from '@cryptonite/market/agents/liquidity-provider.js';
import { playBounded } from '@cryptonite/market/market-source.js';
import { GRADUATING, planPull } from '@cryptonite/market/testing/pulled-pool.js';
import { TapeWriter } from '@cryptonite/provider/tape.js';
import { afterAll, expect, it } from 'vitest';
import { type Product, startProduct, until } from './product.js';

const WITHIN_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'pulled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A tape, and the time of its last block. */
async function writeTape(plan: LiquidityPlan) {
  const tape = join(folder, 'pulled.tape');
  const writer = await TapeWriter.create(tape);
  let endMs = 0;
  for (const updates of playBounded({ ...GRADUATING, liquidity: [plan] }))
    for (const update of updates) {
      if (update.kind === 'blockMeta') endMs = Number(update.blockTimeS) * 1_000;
      await writer.write(update.body);
    }
  await writer.close();
  return { tape, endMs };
}

/** What a product says once it has read the tape: the page of the mint, and which mints each list holds. */
async function readTape({ tape, endMs }: { tape: string; endMs: number }, mint: string) {
  const product: Product = await startProduct(['--source', `tape:${tape}`, '--speed', 'max']);
  const ask = async (path: string) => (await fetch(product.pageUrl + path)).json();
  try {
    await until(
      'the tape is read',
      async () => {
        const { streamTime, topics } = await product.health();
        // Its last slots are confirmed by none.
        const isRead = streamTime !== null && streamTime > endMs - 5_000;
        return isRead && topics.every(({ lag }) => lag === 0) ? true : null;
      },
      WITHIN_MS,
    );
    const held = new Map<ListName, string[]>();
    for (const name of LIST_NAMES)
      for (const profile of PROFILE_NAMES) {
        // Of both sources, as none is asked for.
        const query = new URLSearchParams({ profile, limit: String(LIST_LIMIT_MAX), ...askedOf(name) });
        const { items } = LISTS[name].answer.parse(await ask(`${LISTS[name].path}?${query}`));
        held.set(name, [...(held.get(name) ?? []), ...items.map(({ mint }) => mint)]);
      }
    return { held, page: TokenPage.parse(await ask(`/api/tokens/${mint}`)) };
  } finally {
    await product.stop();
  }
}

it(
  'is on no list, New included, and its token says why',
  async () => {
    const { plan, mint } = planPull();
    const tape = await writeTape(plan);
    expect(tape.endMs).toBeGreaterThan(plan.withdrawMs + 10_000);
    const { held, page } = await readTape(tape, mint);
    const filled = [...held].flatMap(([name, mints]) => (mints.length > 0 ? [name] : []));
    expect(filled).toEqual(expect.arrayContaining(['rejected', 'newLaunches']));
    const on = [...held].flatMap(([name, mints]) => (mints.includes(mint) ? [name] : []));
    expect({ on, lists: page.lists }).toEqual({ on: [], lists: {} });
    expect(page.keptOff[0]).toMatch(
      /^(\d+%|At least 50%) of the liquidity was pulled: risk 95 of 100, hidden above 80$/,
    );
  },
  WITHIN_MS,
);
