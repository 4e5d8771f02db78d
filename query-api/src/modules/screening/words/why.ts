/** Why a token, in a few words: nothing that no part and no finding says. */
import { capital, figureOf } from './figures.js';
import { type Found, wordsOfFinding } from './finding-words.js';
import { type Fact, wordsOf } from './part-words.js';

/** An earned part: so many points of the score that it counts in. */
export type Strength = { fact: Fact; value: number | boolean; points: number };

const SHOWN_EACH = 3;

/** Each fact once, with the most that it brought; the strongest first. */
export function strongestOf(strengths: readonly Strength[]): Strength[] {
  const best = new Map<Fact, Strength>();
  for (const strength of strengths) {
    const known = best.get(strength.fact);
    if (strength.points > 0 && (!known || known.points < strength.points)) best.set(strength.fact, strength);
  }
  return [...best.values()].sort((a, b) => b.points - a.points).slice(0, SHOWN_EACH);
}

const largestOf = (found: readonly Found[]): Found[] =>
  found
    .filter(({ points, floor }) => points > 0 || floor !== null)
    .sort((a, b) => (b.floor ?? 0) - (a.floor ?? 0) || b.points - a.points)
    .slice(0, SHOWN_EACH);

/** Up to six: what was earned before what was found. */
export const indicatorsOf = (strengths: readonly Strength[], found: readonly Found[]): string[] => [
  ...strongestOf(strengths).map(({ fact, value }) => capital(wordsOf(fact, value))),
  ...largestOf(found).map((finding) => capital(wordsOfFinding(finding))),
];

/** The gravest of those that are a danger, as an answer has it. */
export function worstDangerOf(found: readonly Found[]): { finding: string; text: string } | null {
  const [worst] = largestOf(found.filter(({ level }) => level === 'danger'));
  return worst ? { finding: `${worst.layer}.${worst.name}`, text: capital(wordsOfFinding(worst)) } : null;
}

/** What the rug analysis came to, 0–100, and its observed share, 0–1; null where it was not made. */
type RiskSeen = { risk: number | null; coverage: number | null };

/** The gravest finding, then what earned the most; null of a token of which neither is known. */
export function sentencesOf(
  strengths: readonly Strength[],
  found: readonly Found[],
  seen: RiskSeen,
): string | null {
  const words = strongestOf(strengths).map(({ fact, value }) => wordsOf(fact, value));
  const sentences = [
    ...riskSentence(largestOf(found)[0], seen),
    ...(words.length > 0 ? [`For it: ${words.join(', ')}.`] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

/** Of a risk above 0 of which no finding was heard nothing can be said. */
function riskSentence(largest: Found | undefined, { risk, coverage }: RiskSeen): string[] {
  if (largest) return [`${capital(largest.level)}: ${wordsOfFinding(largest)}.`];
  if (risk !== 0 || coverage === null) return [];
  return [`Nothing against it, ${figureOf(coverage * 100, '%')} checked.`];
}
