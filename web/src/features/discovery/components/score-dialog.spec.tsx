import { TokenPage } from '@cryptonite/contracts/api';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { tokenQuery } from '../api/get-token';
import { screened } from '../api/screened';
import type { ScoreName } from '../model/opened-scores';
import ScoreDialog from './score-dialog';

const AT = Date.UTC(2026, 0, 1, 14, 22, 28);
const score = { score: null, coverage: null, best: null, parts: [] };
const token = { ...screened('mint', 7, AT), symbol: 'GLOAM' };
const pageWith = (behind: TokenPage['behind'], change: Partial<TokenPage> = {}) =>
  TokenPage.parse({
    token,
    position: '1',
    behind,
    profile: 'live',
    lists: {},
    scores: { hype: score, daily: score, ultimate: score, social: score, security: score },
    patterns: [],
    rug: { risk: null, coverage: null, floor: null, layers: [] },
    gates: [],
    keptOff: [],
    standing: null,
    asOf: AT + 900,
    ...change,
  });

/** What the dialog says, opened from a card that shows the measurement of `cardAt`. */
function said(
  opens: ScoreName,
  behind: TokenPage['behind'],
  cardAt = AT,
  change: Partial<TokenPage> = {},
): string {
  const client = new QueryClient();
  client.setQueryData(tokenQuery('mint', 'live').queryKey, pageWith(behind, change));
  client.setQueryData(['held-tokens'], new Map([['mint', { ...token, measuredAt: cardAt }]]));
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ScoreDialog opened={{ token, score: opens }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
    .replaceAll('&#x27;', "'");
}

const stands = (standing: number | null, patternScore: number | null = 40): Partial<TokenPage> => ({
  patterns: [{ name: 'viralMeme', label: 'Viral Meme', ...score, score: patternScore, history: null }],
  standing,
});

it.each<[ScoreName, number | null, string]>([
  ['hype', 0.29, "In Hype and Daily the pattern counts 29.0%: the price is at 34.5% of the day's high."],
  [
    'daily',
    0,
    "In Hype and Daily the pattern does not count: the price is at 20.0% of the day's high or less.",
  ],
  ['patterns', null, 'In Hype and Daily the pattern does not count: where the price stands is unknown.'],
])('says in %s how much of the pattern still stands: %s', (name, standing, words) =>
  expect(said(name, null, AT, stands(standing))).toContain(words),
);

it('says nothing of a pattern that stands whole, nor of one that is unknown', () => {
  expect(said('hype', null, AT, stands(1))).not.toContain('the pattern');
  expect(said('social', null, AT, stands(0.42))).not.toContain('the pattern');
  expect(said('hype', null, AT, stands(0.42, null))).not.toContain('the pattern');
});

const stored = Date.UTC(2026, 0, 1, 14, 22, 7);

it('says of when its numbers are: those of the card', () => {
  const words = said('rug', null);
  expect(words).toContain('As of 14:22:28 UTC, rules 1');
  expect(words).not.toMatch(/Findings as of|card/);
});

it('says that its card shows a later measurement', () =>
  expect(said('rug', null, AT + 3_000)).toContain('As of 14:22:28 UTC, the card as of 14:22:31 UTC, rules'));

it.each([
  ['rug', ['findings'], stored, 'Findings as of 14:22:07 UTC'],
  ['patterns', ['patterns'], stored, 'Patterns as of 14:22:07 UTC'],
  ['hype', ['findings', 'patterns'], stored, 'Parts of the pattern as of 14:22:07 UTC'],
  ['rug', ['findings'], null, 'Findings not stored yet'],
  ['rug', ['patterns'], stored, null],
  ['social', ['findings', 'patterns'], stored, null],
] as const)('of %s behind by %j says so where it shows it', (opens, what, measuredAt, words) => {
  const text = said(opens, { what: [...what], measuredAt });
  if (words) expect(text).toContain(words);
  else expect(text).not.toMatch(/14:22:07|not stored/);
});
