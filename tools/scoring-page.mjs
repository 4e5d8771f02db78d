// `node tools/scoring-page.mjs`: writes docs/scoring.md of the tables in contracts/src/rules.
import { writeFileSync } from 'node:fs';
import { build } from './build.mjs';

build();
const { scoringPage } = await import('../contracts/dist/rules/scoring-page.js');
writeFileSync(new URL('../docs/scoring.md', import.meta.url), scoringPage());
