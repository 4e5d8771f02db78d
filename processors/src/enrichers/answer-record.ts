/** An answer as the journal holds it. */
import type { Ask } from '@cryptonite/contracts/asks';
import { type Answer, answerPosition, type JournalRecord } from '@cryptonite/contracts/events';
import type { Said } from './provider.js';

/** Where the stream stands in a partition. */
export type Clock = { slot: number; time: number };

/** The time of the ask makes the id one of its own: two asks may be answered in one slot. */
export function answerRecord({ mint, source, time: askedAt }: Ask, said: Said, now: Clock): JournalRecord {
  const { slot, time } = now;
  const id = `${mint}:${slot}:${said.kind}:${askedAt}`;
  const answer: Answer = { ...said, id, position: answerPosition(slot), time, mint };
  return { v: 1, mint, slot, time, signature: null, feePayer: null, source, facts: [answer] };
}
