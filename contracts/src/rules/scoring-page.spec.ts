import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scoringPage } from './scoring-page.js';

it('docs/scoring.md says what the tables say: node tools/scoring-page.mjs writes it', () => {
  const page = new URL('../../../docs/scoring.md', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(scoringPage());
});
