import { SOL_MINT } from '@cryptonite/contracts/chain';
import { decodeJournalRecord, encodeJournalRecord, type Fact } from '@cryptonite/contracts/events';
import { SubscribeUpdate, SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { normaliseLogs } from '../normalise/normalise-logs.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import {
  addressOf,
  type BuiltTransaction,
  buildTransaction,
  encodeTransaction,
  logOf,
  programAddress,
  selfCpi,
  viewOf,
} from '../testing/build-transaction.js';
import { encodeEvent, type FieldValues } from '../testing/encode-event.js';
import { encodeUpdate } from '../testing/geyser-server.js';
import { IDL_EVENTS } from '../testing/idl.js';
import { hurtBytes } from '../testing/mutate.js';
import { decodeEvent } from './events.js';
import { MalformedBytes } from './malformed.js';
import { readTransaction } from './transaction.js';
import { readUpdate } from './update.js';
import { parseWireTransaction } from './wire-transaction.js';

fc.configureGlobal({ seed: 4 });

const SECONDS = 1_760_000_000n;
const BLOCK_TIME_MS = 1_760_000_001_000;
const MINT = addressOf('mint');
const source = { kind: 'tape' as const, name: 'test' };
const MAX_U64 = 2n ** 64n - 1n;

/** The value, or null where `read` refuses as it says that it may; anything else it throws is a fault. */
function orRefused<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedBytes) return null;
    throw error;
  }
}

/** One launch or trade as programs, users and balances state it. */
function transactionOf(program: 'pump' | 'pumpswap', name: string, values: FieldValues): BuiltTransaction {
  const event = encodeEvent(program, name, {
    timestamp: SECONDS,
    mint: MINT,
    pool: addressOf('pool'),
    user: addressOf('user'),
    ...values,
  });
  const accounts = [addressOf('pool'), addressOf('user'), addressOf('config'), MINT, SOL_MINT];
  return {
    outer: [{ program: programAddress(program), accounts, data: Uint8Array.of(1, 2, 3) }],
    inner: { 0: [selfCpi(program, event, 2)] },
    logs: [`Program ${programAddress(program)} invoke [1]`, logOf(event)],
    before: [{ account: addressOf('vault'), mint: MINT, owner: addressOf('user'), amount: 5n }],
    after: [{ account: addressOf('vault'), mint: MINT, owner: addressOf('user'), amount: 7n }],
  };
}

const u64 = fc.bigInt({ min: 0n, max: MAX_U64 });
const atLimits = fc.oneof(u64, fc.constantFrom(0n, 1n, MAX_U64 - 1n, MAX_U64));
const i128 = fc.oneof(
  fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }),
  fc.constantFrom(-(2n ** 127n), 2n ** 127n - 1n, -1n, 0n),
);

const validTransaction = fc
  .constantFrom(
    transactionOf('pump', 'CreateEvent', { name: 'Sealy', symbol: 'SEALY', uri: 'https://a.b/c' }),
    transactionOf('pump', 'TradeEvent', { is_buy: true, sol_amount: 100n, token_amount: 2_000n }),
    transactionOf('pumpswap', 'BuyEvent', { base_amount_out: 10n, quote_amount_in: 200n, lp_fee: 4n }),
    transactionOf('pumpswap', 'SellEvent', { base_amount_in: 10n, quote_amount_out: 2n, lp_fee: 4n }),
    transactionOf('pumpswap', 'DepositEvent', { base_amount_in: 1n, quote_amount_in: 2n }),
  )
  .map(encodeTransaction);

const validUpdate = fc.oneof(
  validTransaction.map((bytes) => encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(bytes) })),
  fc.constant(encodeUpdate({ slot: { slot: '100', status: 1 } })),
  fc.constant(
    encodeUpdate({ blockMeta: { slot: '100', parentSlot: '99', blockTime: { timestamp: '1760000000' } } }),
  ),
);

/** Reads bytes as ingest does and holds what comes out to its contract. */
function readAll(bytes: Uint8Array): void {
  const update = orRefused(() => readUpdate(bytes));
  if (update?.kind !== 'transaction') return;
  expect(Number.isSafeInteger(update.slot) && Number.isSafeInteger(update.index)).toBe(true);
  const transaction = orRefused(() => readTransaction(update.body));
  if (transaction === null) return;
  for (const { facts, ...record } of normaliseTransaction(transaction, BLOCK_TIME_MS, source).records) {
    const whole = { ...record, facts };
    try {
      expect(decodeJournalRecord(encodeJournalRecord(whole))).toEqual(whole);
    } catch (error) {
      // Refused by its contract: ingest makes a dead letter of it.
      if (!(error instanceof z.ZodError || isEncodeError(error))) throw error;
    }
  }
}
const isEncodeError = (error: unknown): boolean => error instanceof Error && error.name === '$ZodEncodeError';

describe('whatever bytes come', () => {
  it('an update is read or refused', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readAll), { numRuns: 1_000 });
  });

  it('a hurt update is read or refused, and what is read keeps its contract', () => {
    fc.assert(fc.property(hurtBytes(validUpdate), readAll), { numRuns: 1_500 });
  });

  it('a hurt update that the official decoder reads too has the same slot', () => {
    fc.assert(
      fc.property(hurtBytes(validUpdate), (bytes) => {
        const ours = orRefused(() => readUpdate(bytes));
        if (ours?.kind !== 'slot' && ours?.kind !== 'blockMeta') return;
        let theirs: SubscribeUpdate;
        try {
          theirs = SubscribeUpdate.decode(bytes);
        } catch {
          return; // it reads to the end, ours to the first update
        }
        const body = ours.kind === 'slot' ? theirs.slot : theirs.blockMeta;
        if (body && Object.values(theirs).filter((part) => typeof part === 'object').length === 3)
          expect(body.slot).toBe(String(ours.slot));
      }),
    );
  });

  it('a wire transaction is read or refused, and never longer than its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const read = orRefused(() => parseWireTransaction(bytes));
        if (read === null) return;
        const taken = [...read.signatures, ...read.accountKeys, ...read.instructions.map(({ data }) => data)];
        expect(taken.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('an event is the longest whole prefix of its layout', () => {
    const cases = fc.tuple(fc.constantFrom(...IDL_EVENTS), fc.uint8Array({ maxLength: 600 }));
    fc.assert(
      fc.property(cases, ([{ program, discriminator }, payload]) => {
        const bytes = Uint8Array.from([...discriminator, ...payload]);
        const event = decodeEvent(program, viewOf(bytes), 0, bytes.length)!;
        const isThere = Object.values(event.fields).map((field) => field !== undefined);
        expect(isThere.indexOf(false) === -1 || !isThere.slice(isThere.indexOf(false)).includes(true)).toBe(
          true,
        );
        expect(event.restBytes).toBeLessThanOrEqual(payload.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a log that claims depth 0 comes to its end', () => {
    const logs = [`Program ${programAddress('pump')} invoke [0]`];
    expect(normaliseLogs({ signature: 'x', slot: 1, isFailed: false, logs })).toMatchObject({
      facts: [],
      failures: [],
    });
  });

  it('log lines give facts or failures', () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Program data: ${text}`),
      fc.uint8Array({ maxLength: 80 }).map(logOf),
      validTransaction.map((bytes) => logOf(bytes)),
      fc.nat(9).map((depth) => `Program ${programAddress('pump')} invoke [${depth}]`),
      fc.constantFrom(`Program ${programAddress('pump')} success`, 'Log truncated'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (logs) => {
        normaliseLogs({ signature: 'x', slot: 1, isFailed: false, logs });
      }),
    );
  });
});

describe('at the limits of their types', () => {
  const factOf = (built: BuiltTransaction): Fact | undefined => {
    const { records } = normaliseTransaction(buildTransaction(built), BLOCK_TIME_MS, source);
    return records[0]?.facts[0];
  };

  it('amounts of a trade come through exactly', () => {
    fc.assert(
      fc.property(
        fc.record({ tokens: atLimits, sol: atLimits, virtual: atLimits }),
        ({ tokens, sol, virtual }) => {
          const built = transactionOf('pump', 'TradeEvent', {
            token_amount: tokens,
            sol_amount: sol,
            virtual_sol_reserves: virtual,
            virtual_token_reserves: virtual,
          });
          expect(factOf(built)).toMatchObject({
            tokenAmount: tokens,
            quoteAmount: sol,
            priceQuoteReserves: virtual,
            priceTokenReserves: virtual,
          });
        },
      ),
    );
  });

  it('a virtual quote, negative too, is added to the real one without loss', () => {
    fc.assert(
      fc.property(atLimits, i128, (real, virtual) => {
        const built = transactionOf('pumpswap', 'SellEvent', {
          pool_quote_token_reserves: real,
          virtual_quote_reserves: virtual,
        });
        expect(factOf(built)).toMatchObject({ priceQuoteReserves: real + virtual });
      }),
    );
  });
});

describe('names and links', () => {
  it.each([
    ['10 kB', new TextEncoder().encode('n'.repeat(10_000)), 'n'.repeat(2_000)],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x41, 0xc0), '\uFFFD\uFFFDA\uFFFD'],
  ])('of %s are bounded and legible', (_, name, expected) => {
    const [prefix, rest] = [encodeEvent('pump', 'CreateEvent', {}).subarray(0, 8), new Uint8Array(300)];
    const length = new Uint8Array(new Uint32Array([name.length]).buffer);
    const event = Uint8Array.from([...prefix, ...length, ...name, ...rest]);
    const built = transactionOf('pump', 'CreateEvent', {});
    const { records } = normaliseTransaction(
      buildTransaction({ ...built, inner: { 0: [selfCpi('pump', event, 2)] } }),
      null,
      source,
    );
    expect(records[0]?.facts[0]).toMatchObject({ kind: 'LaunchCreated', name: expected });
    encodeJournalRecord(records[0]!);
  });
});
