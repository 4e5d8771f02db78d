/**
 * Decoding on one core: our event decoder beside Anchor's coder and a minimal hand decoder, and whole transactions
 * beside the official codec and solana-dex-parser; all in one run over the same data. `-- <folder>` names the folder of
 * recorded mainnet data; without it ../shared/data is used where it is.
 */
import { deepStrictEqual } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BorshEventCoder, type Idl } from '@coral-xyz/anchor';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { DexParser, type SolanaTransaction } from 'solana-dex-parser';
import { decodeEvent, type LaunchpadEvent } from '../decode/events.js';
import { findEvents } from '../decode/find-events.js';
import { Key } from '../decode/key.js';
import {
  type Instruction,
  readTransaction,
  type TokenBalance,
  type Transaction,
} from '../decode/transaction.js';
import { readUpdate } from '../decode/update.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { readTape } from '../tape/read-tape.js';
import { viewOf } from '../testing/build-transaction.js';
import { takeSlots } from '../testing/seeded-chain.js';
import { measure, type Result } from './measure.js';

const SEED = 1;
const SLOTS = 60;
const TRANSACTIONS_PER_SLOT = 25;
const TAPE = 'tapes/mainnet-all.tape';
const EVENT_TAG_BYTES = 8;
/** Its objects are many times as large as a transaction's bytes. */
const PARSER_TRANSACTIONS = 200;
const source = { kind: 'tape' as const, name: 'bench' };

type TradeFields = Extract<LaunchpadEvent, { name: 'TradeEvent' }>['fields'];
type Payload = { view: DataView; from: number; to: number };

/** The limit: reads a whole TradeEvent of today's layout where its fields are known to stand, and checks nothing. */
function decodeTradeByHand(view: DataView, at: number): TradeFields {
  const nameBytes = view.getUint32(at + 258, true);
  const afterName = at + 262 + nameBytes;
  const shareholderCount = view.getUint32(afterName + 33, true);
  const rest = afterName + 37 + shareholderCount * 34;
  return {
    mint: new Key(view, at + 8),
    sol_amount: view.getBigUint64(at + 40, true),
    token_amount: view.getBigUint64(at + 48, true),
    is_buy: view.getUint8(at + 56) === 1,
    user: new Key(view, at + 57),
    timestamp: view.getBigInt64(at + 89, true),
    virtual_sol_reserves: view.getBigUint64(at + 97, true),
    virtual_token_reserves: view.getBigUint64(at + 105, true),
    real_sol_reserves: view.getBigUint64(at + 113, true),
    real_token_reserves: view.getBigUint64(at + 121, true),
    fee_recipient: new Key(view, at + 129),
    fee_basis_points: view.getBigUint64(at + 161, true),
    fee: view.getBigUint64(at + 169, true),
    creator: new Key(view, at + 177),
    creator_fee_basis_points: view.getBigUint64(at + 209, true),
    creator_fee: view.getBigUint64(at + 217, true),
    track_volume: view.getUint8(at + 225) === 1,
    total_unclaimed_tokens: view.getBigUint64(at + 226, true),
    total_claimed_tokens: view.getBigUint64(at + 234, true),
    current_sol_volume: view.getBigUint64(at + 242, true),
    last_update_timestamp: view.getBigInt64(at + 250, true),
    ix_name: utf8.decode(new Uint8Array(view.buffer, view.byteOffset + at + 262, nameBytes)),
    mayhem_mode: view.getUint8(afterName) === 1,
    cashback_fee_basis_points: view.getBigUint64(afterName + 1, true),
    cashback: view.getBigUint64(afterName + 9, true),
    buyback_fee_basis_points: view.getBigUint64(afterName + 17, true),
    buyback_fee: view.getBigUint64(afterName + 25, true),
    shareholders: Array.from({ length: shareholderCount }, (_, i) => ({
      address: new Key(view, afterName + 37 + i * 34),
      share_bps: view.getUint16(afterName + 69 + i * 34, true),
    })),
    quote_mint: new Key(view, rest),
    quote_amount: view.getBigUint64(rest + 32, true),
    virtual_quote_reserves: view.getBigUint64(rest + 40, true),
    real_quote_reserves: view.getBigUint64(rest + 48, true),
    holder_rewards_bps: view.getBigUint64(rest + 56, true),
    holder_rewards: view.getBigUint64(rest + 64, true),
    creator_fee_unclaimed: view.getBigUint64(rest + 72, true),
  };
}
const utf8 = new TextDecoder();

/** The addresses that a trade's fact states, as text. */
const addressesOf = ({ mint, user, creator }: TradeFields): number =>
  String(mint).length + String(user).length + String(creator).length;

/** `TradeEvent`s of today's layout. */
const tradesOf = (bodies: readonly Uint8Array[]): Payload[] =>
  bodies.flatMap((body) =>
    [...readTransaction(viewOf(body))!.inner.values()].flat().flatMap(({ view, dataFrom, dataTo }) => {
      const from = dataFrom + EVENT_TAG_BYTES;
      const event = dataTo > from ? decodeEvent('pump', view, from, dataTo) : null;
      const isWhole = event?.name === 'TradeEvent' && event.fields.creator_fee_unclaimed !== undefined;
      return isWhole ? [{ view, from, to: dataTo }] : [];
    }),
  );

/** A transaction as `getTransaction` answers, which is what solana-dex-parser reads. */
function toRpcTransaction(transaction: Transaction): SolanaTransaction {
  const bytesOf = ({ buffer, byteOffset }: DataView, from: number, to: number) =>
    new Uint8Array(buffer, byteOffset + from, to - from);
  const compiled = ({ view, programIndex, accountsFrom, accountsTo, dataFrom, dataTo }: Instruction) => ({
    programIdIndex: programIndex,
    accounts: [...bytesOf(view, accountsFrom, accountsTo)],
    data: bs58.encode(bytesOf(view, dataFrom, dataTo)),
  });
  const balance = ({ accountIndex, mint, owner, amount, decimals }: TokenBalance) => ({
    accountIndex,
    mint,
    owner: owner ?? undefined,
    uiTokenAmount: { amount: String(amount), decimals, uiAmount: Number(amount) / 10 ** decimals },
  });
  const lamports = transaction.keys.map(() => 0);
  return {
    slot: transaction.slot,
    blockTime: 1_760_000_000,
    version: 'legacy',
    transaction: {
      signatures: [transaction.signature],
      message: {
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 0 },
        accountKeys: transaction.keys.map(String),
        instructions: transaction.outer.map(compiled),
        recentBlockhash: '11111111111111111111111111111111',
      },
    },
    meta: {
      err: transaction.isFailed ? { InstructionError: [0, 'Custom'] } : null,
      fee: 5_000,
      preBalances: lamports,
      postBalances: lamports,
      innerInstructions: [...transaction.inner].map(([index, list]) => ({
        index,
        instructions: list.map(compiled),
      })),
      preTokenBalances: transaction.balancesBefore().map(balance),
      postTokenBalances: transaction.balancesAfter().map(balance),
      logMessages: transaction.logs(),
      loadedAddresses: { writable: [], readonly: [] },
    },
  } as unknown as SolanaTransaction;
}

function readIdl(): Idl {
  const entry = createRequire(import.meta.url).resolve('@pump-fun/pump-sdk');
  return JSON.parse(readFileSync(join(dirname(entry), '../src/idl/pump.json'), 'utf8'));
}

function benchEvents(name: string, trades: readonly Payload[]): Result[] {
  for (const { view, from, to } of trades)
    deepStrictEqual({ ...decodeEvent('pump', view, from, to)!.fields }, decodeTradeByHand(view, from));
  const anchor = new BorshEventCoder(readIdl());
  const texts = trades.map(({ view, from, to }) =>
    Buffer.from(view.buffer, view.byteOffset + from, to - from).toString('base64'),
  );
  const ours = ({ view, from, to }: Payload) => decodeEvent('pump', view, from, to)!.fields as TradeFields;
  const byHand = ({ view, from }: Payload) => decodeTradeByHand(view, from);
  let sink = 0;
  const all = (decode: (payload: Payload) => number) => () => {
    for (const payload of trades) sink += decode(payload);
    return trades.length;
  };
  const rates = measure([
    { what: 'ours, keys as views', run: all((payload) => (ours(payload).is_buy ? 1 : 0)) },
    { what: 'by hand, keys as views', run: all((payload) => (byHand(payload).is_buy ? 1 : 0)) },
    { what: 'ours, three addresses as text', run: all((payload) => addressesOf(ours(payload))) },
    { what: 'by hand, three addresses as text', run: all((payload) => addressesOf(byHand(payload))) },
    {
      what: "Anchor's BorshEventCoder, from base64, keys as PublicKey",
      run: () => {
        for (const text of texts) sink += anchor.decode(text)!.data.is_buy ? 1 : 0;
        return texts.length;
      },
    },
  ]);
  if (Number.isNaN(sink)) throw new Error('unreachable');
  const result = (what: string, to?: string): Result => ({
    what: `${name}, ${trades.length} TradeEvents: ${what}`,
    value: rates.get(what)!,
    unit: 'events/s of CPU',
    ...(to !== undefined && { ratio: { to, value: rates.get(what)! / rates.get(to)! } }),
  });
  return [
    result('ours, keys as views', 'by hand, keys as views'),
    result('by hand, keys as views'),
    result('ours, three addresses as text', 'by hand, three addresses as text'),
    result('by hand, three addresses as text'),
    result("Anchor's BorshEventCoder, from base64, keys as PublicKey", 'ours, three addresses as text'),
  ];
}

function benchTransactions(name: string, bodies: readonly Uint8Array[]): Result[] {
  const views = bodies.map(viewOf);
  const forParser = views
    .slice(0, PARSER_TRANSACTIONS)
    .map((view) => toRpcTransaction(readTransaction(view)!));
  const parser = new DexParser();
  const all = (one: (view: DataView) => unknown) => () => {
    for (const view of views) one(view);
    return views.length;
  };
  const counts = { bytes: 0, events: 0, silent: 0, failed: 0 };
  for (const view of views) {
    // None is kept: V8 would learn that they live long, and make all that follow where it is dear.
    const transaction = readTransaction(view)!;
    const { events } = findEvents(transaction);
    counts.bytes += view.byteLength;
    counts.events += events.length;
    if (transaction.isFailed) counts.failed++;
    else if (events.length === 0) counts.silent++;
  }
  const rates = measure([
    { what: 'ours to events', run: all((view) => findEvents(readTransaction(view)!)) },
    {
      what: 'ours to normalised records',
      run: all((view) => normaliseTransaction(readTransaction(view)!, 1_760_000_000_000, source)),
    },
    {
      what: 'the official codec, to its own objects only',
      run: () => {
        for (const body of bodies) SubscribeUpdateTransaction.decode(body);
        return bodies.length;
      },
    },
    {
      what: `solana-dex-parser parseTrades, from getTransaction objects of the first ${forParser.length}`,
      run: () => {
        for (const transaction of forParser) parser.parseTrades(transaction, { tryUnknowDEX: false });
        return forParser.length;
      },
    },
  ]);
  const about =
    `${name}, ${bodies.length} transactions of ${Math.round(counts.bytes / bodies.length)} bytes with ` +
    `${counts.events} events, ${counts.silent} without one, ${counts.failed} failed`;
  return [...rates].map(([what, value]) => ({
    what: `${about}: ${what}`,
    value,
    unit: 'transactions/s of CPU',
    ...(what.startsWith('ours')
      ? {}
      : { ratio: { to: 'ours to events', value: value / rates.get('ours to events')! } }),
  }));
}

const seeded = takeSlots(SEED, SLOTS, TRANSACTIONS_PER_SLOT).flatMap(({ transactions }) => transactions);
const results = [...benchEvents('seeded', tradesOf(seeded)), ...benchTransactions('seeded', seeded)];

const folder = process.argv[2] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const tape = join(folder, TAPE);
if (existsSync(tape)) {
  const recorded: Uint8Array[] = [];
  for await (const bytes of readTape(tape)) {
    const update = readUpdate(bytes);
    if (update.kind !== 'transaction') continue;
    const { buffer, byteOffset, byteLength } = update.body;
    recorded.push(new Uint8Array(buffer, byteOffset, byteLength));
  }
  const trades = tradesOf(recorded);
  if (trades.length > 0) results.push(...benchEvents('recorded', trades));
  results.push(...benchTransactions('recorded', recorded));
} else
  results.push({ what: `recorded transactions: not measured, there is no ${tape}`, value: null, unit: '' });

process.send?.(results);
process.disconnect?.();
