import { createRequire } from 'node:module';
import type { Idl } from '@coral-xyz/anchor';
import { type Address, address, addressBytes } from './addresses.js';

// The packages' ESM builds do not load under Node (they name exports of a CommonJS module); their CommonJS builds do.
const require = createRequire(import.meta.url);
const { pumpIdl } = require('@pump-fun/pump-sdk') as { pumpIdl: Idl };
const { pumpAmmJson } = require('@pump-fun/pump-swap-sdk') as { pumpAmmJson: Idl };

export { pumpAmmJson as PUMP_SWAP_IDL, pumpIdl as PUMP_IDL };

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

/** Encodes instructions and events of one program as its IDL describes them, in Borsh. */
export class IdlEncoder {
  readonly #idl: Idl;
  readonly #out = Buffer.alloc(4_096);
  #at = 0;

  constructor(idl: Idl) {
    this.#idl = idl;
  }

  /** Instruction data: discriminator and arguments. Throws where a value is missing. */
  instruction(name: string, args: Fields): Buffer {
    const { discriminator, args: fields } = this.#instruction(name);
    return this.#encode(discriminator, fields, args);
  }

  /** Event payload: discriminator and fields. */
  event(name: string, fields: Fields): Buffer {
    const event = this.#idl.events?.find((candidate) => candidate.name === name);
    const type = this.#idl.types?.find((candidate) => candidate.name === name)?.type;
    if (!event || type?.kind !== 'struct') throw new Error(`the IDL has no event ${name}`);
    return this.#encode(event.discriminator, type.fields ?? [], fields);
  }

  /** The accounts an instruction takes, in order. */
  accounts(name: string): AccountSlot[] {
    return this.#instruction(name).accounts.map((account) => {
      if ('accounts' in account) throw new Error(`${name} takes grouped accounts`);
      const { writable = false, signer = false, address: fixed } = account;
      return { name: account.name, writable, signer, address: fixed ? address(fixed) : undefined };
    });
  }

  #instruction(name: string): Idl['instructions'][number] {
    const instruction = this.#idl.instructions.find((candidate) => candidate.name === name);
    if (!instruction) throw new Error(`the IDL has no instruction ${name}`);
    return instruction;
  }

  #encode(discriminator: readonly number[], fields: readonly unknown[], values: Fields): Buffer {
    this.#out.set(discriminator);
    this.#at = discriminator.length;
    this.#writeFields(fields, values);
    return Buffer.from(this.#out.subarray(0, this.#at));
  }

  /** IDL fields are `{name, type}` in structs and bare types in tuples. */
  #writeFields(fields: readonly unknown[], values: Value): void {
    fields.forEach((field, position) => {
      const named = typeof field === 'object' && field !== null && 'name' in field && 'type' in field;
      const key = named ? String(field.name) : position;
      const value = (values as Record<string | number, Value | undefined>)[key];
      if (value === undefined) throw new Error(`no value for the field ${key}`);
      this.#write((named ? field.type : field) as FieldType, value);
    });
  }

  #write(type: FieldType, value: Value): void {
    if (typeof type === 'object') {
      if ('vec' in type) {
        const items = value as readonly Value[];
        this.#at = this.#out.writeUInt32LE(items.length, this.#at);
        for (const item of items) this.#write(type.vec, item);
        return;
      }
      const defined = this.#idl.types?.find(({ name }) => name === type.defined.name)?.type;
      if (defined?.kind !== 'struct') throw new Error(`cannot encode the type ${type.defined.name}`);
      this.#writeFields(defined.fields ?? [], value);
      return;
    }
    switch (type) {
      case 'bool':
        this.#at = this.#out.writeUInt8(value ? 1 : 0, this.#at);
        return;
      case 'u8':
        this.#at = this.#out.writeUInt8(Number(value), this.#at);
        return;
      case 'u16':
        this.#at = this.#out.writeUInt16LE(Number(value), this.#at);
        return;
      case 'u64':
        this.#at = this.#out.writeBigUInt64LE(value as bigint, this.#at);
        return;
      case 'i64':
        this.#at = this.#out.writeBigInt64LE(value as bigint, this.#at);
        return;
      case 'i128':
        this.#at = this.#out.writeBigUInt64LE(BigInt.asUintN(64, value as bigint), this.#at);
        this.#at = this.#out.writeBigInt64LE((value as bigint) >> 64n, this.#at);
        return;
      case 'string': {
        const length = this.#out.write(value as string, this.#at + 4, 'utf8');
        this.#out.writeUInt32LE(length, this.#at);
        this.#at += 4 + length;
        return;
      }
      case 'pubkey':
        this.#at += addressBytes(value as Address).copy(this.#out, this.#at);
        return;
    }
  }
}
