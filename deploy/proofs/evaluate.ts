/**
 * `npm run evaluate -- [--seed S] [--launches N] [--write]`: plays a market of N launches through ingest and the screener's
 * fold, and says of each score, check and gate how well it told what became of the tokens, beside what single numbers tell.
 * With `--write` the tables go into docs/evaluation.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MOMENTS } from '@cryptonite/contracts/evaluation';
import { z } from 'zod';
import { evaluate } from './evaluation/evaluate-tokens.js';
import { withSection } from './evaluation/page.js';
import { playMarket } from './evaluation/play.js';
import { againstAlone, tableText } from './evaluation/tables.js';
import { root } from './product.js';

const PAGE = join(root, 'docs/evaluation.md');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    launches: { type: 'string', default: '5000' },
    write: { type: 'boolean', default: false },
  },
});
const options = z
  .object({ seed: z.coerce.number().int().min(0), launches: z.coerce.number().int().min(1) })
  .safeParse(values);
if (!options.success) {
  console.error('evaluate takes --seed <whole number>, --launches <whole number from 1> and --write');
  process.exit(2);
}
const { seed, launches } = options.data;

const startedAtMs = performance.now();
const { tokens, spanMs } = await playMarket(seed, launches);
const tookS = (performance.now() - startedAtMs) / 1_000;
const evaluated = MOMENTS.flatMap((moment) => evaluate(tokens, moment, seed));

const hype = evaluated.filter(({ outcome }) => outcome === 'graduated').map((of) => againstAlone(of, 'Hype'));
const rug = evaluated.filter(({ outcome }) => outcome === 'dumped').map((of) => againstAlone(of, 'Rug risk'));
const trades = tokens.reduce((sum, { prices }) => sum + prices.length, 0);
const heading = `${launches} launches of seed ${seed}, ${tokens.length} of them seen, ${trades} trades in ${(spanMs / 3_600_000).toFixed(1)} hours of the market.`;
const found = [
  [heading, ...hype.map(({ text }) => `- ${text}`), ...rug.map(({ text }) => `- ${text}`)].join('\n'),
  ...evaluated.map(tableText),
].join('\n\n');
console.log(found);
console.error(`played in ${tookS.toFixed(0)} s`);
if (values.write) {
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, withSection(page, seed, `## Seed ${seed}\n\n${found}`));
}
