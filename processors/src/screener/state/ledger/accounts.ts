import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import type { AccountState } from '@cryptonite/contracts/states';
import { AddressColumn, pack } from './addresses.js';
import { ANSWERED } from './marks.js';
import { mixed, OpenTable } from './open-table.js';
import { grown, NONE, Rows } from './rows.js';
import type { WalletKeys } from './wallet-keys.js';

const TRANSACTIONS_PER_SLOT = 1_000_000;
const INNER_PER_INSTRUCTION = 10_000;

/** A position in two numbers, in the order of the chain: exact up to slot 9 × 10^9, a century away. */
const highOf = (position: string): number =>
  Number(position.slice(0, 12)) * TRANSACTIONS_PER_SLOT + Number(position.slice(13, 19));
const lowOf = (position: string): number =>
  Number(position.slice(20, 23)) * INNER_PER_INSTRUCTION + Number(position.slice(24));

/** Answers stand behind all transactions of a slot, which no fact of the stream about an account does. */
const ANSWERED_AT = String(SLOT_END.transaction);
const isOfAnswer = (position: string): boolean => position.startsWith(ANSWERED_AT, 13);

/** Accounts of tokens, by the token's number and the account's address. */
export class Accounts extends Rows {
  amount = new BigUint64Array(0);
  /** Of whoever owns it, in {@link WalletKeys}; NONE where it is closed or not known. */
  owner = new Uint32Array(0);
  marks = new Uint8Array(0);
  #token = new Uint32Array(0);
  #high = new Float64Array(0);
  #low = new Uint32Array(0);
  readonly #addresses = new AddressColumn();
  readonly #keys: WalletKeys;
  readonly #table = new OpenTable({
    hashOf: (row) => mixed(this.#token[row]!, this.#addresses.hash(row)),
    isAt: (row, token) => this.#token[row] === token && this.#addresses.is(row),
  });

  constructor(keys: WalletKeys) {
    super();
    this.#keys = keys;
    this.grow(this.capacity);
  }

  find(token: number, account: string): number {
    return this.#table.find(mixed(token, pack(account)), token, 0);
  }

  /** Of an account that is not there yet: nobody's, with nothing in it, before every position. */
  add(token: number, account: string): number {
    const row = this.take();
    pack(account);
    this.#addresses.put(row);
    this.#token[row] = token;
    this.amount[row] = 0n;
    this.owner[row] = NONE;
    this.marks[row] = 0;
    this.#high[row] = -1;
    this.#low[row] = 0;
    this.#table.add(row);
    return row;
  }

  remove(row: number): void {
    this.#table.remove(row);
    if (this.owner[row] !== NONE) this.#keys.letGo(this.owner[row]!);
    this.give(row);
  }

  isBefore(row: number, position: string): boolean {
    const high = highOf(position);
    return high === this.#high[row] ? this.#low[row]! < lowOf(position) : this.#high[row]! < high;
  }

  isAnswered(row: number): boolean {
    return (this.marks[row]! & ANSWERED) !== 0;
  }

  slotOf(row: number): number {
    return Math.floor(this.#high[row]! / TRANSACTIONS_PER_SLOT);
  }

  /** Puts down what a newer fact says. */
  set(row: number, owner: string | null, amount: bigint, position: string): void {
    const before = this.owner[row]!;
    this.owner[row] = owner === null ? NONE : this.#keys.hold(owner);
    if (before !== NONE) this.#keys.letGo(before);
    this.amount[row] = amount;
    if (isOfAnswer(position)) this.marks[row]! |= ANSWERED;
    else this.marks[row]! &= ~ANSWERED;
    this.#high[row] = highOf(position);
    this.#low[row] = lowOf(position);
  }

  accountOf(row: number): string {
    return this.#addresses.text(row);
  }

  stateOf(row: number): AccountState {
    const owner = this.owner[row]!;
    const low = this.#low[row]!;
    return {
      account: this.accountOf(row),
      owner: owner === NONE ? null : this.#keys.textOf(owner),
      amount: this.amount[row]!,
      position: positionOf({
        slot: this.slotOf(row),
        transaction: this.#high[row]! % TRANSACTIONS_PER_SLOT,
        instruction: Math.floor(low / INNER_PER_INSTRUCTION),
        inner: low % INNER_PER_INSTRUCTION,
      }),
    };
  }

  get bytes(): number {
    const columns = [this.amount, this.owner, this.marks, this.next, this.#token, this.#high, this.#low];
    return columns.reduce(
      (sum, { byteLength }) => sum + byteLength,
      this.#table.bytes + this.#addresses.bytes,
    );
  }

  protected override grow(capacity: number): void {
    this.amount = grown(this.amount, capacity);
    this.owner = grown(this.owner, capacity);
    this.marks = grown(this.marks, capacity);
    this.#token = grown(this.#token, capacity);
    this.#high = grown(this.#high, capacity);
    this.#low = grown(this.#low, capacity);
    this.#addresses.grow(capacity);
  }
}
