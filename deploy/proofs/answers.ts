/** Enrichers in a proof: they ask its own market, and fall silent before things are compared. */
import { type Product, until } from './product.js';
import { untilStored } from './settle.js';
import type { Source } from './source.js';

const ASKED = [
  'IPFS_GATEWAYS',
  'DEXSCREENER_URL',
  'X_API_URL',
  'TELEGRAM_API_URL',
  'SOLANA_RPC_URL',
  'WEBSITES_URL',
];
const LIMITS = ['IPFS_PER_MINUTE', 'DEXSCREENER_PER_MINUTE', 'X_PER_15_MINUTES', 'RPC_PER_10_SECONDS'];

/** What enrichers are told that ask a market's services alone. */
export const askingAt = (url: string): Record<string, string> => ({
  STRANGERS: '0',
  ...Object.fromEntries(ASKED.map((name) => [name, url])),
  X_BEARER_TOKEN: 'made-up',
  TELEGRAM_BOT_TOKEN: 'made-up',
});

/** The market's services in the place of public ones, and as often as one likes. */
export const servicesOf = ({ servicesUrl }: Source): Record<string, string> => ({
  ENRICHERS: '1',
  ...askingAt(servicesUrl),
  ...Object.fromEntries(LIMITS.map((name) => [name, '100000'])),
});

/**
 * Enrichers that start anew answer what is asked from then on: nothing, where the journal has ended. Resolves once what was
 * answered before is folded and stored.
 */
export async function endAnswers(product: Product, limitMs: number): Promise<void> {
  const pid = await until('enrichers run', async () => (await product.pids()).enrichers ?? null);
  process.kill(pid, 'SIGKILL');
  await until('enrichers run anew', async () => {
    const { enrichers = pid } = await product.pids();
    return enrichers === pid ? null : true;
  });
  await untilStored(product, limitMs);
}
