import { describe, expect, it } from 'vitest';
import {
  addressOf,
  type BuiltTransaction,
  buildTransaction,
  logOf,
  programAddress,
  selfCpi,
} from '../testing/build-transaction.js';
import { encodeEvent } from '../testing/encode-event.js';
import { findEvents } from './find-events.js';

const PUMP = programAddress('pump');
const PUMPSWAP = programAddress('pumpswap');
const ROUTER = addressOf('router');
const TOKEN = addressOf('token program');

const tradeOf = (tokens: bigint) => encodeEvent('pump', 'TradeEvent', { token_amount: tokens });
const invoke = (program: string, depth: number) => `Program ${program} invoke [${depth}]`;
const success = (program: string) => `Program ${program} success`;

const outline = (built: BuiltTransaction) =>
  findEvents(buildTransaction(built)).events.map(({ event, instruction, inner }) => [
    event.name,
    'token_amount' in event.fields ? event.fields.token_amount : undefined,
    instruction,
    inner,
  ]);

describe('events by self-CPI', () => {
  const first = tradeOf(1n);
  const second = tradeOf(2n);
  /** A router that makes two trades; each calls the token program and hands itself an event. */
  const routed: BuiltTransaction = {
    outer: [{ program: addressOf('compute budget') }, { program: ROUTER, accounts: [PUMP] }],
    inner: {
      1: [
        { program: PUMP, height: 2 },
        { program: TOKEN, height: 3 },
        selfCpi('pump', first),
        { program: PUMP, height: 2, accounts: [addressOf('second')] },
        selfCpi('pump', second),
      ],
    },
    logs: [
      invoke(addressOf('compute budget'), 1),
      success(addressOf('compute budget')),
      invoke(ROUTER, 1),
      invoke(PUMP, 2),
      invoke(TOKEN, 3),
      success(TOKEN),
      logOf(first),
      invoke(PUMP, 3),
      success(PUMP),
      success(PUMP),
      invoke(PUMP, 2),
      logOf(second),
      invoke(PUMP, 3),
      success(PUMP),
      success(PUMP),
      success(ROUTER),
    ],
  };

  it('are counted once though the log repeats them, with the numbers of their inner instructions', () => {
    expect(outline(routed)).toEqual([
      ['TradeEvent', 1n, 1, 3],
      ['TradeEvent', 2n, 1, 5],
    ]);
  });

  it('have the same numbers when only the log is left', () => {
    expect(outline({ ...routed, inner: {} })).toEqual(outline(routed));
  });

  it('name the instruction that emitted them', () => {
    const transaction = buildTransaction(routed);
    const emitters = findEvents(transaction).events.map(({ emitter }) => emitter);
    expect(emitters).toEqual([transaction.inner.get(1)![0], transaction.inner.get(1)![3]]);
  });

  it('name their emitter without stack heights too, as old records lack them', () => {
    const inner = { 1: routed.inner![1]!.map((each) => ({ ...each, height: null })) };
    const transaction = buildTransaction({ ...routed, inner });
    expect(findEvents(transaction).events.map(({ emitter }) => emitter)).toEqual([
      transaction.inner.get(1)![0],
      transaction.inner.get(1)![3],
    ]);
  });

  it('are not believed from another account than the event authority', () => {
    const forged = { ...selfCpi('pump', first), accounts: [addressOf('somebody')] };
    expect(outline({ outer: [{ program: PUMP }], inner: { 0: [forged] } })).toEqual([]);
  });

  it('are not read from another program that uses the same discriminator', () => {
    const foreign = { ...selfCpi('pump', first), program: addressOf('launch lab') };
    expect(outline({ outer: [{ program: ROUTER, accounts: [PUMP] }], inner: { 0: [foreign] } })).toEqual([]);
  });

  it('of a failed transaction count for nothing', () => {
    expect(outline({ ...routed, isFailed: true })).toEqual([]);
  });
});

describe('events by log alone', () => {
  const trade = tradeOf(7n);
  const logs = (...between: string[]) => [invoke(PUMP, 1), ...between, success(PUMP)];

  it('of other programs are left alone, whoever called them', () => {
    const lab = addressOf('launch lab');
    const foreign = [invoke(lab, 2), logOf(trade), success(lab)];
    expect(outline({ outer: [{ program: PUMP }], logs: logs(...foreign) })).toEqual([]);
    expect(outline({ outer: [{ program: PUMP }], logs: logs(...foreign, logOf(trade)) })).toHaveLength(1);
  });

  it('count precompiled programs, which do not log that they run', () => {
    const precompiled = { program: addressOf('ed25519') };
    const built = { outer: [precompiled, { program: PUMP }], logs: logs(logOf(trade)) };
    expect(outline(built)).toEqual([['TradeEvent', 7n, 1, 1]]);
  });

  it('say that a cut log may hide some', () => {
    const built = { outer: [{ program: PUMP }], logs: [invoke(PUMP, 1), logOf(trade), 'Log truncated'] };
    const { events, failures } = findEvents(buildTransaction(built));
    expect(events).toHaveLength(1);
    expect(failures).toEqual(['the log is truncated and self-CPI data are missing']);
  });

  it('are not missed by a cut log where the self-CPI is there', () => {
    const { events, failures } = findEvents(
      buildTransaction({
        outer: [{ program: PUMP }],
        inner: { 0: [selfCpi('pump', trade, 2)] },
        logs: [invoke(PUMP, 1), 'Log truncated'],
      }),
    );
    expect(events).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it('get different numbers when one instruction logs several without handing itself any', () => {
    const built = { outer: [{ program: PUMP }], logs: logs(logOf(trade), logOf(tradeOf(8n))) };
    expect(outline(built)).toEqual([
      ['TradeEvent', 7n, 0, 1],
      ['TradeEvent', 8n, 0, 2],
    ]);
  });

  it('are one chunk of base64: several are something else, and what is no base64 is reported', () => {
    const chunks = `${logOf(trade)} ${logOf(trade).slice(14)}`;
    const { events, failures } = findEvents(
      buildTransaction({ outer: [{ program: PUMP }], logs: logs(chunks, 'Program data: %', logOf(trade)) }),
    );
    expect(events).toHaveLength(1);
    expect(failures).toEqual(['pump log holds no base64']);
  });

  it('that end within their discriminator are a failure, as by self-CPI, and told once where both are there', () => {
    const sentence = 'pump event ends within its discriminator';
    for (let length = 0; length < 8; length++) {
      const cut = trade.subarray(0, length);
      const built = { outer: [{ program: PUMP }], logs: logs(logOf(cut)) };
      const inner = { 0: [selfCpi('pump', cut, 2)] };
      expect(findEvents(buildTransaction(built))).toMatchObject({ events: [], failures: [sentence] });
      expect(findEvents(buildTransaction({ ...built, inner })).failures).toEqual([sentence]);
    }
  });

  it('of other programs may be as short as they like', () => {
    const foreign = [invoke(ROUTER, 2), logOf(trade.subarray(0, 3)), success(ROUTER)];
    const built = { outer: [{ program: PUMP }], logs: logs(...foreign, logOf(trade)) };
    const { events, failures } = findEvents(buildTransaction(built));
    expect([events.length, failures]).toEqual([1, []]);
  });

  it('do not come from a program that says so in its own words', () => {
    const lies = [`Program log: Program data: ${logOf(trade).slice(14)}`, `Program log: ${invoke(PUMP, 2)}`];
    const built = { outer: [{ program: ROUTER, accounts: [PUMPSWAP] }], logs: [invoke(ROUTER, 1), ...lies] };
    expect(outline(built)).toEqual([]);
  });
});

describe('a layout that is not known', () => {
  const longer = Uint8Array.from([...tradeOf(1n), 1, 2, 3]);
  const unknown = Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 9);
  const layoutsIn = (built: BuiltTransaction) => findEvents(buildTransaction(built)).unknownLayouts;
  const emitting = (...events: Uint8Array[]): BuiltTransaction => ({
    outer: [{ program: PUMP }],
    inner: { 0: events.map((event) => selfCpi('pump', event, 2)) },
    logs: [
      invoke(PUMP, 1),
      ...events.flatMap((event) => [logOf(event), invoke(PUMP, 2), success(PUMP)]),
      success(PUMP),
    ],
  });
  const expected = [
    {
      program: 'pump',
      instruction: 0,
      discriminator: 'bddb7fd34ee661ee',
      event: 'TradeEvent',
      payload: longer,
    },
    { program: 'pump', instruction: 0, discriminator: '0011223344556677', event: null, payload: unknown },
  ];

  it('is told once, with its bytes, and what is known of it is read', () => {
    expect(layoutsIn(emitting(longer, unknown))).toEqual(expected);
    expect(outline(emitting(longer, unknown))).toEqual([['TradeEvent', 1n, 0, 1]]);
  });

  it('is told once where nothing else was emitted, and from the log alone', () => {
    expect(layoutsIn(emitting(unknown))).toEqual(expected.slice(1));
    expect(layoutsIn({ ...emitting(longer, unknown), inner: {} })).toEqual(expected);
  });

  it('is no known one, whole or cut anywhere', () => {
    const whole = tradeOf(1n);
    for (let length = 0; length <= whole.length; length++)
      expect(layoutsIn(emitting(whole.subarray(0, length)))).toEqual([]);
  });

  it('is not looked for in what other programs say, nor in what failed', () => {
    const call = { program: ROUTER, accounts: [], data: selfCpi('pump', unknown).data!, height: 2 };
    expect(layoutsIn({ outer: [{ program: PUMP }], inner: { 0: [call] } })).toEqual([]);
    expect(layoutsIn({ ...emitting(unknown), isFailed: true })).toEqual([]);
  });
});
