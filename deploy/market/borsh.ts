import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Idl } from '@coral-xyz/anchor';
import { type Address, address } from './addresses.js';
import { extendIdl, PUMP_ADDITIONS, PUMP_SWAP_ADDITIONS } from './idl-additions.js';
import type { Layout } from './layouts.js';

/** The IDL a launchpad's own package ships, as a file: the packages themselves bring a wallet's whole tool box with them. */
const idlOf = (name: string, file: string): Idl =>
  JSON.parse(
    readFileSync(join(dirname(createRequire(import.meta.url).resolve(name)), '../src/idl', file), 'utf8'),
  );

export const PUMP_IDL = extendIdl(idlOf('@pump-fun/pump-sdk', 'pump.json'), PUMP_ADDITIONS);
export const PUMP_SWAP_IDL = extendIdl(
  idlOf('@pump-fun/pump-swap-sdk', 'pump_amm.json'),
  PUMP_SWAP_ADDITIONS,
);

type FieldType =
  | 'bool'
  | 'u8'
  | 'u16'
  | 'u64'
  | 'i64'
  | 'i128'
  | 'string'
  | 'pubkey'
  | { vec: FieldType }
  | Defined;
interface Defined {
  defined: { name: string };
}

/** A value for an IDL type: integers over 32 bits as bigint, structs by their field names, tuples as arrays. */
export type Value =
  | bigint
  | number
  | boolean
  | string
  | readonly Value[]
  | { readonly [field: string]: Value };
export type Fields = { readonly [field: string]: Value };

/** An instruction's account as the IDL declares it. */
export interface AccountSlot {
  name: string;
  writable: boolean;
  signer: boolean;
  address: Address | undefined;
}

/** Writes one value at the encoder's place. */
type WriteValue = (out: Output, value: Value) => void;

interface Encoding {
  discriminator: readonly number[];
  /** Field names in struct order with how each is written. */
  fields: readonly { name: string | number; write: WriteValue }[];
  trailingBytes: number;
}

export type Shapes = Pick<Layout, 'events' | 'instructions'>;

function endAfter(fields: Encoding['fields'], through: string | undefined): Encoding['fields'] {
  if (through === undefined) return fields;
  const last = fields.findIndex(({ name }) => name === through);
  if (last < 0) throw new Error(`the IDL has no field ${through}`);
  return fields.slice(0, last + 1);
}

/** Where values are written; one for all, since nothing is encoded within the encoding of something else. */
class Output {
  readonly bytes = Buffer.alloc(8_192);
  readonly view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length);
  at = 0;
}
const output = new Output();

/** Encodes instructions and events of one program as its IDL describes them, in Borsh. */
export class IdlEncoder {
  readonly #idl: Idl;
  readonly #shapes: Shapes;
  readonly #events = new Map<string, Encoding>();
  readonly #instructions = new Map<string, Encoding>();

  /** `shapes` says what is shorter or longer than in the IDL. */
  constructor(idl: Idl, shapes: Shapes = { events: {}, instructions: {} }) {
    this.#idl = idl;
    this.#shapes = shapes;
  }

  /** Instruction data: discriminator and arguments. Throws where a value is missing. */
  instruction(name: string, args: Fields): Buffer {
    let encoding = this.#instructions.get(name);
    if (!encoding) {
      const { discriminator, args: fields } = this.#instruction(name);
      const { through } = this.#shapes.instructions[name] ?? {};
      encoding = { discriminator, fields: endAfter(this.#fields(fields), through), trailingBytes: 0 };
      this.#instructions.set(name, encoding);
    }
    return encode(encoding, args, 0);
  }

  /** Event payload, discriminator and fields, with so many free bytes before it. */
  event(name: string, values: Fields, headBytes = 0): Buffer {
    let encoding = this.#events.get(name);
    if (!encoding) {
      const event = this.#idl.events?.find((candidate) => candidate.name === name);
      const type = this.#idl.types?.find((candidate) => candidate.name === name)?.type;
      if (!event || type?.kind !== 'struct') throw new Error(`the IDL has no event ${name}`);
      const { through, trailingBytes = 0 } = this.#shapes.events[name] ?? {};
      const fields = endAfter(this.#fields(type.fields ?? []), through);
      encoding = { discriminator: event.discriminator, fields, trailingBytes };
      this.#events.set(name, encoding);
    }
    return encode(encoding, values, headBytes);
  }

  /** The accounts an instruction takes, in order. */
  accounts(name: string): AccountSlot[] {
    const slots = this.#instruction(name).accounts.map((account) => {
      if ('accounts' in account) throw new Error(`${name} takes grouped accounts`);
      const { writable = false, signer = false, address: fixed } = account;
      return { name: account.name, writable, signer, address: fixed ? address(fixed) : undefined };
    });
    const names = this.#shapes.instructions[name]?.accounts;
    return names ? names.map((wanted) => slots.find((slot) => slot.name === wanted)!) : slots;
  }

  #instruction(name: string): Idl['instructions'][number] {
    const instruction = this.#idl.instructions.find((candidate) => candidate.name === name);
    if (!instruction) throw new Error(`the IDL has no instruction ${name}`);
    return instruction;
  }

  /** IDL fields are `{name, type}` in structs and bare types in tuples. */
  #fields(fields: readonly unknown[]): Encoding['fields'] {
    return fields.map((field, position) => {
      const named = typeof field === 'object' && field !== null && 'name' in field && 'type' in field;
      const type = (named ? field.type : field) as FieldType;
      return { name: named ? String(field.name) : position, write: this.#writer(type) };
    });
  }

  #writer(type: FieldType): WriteValue {
    if (typeof type === 'string') return PRIMITIVES[type];
    if ('vec' in type) {
      const writeItem = this.#writer(type.vec);
      return (out, value) => {
        const items = value as readonly Value[];
        out.at = out.bytes.writeUInt32LE(items.length, out.at);
        for (const item of items) writeItem(out, item);
      };
    }
    const defined = this.#idl.types?.find(({ name }) => name === type.defined.name)?.type;
    if (defined?.kind !== 'struct') throw new Error(`cannot encode the type ${type.defined.name}`);
    const fields = this.#fields(defined.fields ?? []);
    return (out, value) => writeFields(out, fields, value as Fields);
  }
}

function encode(
  { discriminator, fields, trailingBytes }: Encoding,
  values: Fields,
  headBytes: number,
): Buffer {
  output.bytes.set(discriminator, headBytes);
  output.at = headBytes + discriminator.length;
  writeFields(output, fields, values);
  output.bytes.fill(0, output.at, output.at + trailingBytes);
  output.at += trailingBytes;
  return Buffer.from(output.bytes.subarray(0, output.at));
}

function writeFields(out: Output, fields: Encoding['fields'], values: Fields): void {
  for (const { name, write } of fields) {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for the field ${name}`);
    write(out, value);
  }
}

const PRIMITIVES: Readonly<Record<Extract<FieldType, string>, WriteValue>> = {
  bool(out, value) {
    out.bytes[out.at++] = value ? 1 : 0;
  },
  u8(out, value) {
    out.at = out.bytes.writeUInt8(Number(value), out.at);
  },
  u16(out, value) {
    out.at = out.bytes.writeUInt16LE(Number(value), out.at);
  },
  u64(out, value) {
    if ((value as bigint) < 0n || (value as bigint) >= 2n ** 64n) throw new RangeError(`${value} is no u64`);
    out.view.setBigUint64(out.at, value as bigint, true);
    out.at += 8;
  },
  i64(out, value) {
    out.view.setBigInt64(out.at, value as bigint, true);
    out.at += 8;
  },
  i128(out, value) {
    out.view.setBigUint64(out.at, BigInt.asUintN(64, value as bigint), true);
    out.view.setBigInt64(out.at + 8, (value as bigint) >> 64n, true);
    out.at += 16;
  },
  string(out, value) {
    const length = out.bytes.write(value as string, out.at + 4, 'utf8');
    out.bytes.writeUInt32LE(length, out.at);
    out.at += 4 + length;
  },
  pubkey(out, value) {
    const key = value as Address;
    for (let place = 0; place < 32; place++) out.bytes[out.at + place] = key.charCodeAt(place);
    out.at += 32;
  },
};
