import { ProblemError } from '../../platform/http/problem.js';
import { type Cursor, readCursor } from '../screening/view/cursor.js';

/** The cursor of a request; null without one. Throws a 400 for a text that no answer gave. */
export function askedCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const cursor = readCursor(text);
  if (!cursor)
    throw new ProblemError(
      'bad_request',
      'cursor: not one that nextCursor gave. Leave it out to begin with the newest.',
    );
  return cursor;
}
