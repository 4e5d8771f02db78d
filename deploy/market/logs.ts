import {
  type Address,
  ASSOCIATED_TOKEN,
  COMPUTE_BUDGET,
  PUMP,
  PUMP_SWAP,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  toBase58,
} from './addresses.js';
import type { Call, Failure } from './call.js';
import { lengthTag, WireWriter } from './wire-writer.js';

/** Native programs: the runtime charges them a flat 150 units and does not log how many they used. */
const NATIVE = new Set([COMPUTE_BUDGET, SYSTEM]);
const NATIVE_UNITS = 150;

/** About what mainnet's transactions of 2026 log for a call of each program, without the calls it makes. */
const OWN_UNITS = new Map<Address, number>([
  [TOKEN, 4_736],
  [TOKEN_2022, 2_475],
  [ASSOCIATED_TOKEN, 14_315],
  [PUMP, 31_204],
  [PUMP_SWAP, 47_880],
]);
const ROUTER_UNITS = 11_350;

/** `TransactionStatusMeta.log_messages`. */
const LOG_TAG = lengthTag(6);
const line = new WireWriter();

/** A log line that comes again and again, as the field it is on the wire. */
function encodeLine(text: string): Buffer {
  line.reset();
  line.text(LOG_TAG, text);
  return line.finish();
}

interface ProgramLines {
  name: string;
  /** By stack height. */
  invoke: Buffer[];
  success: Buffer;
}

const programLines = new Map<Address, ProgramLines>();
const startLines = new Map<string, Buffer>();

const DEEPEST_CALL = 5;

function linesOf(program: Address): ProgramLines {
  let lines = programLines.get(program);
  if (!lines) {
    const name = toBase58(program);
    const heights = Array.from({ length: DEEPEST_CALL + 1 }, (_, height) => height);
    lines = {
      name,
      invoke: heights.map((height) => encodeLine(`Program ${name} invoke [${height}]`)),
      success: encodeLine(`Program ${name} success`),
    };
    programLines.set(program, lines);
  }
  return lines;
}

function startLine(text: string): Buffer {
  let encoded = startLines.get(text);
  if (!encoded) {
    encoded = encodeLine(`Program log: ${text}`);
    startLines.set(text, encoded);
  }
  return encoded;
}

function unitsOf({ program, units }: Call): number {
  if (NATIVE.has(program)) return NATIVE_UNITS;
  return units ?? OWN_UNITS.get(program) ?? ROUTER_UNITS;
}

const describe = ({ code }: Failure): string =>
  code === null ? 'exceeded CUs meter at BPF instruction' : `custom program error: 0x${code.toString(16)}`;

/**
 * Logs as the runtime writes them: the stack of invocations, program logs, events, what was consumed, results. Lines
 * come as text or as encoded `log_messages` fields. The last of the calls may have failed.
 */
export function writeLogs(
  calls: readonly Call[],
  limitUnits: number,
): { lines: (string | Buffer)[]; unitsConsumed: number } {
  const lines: (string | Buffer)[] = [];
  let left = limitUnits;
  const run = (call: Call, height: number): Failure | undefined => {
    const { name, invoke, success } = linesOf(call.program);
    if (call.event) lines.push(`Program data: ${call.event.toString('base64')}`);
    lines.push(invoke[height]!);
    if (call.log) lines.push(startLine(call.log));
    const before = left;
    left = Math.max(0, left - unitsOf(call));
    let failure: Failure | undefined;
    for (const child of call.children) {
      failure = run(child, height + 1);
      if (failure) break;
    }
    if (call.failure) {
      failure = call.failure;
      if (failure.log) lines.push(failure.log);
      if (failure.code === null) left = 0;
    }
    if (!NATIVE.has(call.program)) {
      lines.push(`Program ${name} consumed ${before - left} of ${before} compute units`);
    }
    lines.push(failure ? `Program ${name} failed: ${describe(failure)}` : success);
    return failure;
  };
  for (const call of calls) run(call, 1);
  return { lines, unitsConsumed: limitUnits - left };
}
