/** Reads what a topic holds, or says why it cannot be read. */
import { decodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { z } from 'zod';

/** The value as `decode` reads it, or the reason, as a text, why it is none. */
export function readOr<Value>(value: Buffer | null, decode: (text: string) => Value): Value | string {
  if (value === null) return 'has no value';
  try {
    return decode(value.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return `not JSON: ${error.message}`;
    if (error instanceof z.ZodError) return z.prettifyError(error);
    throw error;
  }
}

export const readJournalRecord = (value: Buffer | null): JournalRecord | string =>
  readOr(value, decodeJournalRecord);
