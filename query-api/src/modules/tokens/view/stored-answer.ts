/** Rows of what services around the chain said of a token, and the words that sentences about them share. */
import type { WorldAnswer } from '@cryptonite/contracts/api';
import { ASKED, type Asked } from '@cryptonite/contracts/asks';
import { z } from 'zod';
import type { ShownToken } from '../../screening/view/screened-token.js';
import { COLUMNS } from '../world-answers.sql.js';

export type Said = Readonly<Record<string, string | null>>;

/** A row of ANSWERS: its columns by their names, as text. Times are UTC. */
export type StoredAnswer = NonNullable<WorldAnswer['answer']> & { what: Asked; time: number; said: Said };

const Row = z.tuple([
  z.enum(ASKED),
  z.string(),
  z.string(),
  z.number(),
  z.string(),
  z.array(z.string().nullable()),
]);

export function storedAnswerOf(row: unknown): StoredAnswer {
  const [what, id, position, time, by, values] = Row.parse(row);
  const said = Object.fromEntries(COLUMNS[what].columns.map((name, place) => [name, values[place] ?? null]));
  // Ids of answers that are given again and again end with the time of the ask.
  const askedAt = /:(\d+)$/.exec(id)?.[1] ?? null;
  return { what, id, position, time, askedAt: askedAt === null ? null : Number(askedAt), by, said };
}

/** Of whom it is told. */
export type Told = Pick<ShownToken, 'described' | 'measurement'>;

export type Context = Told & {
  /** All rows of the kind, the newest first. */
  rows: readonly StoredAnswer[];
  /** The document that was read last; null where none is stored. */
  document: Said | null;
};

/** A text that somebody else wrote may be long. */
const MOST = 200;
export const short = (text: string | null | undefined): string =>
  text == null ? 'nothing' : text.length > MOST ? `${text.slice(0, MOST)}…` : text;

/** As answers write times. */
export const utc = (ms: number): string =>
  `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

export const droppedSentence = (what: string): string =>
  `Asked about ${what}, which its document does not name any more: it is asked anew.`;
