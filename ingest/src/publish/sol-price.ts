import { DecimalString } from '@cryptonite/contracts/amounts';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { z } from 'zod';
import type { SolPrice } from './slot-facts.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 64 * 1024;
const MAX_DECIMALS = 12;

/** Jupiter's price answer, version 3: by mint. */
const PriceAnswer = z.object({ [SOL_MINT]: z.object({ usdPrice: z.number().positive() }) });

/** Asks for the price of SOL. Throws where the answer is late, too long or no price. */
export async function fetchSolPrice(url: URL, from: string): Promise<SolPrice> {
  const asked = new URL(url);
  if (!asked.searchParams.has('ids')) asked.searchParams.set('ids', SOL_MINT);
  const answer = await fetch(asked, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const { [SOL_MINT]: sol } = PriceAnswer.parse(JSON.parse(await readText(answer)));
  return { priceUsd: toDecimalString(sol.usdPrice), from };
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Plain notation, without an exponent and without zeros at the end. */
const toDecimalString = (price: number): string =>
  DecimalString.parse(price.toFixed(MAX_DECIMALS).replace(/\.?0+$/, ''));
