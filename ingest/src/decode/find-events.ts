import { DISCRIMINATOR_BYTES, decodeEvent } from './events.js';
import type { Key } from './key.js';
import type { FoundEvents } from './located-event.js';
import { endsTooEarly, findLoggedEvents } from './logged-events.js';
import { PROGRAMS, type Program } from './programs.js';
import type { Instruction, Transaction } from './transaction.js';
import { unknownLayoutOf } from './unknown-layout.js';

// Anchor's tag for an event that a program hands to itself by CPI: sha256("anchor:event")[..8], as on the wire.
const EVENT_TAG_HIGH = 0xe445a52e;
const EVENT_TAG_LOW = 0x51cb9a1d;
const EVENT_TAG_BYTES = 8;

/**
 * The launchpad events of a transaction that succeeded, in order of execution. Programs emit each event twice, byte
 * for byte: the copy by self-CPI is taken, because it names its program and no log limit cuts it; logs are read only
 * for an outer instruction that ran a launchpad program and has no such copy.
 */
export function findEvents(transaction: Transaction): FoundEvents {
  const found: FoundEvents = { events: [], failures: [], unknownLayouts: [] };
  if (transaction.isFailed) return found;
  const programs = launchpadIndexes(transaction.keys);
  if (programs.size === 0) return found;

  // Records name only the outer instructions that made a call; one without any may have been stripped of them.
  const isStripped = transaction.inner.size === 0;
  const unexplained = new Set<number>();
  for (let instruction = 0; instruction < transaction.outer.length; instruction++) {
    const inner = transaction.inner.get(instruction);
    const before = found.events.length;
    const ran = inner ? readSelfCpis(transaction, programs, instruction, inner, found) : false;
    const mayHaveRun = ran || isStripped || programs.has(transaction.outer[instruction]!.programIndex);
    if (mayHaveRun && found.events.length === before) unexplained.add(instruction);
  }
  if (unexplained.size > 0) findLoggedEvents(transaction, unexplained, found);
  return found;
}

function launchpadIndexes(keys: readonly Key[]): Map<number, Program> {
  const indexes = new Map<number, Program>();
  for (let i = 0; i < keys.length; i++) {
    for (const program of PROGRAMS) if (keys[i]!.equals(program.key)) indexes.set(i, program);
  }
  return indexes;
}

/** Adds the events among one outer instruction's inner ones; true where one of these is a launchpad's at all. */
function readSelfCpis(
  transaction: Transaction,
  programs: ReadonlyMap<number, Program>,
  outerIndex: number,
  inner: readonly Instruction[],
  found: FoundEvents,
): boolean {
  let ran = false;
  for (let i = 0; i < inner.length; i++) {
    const carrier = inner[i]!;
    const program = programs.get(carrier.programIndex);
    if (program === undefined) continue;
    ran = true;
    if (!isSelfCpi(transaction, program, carrier)) continue;
    const { view, dataFrom, dataTo } = carrier;
    const at = dataFrom + EVENT_TAG_BYTES;
    if (dataTo - at < DISCRIMINATOR_BYTES) {
      found.failures.push(endsTooEarly(program.id));
      continue;
    }
    const event = decodeEvent(program.id, view, at, dataTo);
    if (event === null || event.restBytes > 0) {
      const unknown = unknownLayoutOf(event, program.id, outerIndex, view, at, dataTo);
      if (unknown !== null) found.unknownLayouts.push(unknown);
    }
    if (event === null) continue;
    const emitter = findEmitter(transaction.outer[outerIndex]!, inner, i);
    found.events.push({ event, instruction: outerIndex, inner: i + 1, emitter });
  }
  return ran;
}

/** Only the program itself can sign as its event authority, so nobody else can call it with this tag and that account. */
function isSelfCpi(transaction: Transaction, program: Program, carrier: Instruction): boolean {
  const { view, dataFrom, dataTo } = carrier;
  if (dataTo - dataFrom < EVENT_TAG_BYTES) return false;
  if (view.getUint32(dataFrom) !== EVENT_TAG_HIGH || view.getUint32(dataFrom + 4) !== EVENT_TAG_LOW)
    return false;
  return transaction.key(carrier.accountIndex(0))?.equals(program.eventAuthority) ?? false;
}

/**
 * The instruction that made the self-CPI at `at`: the nearest before it one level up, or, in records without stack
 * heights, the nearest of the same program that carries no event. Null where neither is of the same program.
 */
function findEmitter(outer: Instruction, inner: readonly Instruction[], at: number): Instruction | null {
  const carrier = inner[at]!;
  for (let i = at - 1; i >= -1; i--) {
    const candidate = inner[i] ?? outer;
    if (carrier.stackHeight !== null && candidate.stackHeight !== null) {
      if (candidate.stackHeight !== carrier.stackHeight - 1) continue;
      return candidate.programIndex === carrier.programIndex ? candidate : null;
    }
    if (candidate.programIndex === carrier.programIndex && !carriesEvent(candidate)) return candidate;
  }
  return null;
}

const carriesEvent = ({ view, dataFrom, dataTo }: Instruction): boolean =>
  dataTo - dataFrom >= EVENT_TAG_BYTES && view.getUint32(dataFrom) === EVENT_TAG_HIGH;
