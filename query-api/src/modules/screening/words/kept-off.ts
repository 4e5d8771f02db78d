/** Why a token is on no list, or on none of those that ask that it still stands. */
import { DERIVED, gateInputsOf, type Measurement } from '@cryptonite/contracts/measures';
import { HIDDEN_ABOVE_RISK, isHidden, reasonsOffLists } from '@cryptonite/contracts/rules';
import { type AssessedLayers, foundOf } from '../scores/found.js';
import { capital } from './figures.js';
import { wordsOfFinding } from './finding-words.js';

/** Sentences, the gravest first: the finding whose floor hides it, then what keeps it off single lists. */
export function reasonsOff(measurement: Measurement, layers: AssessedLayers): string[] {
  const risk = DERIVED.rugRisk.of(measurement);
  const others = reasonsOffLists(gateInputsOf(measurement));
  if (risk === null || !isHidden(risk)) return others;
  const floors = foundOf(measurement, layers)
    .filter(({ floor }) => floor !== null && floor > HIDDEN_ABOVE_RISK)
    .sort((a, b) => (b.floor ?? 0) - (a.floor ?? 0));
  const why = floors.map(capitalFinding).join(', ');
  return [
    `${why === '' ? 'Its risk' : why}: risk ${Math.round(risk)} of 100, hidden above ${HIDDEN_ABOVE_RISK}`,
    ...others,
  ];
}

const capitalFinding = (finding: Parameters<typeof wordsOfFinding>[0]): string =>
  capital(wordsOfFinding(finding));
