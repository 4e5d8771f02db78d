import { DISCRIMINATOR_BYTES, decodeEvent, type LaunchpadEvent } from './events.js';
import type { FoundEvents, LocatedEvent } from './located-event.js';
import { PROGRAMS, type Program } from './programs.js';
import type { Transaction } from './transaction.js';
import { type UnknownLayout, unknownLayoutOf } from './unknown-layout.js';

const INVOKE = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) invoke \[(\d+)\]$/;
const END = /^Program ([1-9A-HJ-NP-Za-km-z]{32,44}) (success$|failed)/;
const DATA = 'Program data: ';
const TRUNCATED = 'Log truncated';

const PROGRAM_OF = new Map(PROGRAMS.map((program) => [program.address, program]));

/** One running program. A program's own events wait in `logged` until the self-CPIs that repeat them are seen. */
type Frame = {
  address: string;
  program: Program | undefined;
  /** How many inner instructions of the outer one started before this one, itself included; 0 for the outer one. */
  inner: number;
  logged: { event: LaunchpadEvent; standsAt: number }[];
  selfCpis: number[];
};

export const endsTooEarly = (program: Program['id']): string =>
  `${program} event ends within its discriminator`;

export type LoggedEvent = Omit<LocatedEvent, 'emitter'> & { emitterInner: number };

export type LoggedEvents = {
  events: LoggedEvent[];
  isTruncated: boolean;
  failures: string[];
  unknownLayouts: UnknownLayout[];
};

/**
 * The launchpad events in a transaction's log messages. `Program data:` counts only while the launchpad itself runs:
 * other programs log under the same discriminators. `outerPrograms`, where the message is at hand, puts the numbers
 * of outer instructions right: precompiled programs run without a log line.
 */
export function readLoggedEvents(
  logs: readonly string[],
  outerPrograms: readonly string[] | null,
): LoggedEvents {
  const found: LoggedEvents = { events: [], isTruncated: false, failures: [], unknownLayouts: [] };
  const stack: Frame[] = [];
  let instruction = -1;
  let innerCount = 0;

  const close = (): void => {
    const frame = stack.pop();
    if (frame) found.events.push(...placeEvents(frame, instruction));
  };

  for (const line of logs) {
    if (line === TRUNCATED) {
      found.isTruncated = true;
      break;
    }
    const invoked = INVOKE.exec(line);
    if (invoked) {
      const address = invoked[1]!;
      const depth = Number(invoked[2]);
      // A log may claim depth 0, which no stack gets down to.
      while (stack.length >= Math.max(depth, 1)) close();
      if (depth === 1) {
        instruction = nextOuter(outerPrograms, instruction, address);
        innerCount = 0;
      } else {
        innerCount++;
        const parent = stack.at(-1);
        if (parent?.address === address) parent.selfCpis.push(innerCount);
      }
      stack.push({ address, program: PROGRAM_OF.get(address), inner: innerCount, logged: [], selfCpis: [] });
    } else if (line.startsWith(DATA)) {
      const frame = stack.at(-1);
      if (!frame?.program) continue;
      const payload = readPayload(line.slice(DATA.length));
      if (payload === 'not base64') found.failures.push(`${frame.program.id} log holds no base64`);
      if (!(payload instanceof DataView)) continue;
      const { id } = frame.program;
      if (payload.byteLength < DISCRIMINATOR_BYTES) {
        found.failures.push(endsTooEarly(id));
        continue;
      }
      const event = decodeEvent(id, payload, 0, payload.byteLength);
      if (event !== null) frame.logged.push({ event, standsAt: innerCount + 1 });
      if (event === null || event.restBytes > 0) {
        const unknown = unknownLayoutOf(event, id, instruction, payload, 0, payload.byteLength);
        if (unknown !== null) found.unknownLayouts.push(unknown);
      }
    } else if (END.exec(line)?.[1] === stack.at(-1)?.address) close();
  }
  while (stack.length > 0) close();
  found.events.sort((a, b) => a.instruction - b.instruction || a.inner - b.inner);
  return found;
}

/** Adds the logged events of the outer instructions in `wanted` to `found`. */
export function findLoggedEvents(
  transaction: Transaction,
  wanted: ReadonlySet<number>,
  found: FoundEvents,
): void {
  const logs = transaction.logs();
  if (!logs.some((line) => line.startsWith(DATA) || line === TRUNCATED)) return;
  const outerPrograms = transaction.outer.map(({ programIndex }) => String(transaction.keys[programIndex]));
  const logged = readLoggedEvents(logs, outerPrograms);
  for (const { emitterInner, ...located } of logged.events) {
    if (!wanted.has(located.instruction)) continue;
    const inner = transaction.inner.get(located.instruction);
    const emitter = emitterInner === 0 ? transaction.outer[located.instruction] : inner?.[emitterInner - 1];
    found.events.push({ emitter: emitter ?? null, ...located });
  }
  found.events.sort((a, b) => a.instruction - b.instruction || a.inner - b.inner);
  // Of an instruction with self-CPIs these are the copies.
  const failed = new Set(found.failures);
  found.failures.push(...logged.failures.filter((failure) => !failed.has(failure)));
  const told = new Set(found.unknownLayouts.map(({ instruction }) => instruction));
  found.unknownLayouts.push(
    ...logged.unknownLayouts.filter(({ instruction }) => wanted.has(instruction) && !told.has(instruction)),
  );
  // Instructions after the last one begun in the log, and the rest of that one, left no trace.
  if (logged.isTruncated && mayHideEvents(transaction, wanted))
    found.failures.push('the log is truncated and self-CPI data are missing');
}

/** Whether an instruction without events of its own may have emitted some that a cut log no longer shows. */
function mayHideEvents(transaction: Transaction, wanted: ReadonlySet<number>): boolean {
  return [...wanted].some((index) => !transaction.inner.has(index));
}

/**
 * The `k`th event a program logs is the `k`th it hands to itself: it gets that inner number, so that both copies have
 * one id. Where the program made no self-CPI, the event stands where the next inner instruction would.
 */
function placeEvents({ inner, logged, selfCpis }: Frame, instruction: number): LoggedEvent[] {
  const isPaired = selfCpis.length >= logged.length;
  return logged.map(({ event, standsAt }, k) => ({
    event,
    instruction,
    inner: isPaired ? selfCpis[k]! : standsAt + k,
    emitterInner: inner,
  }));
}

function nextOuter(programs: readonly string[] | null, last: number, address: string): number {
  const next = programs?.indexOf(address, last + 1) ?? -1;
  return next >= 0 ? next : last + 1;
}

function readPayload(text: string): DataView | null | 'not base64' {
  // Several chunks stand side by side, separated by spaces; an event is one.
  if (text.includes(' ')) return null;
  try {
    return new DataView(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
  } catch {
    return 'not base64';
  }
}
