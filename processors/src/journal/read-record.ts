/** Reads what a topic holds, or says why it cannot be read. */
import { decodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import { DamagedFrame } from '@cryptonite/contracts/frames';
import { z } from 'zod';

/** The value as `decode` reads it, or the reason, as a text, why it is none. */
export function readOr<Value>(value: Buffer | null, decode: (value: Buffer) => Value): Value | string {
  if (value === null) return 'has no value';
  try {
    return decode(value);
  } catch (error) {
    if (error instanceof DamagedFrame) return `not a whole frame: ${error.message}`;
    if (error instanceof SyntaxError) return `not JSON: ${error.message}`;
    if (error instanceof z.ZodError) return z.prettifyError(error);
    throw error;
  }
}

export const readJournalRecord = (value: Buffer | null): JournalRecord | string =>
  readOr(value, (bytes) => decodeJournalRecord(bytes.toString()));
