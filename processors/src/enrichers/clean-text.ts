/** Texts of others, as the journal takes them. */
import { EXTERNAL_TEXT_MOST } from '@cryptonite/contracts/events';

/**
 * NUL, what turns the direction of the text around it (UAX #9), and halves of surrogate pairs. Everything else stays as its
 * author wrote it: who shows it cleans it for the screen.
 */
const HARMFUL = /[\0\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu;

export function cleanText(text: string): string {
  // Cut first: a text may be long, and a pair that the cut halves goes with the rest.
  return text.slice(0, EXTERNAL_TEXT_MOST).replaceAll(HARMFUL, '');
}
