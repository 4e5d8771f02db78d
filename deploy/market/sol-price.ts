import { createServer, type Server } from 'node:http';
import { toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { slotAt } from './market.js';
import { Random } from './random.js';

const SOL_USD = 150;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Periods and strengths of the walk: days, hours and minutes each add their own wandering. */
const WAVES = [
  { periodMs: DAY_MS, strength: 0.08 },
  { periodMs: 60 * MINUTE_MS, strength: 0.02 },
  { periodMs: MINUTE_MS, strength: 0.002 },
];

/** The simulated SOL price in USD at a moment: smooth noise between seeded points, a function of seed and time. */
export function solPriceUsd(seed: number, timeMs: number): number {
  let logarithm = 0;
  for (const { periodMs, strength } of WAVES) {
    const position = timeMs / periodMs;
    const step = Math.floor(position);
    const along = position - step;
    const blend = along * along * (3 - 2 * along);
    const at = (point: number): number => new Random(`sol price ${seed}:${periodMs}:${point}`).between(-1, 1);
    logarithm += strength * (at(step) * (1 - blend) + at(step + 1) * blend);
  }
  return SOL_USD * Math.exp(logarithm);
}

/** Jupiter's answer for the mints it knows; others are left out, as Jupiter does. */
function quote(seed: number, ids: readonly string[], nowMs: number): Record<string, unknown> {
  const now = solPriceUsd(seed, nowMs);
  const dayAgo = solPriceUsd(seed, nowMs - DAY_MS);
  const blockId = slotAt(nowMs);
  const known: Record<string, unknown> = {
    [toBase58(WRAPPED_SOL)]: {
      usdPrice: now,
      blockId,
      decimals: 9,
      priceChange24h: (now / dayAgo - 1) * 100,
    },
    [toBase58(USDC)]: { usdPrice: 1, blockId, decimals: 6, priceChange24h: 0 },
  };
  return Object.fromEntries(Object.entries(known).filter(([mint]) => ids.includes(mint)));
}

/** Serves `GET /price/v3?ids=<mint,…>` on 127.0.0.1 in the shape of Jupiter's price API. */
export async function servePrices(seed: number, port: number): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const found = request.method === 'GET' && url.pathname === '/price/v3';
    const ids = url.searchParams.get('ids')?.split(',') ?? [];
    const body = found
      ? quote(seed, ids, Date.now())
      : { error: 'only GET /price/v3?ids=<mint,…> is served' };
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the price server has no port');
  return { url: `http://127.0.0.1:${bound.port}`, server };
}
