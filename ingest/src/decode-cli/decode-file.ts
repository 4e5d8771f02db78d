import { readFile } from 'node:fs/promises';
import { Fact } from '@cryptonite/contracts/events';
import { z } from 'zod';
import { decodeEvent, type LaunchpadEvent } from '../decode/events.js';
import { PROGRAMS } from '../decode/programs.js';
import { readTransaction } from '../decode/transaction.js';
import { normaliseEvent, type TokenFact } from '../normalise/normalise-event.js';
import { normaliseLogs } from '../normalise/normalise-logs.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { Unreadable } from '../normalise/unreadable.js';
import { decodeTape } from '../tape/decode-tape.js';
import { encodeTransactionJson } from './rpc-json.js';

/** One printed event. A raw event stands nowhere on the chain: its signature and position are null. */
export type Line = {
  signature: string | null;
  position: string | null;
  kind: string;
  [field: string]: unknown;
};

export type DecodedFile = { lines: Line[]; remarks: string[] };

const File = z.looseObject({ slot: z.int().nullish(), blockTime: z.int().nullish() });
const Logs = z.object({
  signature: z.string(),
  slot: z.int().nonnegative(),
  err: z.unknown().optional(),
  logs: z.array(z.string()),
});
const LogsNotification = z.object({
  params: z.object({
    result: z.object({
      context: z.object({ slot: z.int().nonnegative() }),
      value: z.object({ signature: z.string(), err: z.unknown().optional(), logs: z.array(z.string()) }),
    }),
  }),
});
const RawEvent = z.object({ event: z.string(), base64: z.base64() });

/** Shapes that are data of the chain but hold no events: instructions, account states, transactions not yet run. */
const SILENT_KEYS = ['instruction', 'accounts', 'base64'];

/** Decodes one file of any known shape. Throws with the reason where it cannot be read. */
export async function decodeFile(path: string): Promise<DecodedFile> {
  if (path.endsWith('.tape')) {
    const { records, failures } = await decodeTape(path);
    return {
      lines: records.flatMap((record) => record.facts.map((fact) => lineOf(fact, record.signature))),
      remarks: failures.map(({ signature, reason }) => `${signature}: ${reason}`),
    };
  }
  const json = File.parse(JSON.parse(await readFile(path, 'utf8')));
  const notification = LogsNotification.safeParse(json);
  if (notification.success) {
    const { context, value } = notification.data.params.result;
    return decodeLogs({ ...value, slot: context.slot });
  }
  if ('logs' in json) return decodeLogs(Logs.parse(json));
  if ('event' in json) return decodeRawEvent(RawEvent.parse(json));
  const transaction = json.tx ?? json.result ?? ('transaction' in json ? json : undefined);
  if (transaction !== undefined) return decodeTransaction(transaction, json);
  if (SILENT_KEYS.some((key) => key in json)) return { lines: [], remarks: [] };
  throw new Error('is neither a transaction, logs, an event, an instruction, an account nor a tape');
}

function decodeTransaction(json: unknown, around: z.infer<typeof File>): DecodedFile {
  const { body, blockTimeMs } = encodeTransactionJson(json, around);
  const transaction = readTransaction(new DataView(body.buffer, body.byteOffset, body.byteLength));
  if (transaction === null) return { lines: [], remarks: [] };
  const source = { kind: 'provider' as const, name: 'file' };
  const { records, failures } = normaliseTransaction(transaction, blockTimeMs, source);
  const facts = records.flatMap((record) => record.facts).sort(byPosition);
  return { lines: facts.map((fact) => lineOf(fact, transaction.signature)), remarks: failures };
}

const byPosition = (a: Fact, b: Fact): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : 0;

function decodeLogs({ err, ...rest }: z.infer<typeof Logs>): DecodedFile {
  const { facts, failures } = normaliseLogs({ ...rest, isFailed: err != null });
  return { lines: facts.map((fact) => lineOf(fact, rest.signature)), remarks: failures };
}

function decodeRawEvent({ event: name, base64 }: z.infer<typeof RawEvent>): DecodedFile {
  const event = readRawEvent(Buffer.from(base64, 'base64'));
  if (event === null)
    return { lines: [], remarks: [`this ${name} is not in a layout of pump.fun or PumpSwap`] };
  try {
    const fact = normaliseEvent({ event, instruction: 0, inner: 0, emitter: null }, NOWHERE);
    return { lines: fact === null ? [] : [{ ...lineOf(fact, null), position: null }], remarks: [] };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { lines: [], remarks: [`${event.name}: ${error.message}`] };
  }
}

const NOWHERE = {
  slot: 0,
  transactionIndex: 0,
  signature: '',
  feePayer: null,
  blockTimeMs: null,
  transaction: null,
  before: [],
  after: [],
};

/**
 * A payload whose program is not known. Other programs use the same discriminators, so it must fit a layout exactly:
 * end where a field ends, or hold them all. Null where it fits none.
 */
export function readRawEvent(bytes: Uint8Array): LaunchpadEvent | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { id } of PROGRAMS) {
    const event = decodeEvent(id, view, 0, bytes.byteLength);
    if (event === null) continue;
    const isComplete = Object.values(event.fields).at(-1) !== undefined;
    if (isComplete || event.restBytes === 0) return event;
  }
  return null;
}

function lineOf(fact: TokenFact | Fact, signature: string | null): Line {
  const { id: _, position, kind, ...fields } = z.encode(Fact, fact);
  return { signature, position, kind, ...fields };
}
