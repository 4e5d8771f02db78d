/** What could not be read, for the topic `dead-letters`. */
import type { DeadLetter } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { OutputRecord } from './outputs.js';

const MAX_BYTES = 256 * 1024;
const MAX_REASON = 2_000;

export function deadLetterOf(
  service: string,
  reason: string,
  origin: string,
  value: Buffer | null,
): DeadLetter {
  const bytes = value ?? Buffer.alloc(0);
  return {
    v: 1,
    service,
    reason: reason.slice(0, MAX_REASON),
    origin,
    bytes: bytes.subarray(0, MAX_BYTES).toString('base64'),
    isCut: bytes.length > MAX_BYTES,
  };
}

export const outputOfLetter = (letter: DeadLetter): OutputRecord => ({
  topic: TOPICS.deadLetters.name,
  partition: 0,
  key: null,
  value: JSON.stringify(letter),
  timestamp: null,
});
