/**
 * What a shown token costs query-api: the heap before and after measurements of `TOKENS` tokens on a list, each as it
 * comes from its topic. Started with --expose-gc by the bench `memory`, which hears `{ tokens, bytes }`.
 */
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { encodeScreeningEvent, type ScreeningEvent } from '@cryptonite/contracts/events';
import { encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import { TRAIL } from '@cryptonite/contracts/rules';
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

const encodeEvent = (event: ScreeningEvent) => Buffer.from(encodeScreeningEvent(event));
const IDENTITY = {
  source: { kind: 'market', name: 'market simulator, seed 7' },
  symbol: 'GLOAM',
  name: 'Gloamwood Fox',
  uri: 'https://example.com/gloamwood-fox.json',
  creator: '7QTTq46P8ErqnF9KrSX8MML3ikTsV8AVGcCG92tv5iCt',
  createdAt: measurementSample.time,
  seenSinceCreation: true,
  isMayhem: false,
  bondingCurve: '7QTTq46P8ErqnF9KrSX8MML3ikTsV8AVGcCG92tv5iCt',
  pool: null,
  quoteMint: SOL_MINT,
  quoteDecimals: 9,
} as const;
const store = new ScreeningStore();
store.begin(new Map([[0, 0]]));
store.finishLoading(0);
const before = heapBytes();
const { time, position, rulesVersion } = measurementSample;
for (let number = 0; number < TOKENS; number += 1) {
  const mint = mintOf(number);
  const said = { mint, time, position, rulesVersion };
  const trail = Array.from({ length: TRAIL.steps }, (_, step) => step * 1e-9);
  const records = [
    encodeEvent({ kind: 'TokenDescribed', id: `${mint}:described`, ...said, ...IDENTITY }),
    encodeEvent({ kind: 'PriceTrailed', id: `${mint}:trailed`, ...said, closes: trail }),
    encodeFrame({ partition: 0, slot: number, time, source: IDENTITY.source }, [
      { ...measurementSample, mint },
    ]),
  ];
  for (const record of records) store.addRecord(0, number, record, 0);
}
process.send?.({ tokens: store.projection.size, bytes: heapBytes() - before });
process.disconnect?.();
