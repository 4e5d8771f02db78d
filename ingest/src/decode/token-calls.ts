import type { Key } from './key.js';
import { Instruction, type Transaction } from './transaction.js';

/** SPL Token and Token-2022, which share the instructions that are read here. */
const TOKEN_PROGRAMS: ReadonlySet<string> = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);

/** Of `TokenInstruction`: u8 accounts, u8 bytes of data, the data, and so on; the accounts stand one after the other. */
const BATCH = 255;
const BATCH_HEADER_BYTES = 2;

/** What a transaction asked of a token program, alone or in a batch. */
export type TokenCall = {
  /** Where the instruction stands that holds it. */
  instruction: number;
  inner: number;
  /** Its place in a batch; 0 alone. */
  place: number;
  call: Instruction;
};

/** Every call of a token program, by outer instructions and inner ones, in the order of execution. */
export function* tokenCallsOf(transaction: Transaction): Generator<TokenCall> {
  const programs = tokenProgramsOf(transaction.keys);
  if (programs.length === 0) return;
  for (const [instruction, outer] of transaction.outer.entries()) {
    if (programs.includes(outer.programIndex)) yield* callsIn(outer, instruction, 0);
    for (const [i, inner] of transaction.inner.get(instruction)?.entries() ?? [])
      if (programs.includes(inner.programIndex)) yield* callsIn(inner, instruction, i + 1);
  }
}

/** Compared by their first bytes, as hardly any other key begins like them: a key as text costs more than all else here. */
function tokenProgramsOf(keys: readonly Key[]): number[] {
  const indexes: number[] = [];
  for (const [index, key] of keys.entries())
    if (key.view.getUint16(key.at) === FIRST_BYTES && TOKEN_PROGRAMS.has(key.toString())) indexes.push(index);
  return indexes;
}
const FIRST_BYTES = 0x06dd;

function* callsIn(holder: Instruction, instruction: number, inner: number): Generator<TokenCall> {
  const { view, programIndex, accountsFrom, dataFrom, dataTo, stackHeight } = holder;
  if (dataFrom === dataTo) return;
  if (view.getUint8(dataFrom) !== BATCH) {
    yield { instruction, inner, place: 0, call: holder };
    return;
  }
  let accounts = accountsFrom;
  let header = dataFrom + 1;
  for (let place = 0; header + BATCH_HEADER_BYTES <= dataTo; place += 1) {
    const from = header + BATCH_HEADER_BYTES;
    const accountsEnd = accounts + view.getUint8(header);
    const to = from + view.getUint8(header + 1);
    if (accountsEnd > holder.accountsTo || to > dataTo) return;
    const call = new Instruction(view, programIndex, accounts, accountsEnd, from, to, stackHeight);
    if (to > from) yield { instruction, inner, place, call };
    accounts = accountsEnd;
    header = to;
  }
}
