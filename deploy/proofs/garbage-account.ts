/** What became of every piece of garbage, by the dead letters and the journal. */
import type { DeadLetter } from '@cryptonite/contracts/events';
import { FAR_SLOT, lastSlot, played, slotOf } from './garbage-chain.js';
import type { Piece } from './garbage-pieces.js';
import { note } from './garbage-table.js';
import { passedByBecause, signatureOf } from './passed-by.js';

/** A letter holds a whole update, the transaction in one, or the beginning of what was too long. */
const isFrom = (letter: Buffer, bytes: Buffer): boolean =>
  letter.equals(bytes) || (letter.length >= 8 && bytes.includes(letter));

/** Holds every piece against the dead letters and the journal. */
export function accountFor(
  pieces: readonly Piece[],
  letters: readonly DeadLetter[],
  signatures: ReadonlySet<string>,
): void {
  const own = letters
    .filter(({ service }) => service === 'ingest')
    .map(({ bytes, reason, origin }) => ({ bytes: Buffer.from(bytes, 'base64'), reason, origin }));
  const bad = own.filter(
    ({ reason, origin }) => reason === '' || !/^(stream after slot (\d+|none)|\d+)/.test(origin),
  );
  note(
    'dead letters of ingest',
    'each with reason and place',
    `${own.length - bad.length} of ${own.length}`,
    bad.length === 0,
  );
  const seenOf = ({ bytes }: Piece): string => {
    const signature = signatureOf(bytes);
    if (bytes.length > 0 && own.some((letter) => isFrom(letter.bytes, bytes))) return 'dead letter';
    if (signature !== null && own.some(({ origin }) => origin.includes(signature))) return 'dead letter';
    if (signature !== null && signatures.has(signature)) return 'facts';
    const reason = passedByBecause(bytes, lastSlot);
    return reason === null ? 'LOST' : `passed by: ${reason}`;
  };
  const byGroup = new Map<string, Map<string, number>>();
  const wrong = new Set<string>();
  for (const piece of pieces) {
    const seen = seenOf(piece);
    const counts = byGroup.get(piece.group) ?? new Map<string, number>();
    counts.set(seen, (counts.get(seen) ?? 0) + 1);
    byGroup.set(piece.group, counts);
    // A letter may stand beside facts: what can be read of a transaction is told.
    const isRight = piece.expected === null ? seen !== 'LOST' : seen.startsWith(piece.expected);
    if (!isRight) wrong.add(piece.group);
    if (seen === 'LOST' && piece.expected === null) console.error(`lost: ${piece.bytes.toString('base64')}`);
  }
  const expectedOf = new Map(pieces.map(({ group, expected }) => [group, expected ?? 'none lost']));
  for (const [group, counts] of byGroup) {
    const seen = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    note(group, expectedOf.get(group) ?? '', seen, !wrong.has(group));
  }
  const refused = (origin: string, text: RegExp) =>
    own.some((letter) => letter.origin === origin && text.test(letter.reason));
  for (const [what, origin] of [
    ['a slot far ahead', String(FAR_SLOT)],
    ['a block time in the year 2100', String(slotOf(played[11]!))],
  ] as const)
    note(
      what,
      'dead letter',
      refused(origin, /out of step/) ? 'dead letter' : 'none',
      refused(origin, /out of step/),
    );
  const backwards = [slotOf(played[8]!) - 20, slotOf(played[4]!)];
  const told = own.filter(({ origin }) => backwards.some((slot) => origin === String(slot)));
  note('slots that go backwards', 'passed by', `${told.length} dead letters`, told.length === 0);
}
