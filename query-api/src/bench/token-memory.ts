/**
 * What a shown token costs query-api: the heap before and after measurements of `TOKENS` tokens on a list, each as it
 * comes from its topic. Started with --expose-gc by the bench `memory`, which hears `{ tokens, bytes }`.
 */
import { screeningSamples } from '@cryptonite/contracts/events';
import { ScreeningStore } from '../modules/screening/screening.store.js';

const TOKENS = 20_000;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const heapBytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** As long as a real one. */
function mintOf(number: number): string {
  let text = 'pump';
  for (let rest = number; text.length < 44; rest = Math.floor(rest / ALPHABET.length))
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
  return text;
}

const sample = screeningSamples.find(
  (event) => event.kind === 'TokenScored' && event.profiles.live.listing !== null,
);
const text = JSON.stringify(sample);
const mint = sample?.kind === 'TokenScored' ? sample.mint : '';
const store = new ScreeningStore();
store.begin(new Map([[0, 0]]));
store.finishLoading(0);
const before = heapBytes();
for (let number = 0; number < TOKENS; number += 1)
  store.addRecord(0, number, text.replaceAll(mint, mintOf(number)), 0);
process.send?.({ tokens: store.projection.size, bytes: heapBytes() - before });
process.disconnect?.();
