import { type Address, ASSOCIATED_TOKEN, COMPUTE_BUDGET, SYSTEM, TOKEN } from './addresses.js';
import type { AccountSlot, Fields, IdlEncoder } from './borsh.js';

/** Why a program refused. */
export interface Failure {
  /** The program's own error code; null: the compute units ran out. */
  code: number | null;
  /** The whole log line in which the program says so, if it does. */
  log?: string;
}

export interface AccountRef {
  key: Address;
  writable: boolean;
  signer: boolean;
}

/** One instruction with those it invokes; a transaction is a list of them. */
export interface Call {
  program: Address;
  accounts: readonly AccountRef[];
  data: Buffer;
  /** What the program logs when it starts, such as `Instruction: Buy`. */
  log?: string;
  children: readonly Call[];
  /** The payload, where this call is a program telling itself an event. */
  event?: Buffer;
  /** Compute units of its own, where they are not the usual ones of its program. */
  units?: number;
  /** Why the program refused; nothing after it is executed. */
  failure?: Failure;
}

/** What a transaction pays for its place beside its signatures. */
export interface Priority {
  /** The limit asked for; what is paid does not depend on what is used. */
  computeUnits: number;
  microLamportsPerUnit: bigint;
  /** Lamports for a block builder, sent by a last instruction; 0 for none. */
  tipLamports: bigint;
}

/** Where and when a transaction lands. */
export interface Place {
  /** Left out: 200,000 units at 0.1 lamports. */
  priority?: Priority;
  slot: number;
  index: number;
  timeS: number;
  sentAtMs: number;
  recentBlockhash: Buffer;
  label: string;
}

/** A trade's instructions in order, and which of them is the trade itself. */
export interface TradeCalls {
  calls: Call[];
  instruction: Call;
  /** Tokens that the trader gets or gives. */
  tokens: bigint;
  /** What the trader pays or receives in all, in units of the quote. */
  userQuote: bigint;
}

/**
 * By which of a program's instructions a trade is asked for: the oldest; those that name the quote's accounts, `_v2` of
 * the curve; or those that leave fees where the trade is, `_v3` of the curve and `_v2` of the pool.
 */
export type TradeStyle = 'oldest' | 'quoted' | 'keeping';

/** What a trader asks for. */
export interface TradeOrder {
  /** Tokens to buy or to sell. */
  tokens: bigint;
  /** Buys what exactly so much pays for, fees included, instead of `tokens`. */
  spends?: bigint;
  style?: TradeStyle;
}

export const reading = (key: Address): AccountRef => ({ key, writable: false, signer: false });
export const writing = (key: Address): AccountRef => ({ key, writable: true, signer: false });
export const signing = (key: Address): AccountRef => ({ key, writable: true, signer: true });

/** First eight bytes of the instruction by which Anchor programs emit events to themselves. */
const EVENT_INSTRUCTION = Buffer.from('e445a52e51cb9a1d', 'hex');

const EVENT_UNITS = 2_027;

/** The call by which a program tells itself something: Anchor's events. */
export const selfCall = (program: Address, authority: Address, payload: Buffer): Call => ({
  program,
  accounts: [reading(authority)],
  data: Buffer.concat([EVENT_INSTRUCTION, payload]),
  children: [],
  units: EVENT_UNITS,
});

const pascalCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

interface InstructionShape {
  slots: AccountSlot[];
  log: string;
}

/** Builds calls of one Anchor program from its IDL. */
export class AnchorProgram {
  readonly id: Address;
  readonly #encoder: IdlEncoder;
  readonly #eventAuthority: Address;
  readonly #eventAccounts: readonly AccountRef[];
  readonly #shapes = new Map<string, InstructionShape>();

  constructor(id: Address, encoder: IdlEncoder, eventAuthority: Address) {
    this.id = id;
    this.#encoder = encoder;
    this.#eventAuthority = eventAuthority;
    this.#eventAccounts = [reading(eventAuthority)];
  }

  /**
   * Accounts are given by the IDL's names; those with a fixed address, the program and its authority are known.
   * `remaining` follow those that the IDL names.
   */
  call(
    name: string,
    accounts: Readonly<Record<string, Address>>,
    args: Fields,
    children: readonly Call[] = [],
    remaining: readonly AccountRef[] = [],
  ): Call {
    const { slots, log } = this.#shapeOf(name);
    const refs = slots.map(({ name: slot, writable, signer, address: fixed }) => {
      const key = fixed ?? accounts[slot] ?? this.#own(slot);
      if (key === undefined) throw new Error(`${name} needs the account ${slot}`);
      return { key, writable, signer };
    });
    return {
      program: this.id,
      accounts: remaining.length === 0 ? refs : [...refs, ...remaining],
      data: this.#encoder.instruction(name, args),
      log,
      children,
    };
  }

  #own(slot: string): Address | undefined {
    if (slot === 'program') return this.id;
    return slot === 'event_authority' ? this.#eventAuthority : undefined;
  }

  #shapeOf(name: string): InstructionShape {
    let shape = this.#shapes.get(name);
    if (!shape) {
      shape = { slots: this.#encoder.accounts(name), log: `Instruction: ${pascalCase(name)}` };
      this.#shapes.set(name, shape);
    }
    return shape;
  }

  /** The call by which the program tells itself an event. */
  emit(name: string, fields: Fields): Call {
    const data = this.#encoder.event(name, fields, EVENT_INSTRUCTION.length);
    data.set(EVENT_INSTRUCTION);
    const event = data.subarray(EVENT_INSTRUCTION.length);
    return {
      program: this.id,
      accounts: this.#eventAccounts,
      data,
      children: [],
      event,
      units: EVENT_UNITS,
    };
  }
}

export const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};

const simple = (program: Address, accounts: readonly AccountRef[], data: Buffer, log?: string): Call => ({
  program,
  accounts,
  data,
  children: [],
  ...(log === undefined ? {} : { log }),
});

export function setComputeUnitLimit(units: number): Call {
  const data = Buffer.alloc(5);
  data.writeUInt8(2);
  data.writeUInt32LE(units, 1);
  return simple(COMPUTE_BUDGET, [], data);
}

export const setComputeUnitPrice = (microLamports: bigint): Call =>
  simple(COMPUTE_BUDGET, [], Buffer.concat([Buffer.of(3), u64(microLamports)]));

export const transferLamports = (from: Address, to: Address, lamports: bigint): Call =>
  simple(SYSTEM, [signing(from), writing(to)], Buffer.concat([Buffer.of(2, 0, 0, 0), u64(lamports)]));

export interface TokenTransfer {
  program: Address;
  source: Address;
  mint: Address;
  destination: Address;
  authority: Address;
  amount: bigint;
  decimals: number;
}

export const transferTokens = (transfer: TokenTransfer): Call =>
  simple(
    transfer.program,
    [
      writing(transfer.source),
      reading(transfer.mint),
      writing(transfer.destination),
      { key: transfer.authority, writable: false, signer: true },
    ],
    Buffer.concat([Buffer.of(12), u64(transfer.amount), Buffer.of(transfer.decimals)]),
    'Instruction: TransferChecked',
  );

/** The older transfer, which names neither the mint nor its decimals. */
export const transferUnchecked = ({
  program,
  source,
  destination,
  authority,
  amount,
}: Omit<TokenTransfer, 'mint' | 'decimals'>): Call =>
  simple(
    program,
    [writing(source), writing(destination), { key: authority, writable: false, signer: true }],
    Buffer.concat([Buffer.of(3), u64(amount)]),
    'Instruction: Transfer',
  );

export const mintTokens = (
  program: Address,
  mint: Address,
  to: Address,
  authority: Address,
  amount: bigint,
): Call =>
  simple(
    program,
    [writing(mint), writing(to), reading(authority)],
    Buffer.concat([Buffer.of(7), u64(amount)]),
    'Instruction: MintTo',
  );

export const burnTokens = (
  program: Address,
  source: Address,
  mint: Address,
  authority: Address,
  amount: bigint,
): Call =>
  simple(
    program,
    [writing(source), writing(mint), { key: authority, writable: false, signer: true }],
    Buffer.concat([Buffer.of(8), u64(amount)]),
    'Instruction: Burn',
  );

export const closeTokenAccount = (program: Address, key: Address, owner: Address): Call =>
  simple(program, [writing(key), writing(owner), signing(owner)], Buffer.of(9), 'Instruction: CloseAccount');

export const syncNative = (key: Address): Call =>
  simple(TOKEN, [writing(key)], Buffer.of(17), 'Instruction: SyncNative');

/** CreateIdempotent of the associated token program. */
export const openTokenAccount = (
  payer: Address,
  key: Address,
  owner: Address,
  mint: Address,
  program: Address,
): Call =>
  simple(
    ASSOCIATED_TOKEN,
    [signing(payer), writing(key), reading(owner), reading(mint), reading(SYSTEM), reading(program)],
    Buffer.of(1),
    'CreateIdempotent',
  );
