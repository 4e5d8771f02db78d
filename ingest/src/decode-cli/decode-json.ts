import { Fact } from '@cryptonite/contracts/events';
import { z } from 'zod';
import { decodeEvent, type LaunchpadEvent } from '../decode/events.js';
import { PROGRAMS } from '../decode/programs.js';
import { readTransaction, type Transaction } from '../decode/transaction.js';
import { type UnknownLayout, unknownLayoutOf } from '../decode/unknown-layout.js';
import { normaliseEvent, type TokenFact } from '../normalise/normalise-event.js';
import { normaliseLogs } from '../normalise/normalise-logs.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { Unreadable } from '../normalise/unreadable.js';
import { readBytesText } from '../rpc/json-values.js';
import { encodeTransactionJson, type Missing, type Place, placeOf } from '../rpc/transaction-json.js';
import { reasonOf } from './reason.js';
import { Sentences } from './sentences.js';

/** One printed event. Null is what nothing tells: of a raw event both, of a transaction without a slot its position. */
export type Line = {
  signature: string | null;
  position: string | null;
  kind: string;
  [field: string]: unknown;
};

export const ACCEPTED =
  'accepted are answers of getTransaction and getBlock, Yellowstone updates, log notifications and raw events, as JSON, as lists or JSON lines of these; and tapes, named .tape';

const NOTHING_EMITTED = 'only what took effect emits events';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const Logs = z.object({
  signature: z.string(),
  err: z.unknown().optional(),
  logs: z.array(z.string()).nullable(),
});
const RawEvent = z.object({ event: z.string(), base64: z.string() });
const RpcError = z.object({ code: z.unknown(), message: z.string() });

/** What a Yellowstone update may be about beside a transaction or a block. */
const OTHER_UPDATES = ['account', 'slot', 'transactionStatus', 'entry', 'blockMeta', 'ping', 'pong'];

/** Decodes the values of a file, of any known shapes, and gathers what is to be said of them. */
export class JsonDecoder {
  readonly lines: Line[] = [];
  readonly remarks = new Sentences();
  readonly errors = new Sentences();

  /** Unwraps `value`, which stands at `where` in the file, to what can be decoded. */
  decode(value: unknown, around: Place, where: string): void {
    try {
      this.#unwrap(value, around, where);
    } catch (error) {
      this.errors.add(where, reasonOf(error));
    }
  }

  #unwrap(value: unknown, around: Place, where: string): void {
    const into = (inner: unknown, place: Place, path: string) =>
      this.decode(inner, place, where === '' ? path : `${where}, ${path}`);
    if (Array.isArray(value)) {
      if (value.length === 0) this.remarks.add(where, 'is an empty list');
      if (typeof value[0] === 'string' && value.length === 2)
        throw new Error('is a transaction without its meta, which says what took effect');
      for (const [i, item] of value.entries()) into(item, around, `[${i}]`);
      return;
    }
    if (!isObject(value)) throw new Error(`is ${JSON.stringify(value)?.slice(0, 40)}: ${ACCEPTED}`);
    const json = value;
    const place = placeOf(json, around);

    if (isObject(json.error) && !('result' in json)) {
      const { code, message } = RpcError.parse(json.error);
      throw new Error(`the provider answered with error ${code}: ${message}`);
    }
    if (isObject(json.params) && 'result' in json.params) this.decode(json.params.result, place, where);
    else if (isObject(json.context) && 'value' in json)
      this.decode(json.value, placeOf(json.context, place), where);
    else if ('result' in json) {
      if (json.result === null) this.remarks.add(where, 'the provider knows no such transaction or block');
      else this.decode(json.result, place, where);
    } else if ('tx' in json) this.decode(json.tx, place, where);
    else if (isObject(json.updateOneof)) {
      for (const [kind, update] of Object.entries(json.updateOneof))
        this.decode({ filters: [], [kind[0]!.toLowerCase() + kind.slice(1)]: update }, place, where);
    } else if (isObject(json.block)) this.decode(json.block, place, where);
    else if (Array.isArray(json.transactions)) {
      if (place.slot === null) this.remarks.add(where, NO_SLOT);
      for (const [index, each] of json.transactions.entries())
        into(each, { ...place, index }, `transactions[${index}]`);
    } else if ('logs' in json) this.#decodeLogs(json, place, where);
    else if ('event' in json) this.#decodeRawEvent(json, where);
    else if (json.transaction != null) this.#decodeTransaction(json, place, where);
    else this.remarks.add(where, silenceOf(json));
  }

  #decodeTransaction(json: Json, around: Place, where: string): void {
    const { body, blockTimeMs, slot, missing } = encodeTransactionJson(json, around);
    const transaction = readTransaction(new DataView(body.buffer, body.byteOffset, body.byteLength));
    if (transaction === null) {
      this.remarks.add(where, `has no meta, which says what took effect`);
      return;
    }
    const { signature } = transaction;
    const at = where === '' ? '' : `${where}, ${signature}`;
    const source = { kind: 'provider' as const, name: 'file' };
    const { records, failures, unknownLayouts } = normaliseTransaction(transaction, blockTimeMs, source);
    const facts = records.flatMap((record) => record.facts).sort(byPosition);
    for (const fact of facts) {
      const line = lineOf(fact, signature);
      this.lines.push(slot === null ? { ...line, position: null } : line);
    }
    const lacks = lacksOf(transaction, missing, facts.length > 0);
    for (const remark of [...failures, ...unknownLayouts.map(layoutSentenceOf), ...lacks])
      this.remarks.add(at, remark);
    if (slot === null && facts.length > 0) this.remarks.add(at, NO_SLOT);
  }

  #decodeLogs(json: Json, { slot }: Place, where: string): void {
    const { signature, err, logs } = Logs.parse(json);
    if (logs === null || (logs.length === 0 && err == null)) {
      this.remarks.add(where, 'holds no log messages');
      return;
    }
    const { facts, failures, unknownLayouts } = normaliseLogs({
      signature,
      slot: slot ?? 0,
      isFailed: err != null,
      logs,
    });
    for (const fact of facts) {
      const line = lineOf(fact, signature);
      this.lines.push(slot === null ? { ...line, position: null } : line);
    }
    for (const remark of [...failures, ...unknownLayouts.map(layoutSentenceOf)])
      this.remarks.add(where, remark);
    if (slot === null && facts.length > 0) this.remarks.add(where, NO_SLOT);
  }

  #decodeRawEvent(json: Json, where: string): void {
    const { event: name, base64 } = RawEvent.parse(json);
    const bytes = readBytesText(base64, 'base64');
    const event = readRawEvent(bytes);
    if (event === null) {
      this.remarks.add(where, `this ${name} is not in a layout of pump.fun or PumpSwap`);
      return;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const unknown = unknownLayoutOf(event, event.program, 0, view, 0, bytes.byteLength);
    if (unknown !== null) this.remarks.add(where, layoutSentenceOf(unknown));
    try {
      // The first layouts tell no time: they are read as of long ago, and none is printed.
      const isTimed = 'timestamp' in event.fields && event.fields.timestamp !== undefined;
      const context = isTimed ? NOWHERE : { ...NOWHERE, blockTimeMs: 0 };
      const fact = normaliseEvent({ event, instruction: 0, inner: 0, emitter: null }, context);
      if (fact === null) return;
      const line = { ...lineOf(fact, null), position: null };
      this.lines.push(isTimed ? line : { ...line, time: null });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.remarks.add(where, `${event.name}: ${error.message}`);
    }
  }
}

const NO_SLOT =
  'nothing says its slot, so positions are null: {"slot": …, "result": …} around the answer would';

const TITLES = { pump: 'pump', pumpswap: 'PumpSwap' } as const;

/** Says of an event what `/api/health` does. */
export const layoutSentenceOf = ({ program, event, discriminator, payload }: UnknownLayout): string =>
  event === null
    ? `${TITLES[program]} emits an event that this version does not know (${discriminator}, ${payload.length} bytes)`
    : `${TITLES[program]} ${event} is longer than this version knows (${payload.length} bytes)`;

/** What the execution record would have to hold for its silence to mean that nothing happened. */
function lacksOf(transaction: Transaction, missing: ReadonlySet<Missing>, hasFacts: boolean): string[] {
  if (transaction.isFailed) return [];
  const lacks: string[] = [];
  if (missing.has('loaded addresses'))
    lacks.push(
      'its instructions name accounts that are not in it: the addresses from lookup tables are missing',
    );
  const names = transaction.keys.map(String);
  if (!PROGRAMS.some(({ address }) => names.includes(address))) return lacks;
  if (!hasFacts && transaction.inner.size === 0 && transaction.logs().length === 0)
    lacks.push('it was stripped: events stand in inner instructions and log messages, and both are missing');
  if (hasFacts && missing.has('token balances'))
    lacks.push('token balances are missing, so there is no BalanceChanged');
  return lacks;
}

/** Why data of the chain hold no events. Throws where they are of no known shape. */
function silenceOf(json: Json): string {
  if (Array.isArray(json.signatures)) return 'holds only signatures: ask for "transactionDetails": "full"';
  if ('transaction' in json) return 'holds no transaction';
  if ('instruction' in json) return `is an instruction: ${NOTHING_EMITTED}`;
  if ('accounts' in json || 'lamports' in json) return `is the state of accounts: ${NOTHING_EMITTED}`;
  if ('base64' in json) return `is a transaction that has not run: ${NOTHING_EMITTED}`;
  if ('blockhash' in json) return 'is a block without transactions: ask for "transactionDetails": "full"';
  const update = OTHER_UPDATES.find((kind) => 'filters' in json && json[kind] != null);
  if (update !== undefined) return `is a Yellowstone update of kind ${update}: ${NOTHING_EMITTED}`;
  const names = Object.keys(json).slice(0, 5).join(', ');
  throw new Error(`is an object of no known shape (${names || 'without fields'}): ${ACCEPTED}`);
}

const byPosition = (a: Fact, b: Fact): number =>
  a.position < b.position ? -1 : a.position > b.position ? 1 : 0;

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

export function lineOf(fact: TokenFact | Fact, signature: string | null): Line {
  const { id: _, position, kind, ...fields } = z.encode(Fact, fact);
  return { signature, position, kind, ...fields };
}
