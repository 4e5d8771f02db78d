import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { afterAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  encodeTransaction,
  logOf,
  programAddress,
  selfCpi,
} from '../testing/build-transaction.js';
import { encodeEvent } from '../testing/encode-event.js';
import { encodeUpdate } from '../testing/geyser-server.js';
import { decodeFile } from './decode-file.js';

const folder = mkdtempSync(join(tmpdir(), 'decode-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const decode = (content: unknown, extension = 'json') => {
  const path = join(folder, `${files++}.${extension}`);
  writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content));
  return decodeFile(path);
};

const PUMP = programAddress('pump');
const trade = encodeEvent('pump', 'TradeEvent', {
  mint: addressOf('mint'),
  user: addressOf('user'),
  token_amount: 5n,
  timestamp: 1_700_000_000n,
});
const encoded = encodeTransaction({
  slot: 12,
  index: 3,
  outer: [{ program: PUMP }],
  inner: { 0: [selfCpi('pump', trade, 2)] },
  after: [{ account: addressOf('a'), mint: addressOf('mint'), owner: addressOf('user'), amount: 9n }],
});
const decoded = SubscribeUpdateTransaction.decode(encoded);
const { signature, transaction, meta } = decoded.transaction!;
const keys = transaction!.message!.accountKeys;
const signatures = [bs58.encode(signature)];

/** The transaction in the shapes in which providers write it. */
const instruction = ({
  programIdIndex,
  accounts,
  data,
}: {
  programIdIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}) => ({
  programIdIndex,
  accounts: [...accounts],
  data: bs58.encode(data),
});
const message = {
  accountKeys: keys.map((key) => bs58.encode(key)),
  instructions: transaction!.message!.instructions.map(instruction),
};
const rpcMeta = {
  err: null,
  innerInstructions: meta!.innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((each) => ({ ...instruction(each), stackHeight: each.stackHeight })),
  })),
  preTokenBalances: [],
  postTokenBalances: meta!.postTokenBalances,
};
const json = { slot: 12, blockTime: 1_700_000_001, transaction: { signatures, message }, meta: rpcMeta };
const named = ({ programIdIndex, accounts, data }: ReturnType<typeof instruction>) => ({
  programId: message.accountKeys[programIdIndex],
  accounts: accounts.map((index) => message.accountKeys[index]),
  data,
});
const jsonParsed = {
  ...json,
  transaction: {
    signatures,
    message: {
      accountKeys: message.accountKeys.map((pubkey) => ({ pubkey, source: 'transaction' })),
      instructions: message.instructions.map(named),
    },
  },
  meta: {
    ...rpcMeta,
    innerInstructions: rpcMeta.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((each) => ({ ...named(each), stackHeight: each.stackHeight })),
    })),
  },
};
const base64 = Buffer.concat([
  Buffer.of(1),
  signature,
  Buffer.of(1, 0, 1, keys.length),
  ...keys,
  Buffer.alloc(32),
  Buffer.of(1, 1, 0, 0),
]).toString('base64');

const logs = [
  `Program ${PUMP} invoke [1]`,
  logOf(trade),
  `Program ${PUMP} invoke [2]`,
  `Program ${PUMP} success`,
  `Program ${PUMP} success`,
];

describe('a transaction', () => {
  it.each([
    ['as getTransaction answers in json', json],
    ['in a JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: json }],
    ['in jsonParsed', jsonParsed],
    ['in base64', { ...json, transaction: [base64, 'base64'] }],
    ['as Yellowstone JSON', { slot: 12, transaction: { ...json, slot: undefined, index: 0 } }],
    ['in a file with its slot and time beside it', { slot: 12, blockTime: 1_700_000_001, tx: json }],
  ])('is decoded %s', async (_, content) => {
    const { lines, remarks } = await decode(content);
    expect(remarks).toEqual([]);
    expect(lines).toMatchObject([
      {
        signature: signatures[0],
        kind: 'TradeExecuted',
        position: '000000000012-000000-000-0001',
        tokenAmount: '5',
      },
      { signature: signatures[0], kind: 'BalanceChanged', account: addressOf('a'), amount: '9' },
    ]);
  });

  it('that failed says nothing', async () => {
    const failed = { ...json, meta: { ...rpcMeta, err: { InstructionError: [0, { Custom: 1 }] } } };
    expect(await decode(failed)).toEqual({ lines: [], remarks: [] });
  });

  it('keeps the authorities that jsonParsed gives as prose', async () => {
    const parsed = {
      type: 'setAuthority',
      info: { mint: addressOf('mint'), authorityType: 'mintTokens', newAuthority: null },
    };
    const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
    const withKeys = structuredClone(jsonParsed);
    for (const pubkey of [programId, addressOf('mint')])
      withKeys.transaction.message.accountKeys.push({ pubkey, source: 'transaction' });
    const [inner] = withKeys.meta.innerInstructions;
    const content = {
      ...withKeys,
      meta: {
        ...withKeys.meta,
        innerInstructions: [{ ...inner, instructions: [...inner!.instructions, { programId, parsed }] }],
      },
    };
    const { lines } = await decode(content);
    expect(lines[1]).toMatchObject({
      kind: 'AuthorityObserved',
      mint: addressOf('mint'),
      authority: 'mint',
      holder: null,
    });
  });
});

describe('logs', () => {
  const stored = { signature: signatures[0], slot: 12, err: null, logs };
  it.each([
    ['stored', stored],
    ['as notified', { params: { result: { context: { slot: 12 }, value: stored } } }],
  ])('%s are decoded', async (_, content) => {
    expect((await decode(content)).lines).toMatchObject([
      { position: '000000000012-000000-000-0001', tokenAmount: '5' },
    ]);
  });

  it('of a failed transaction say nothing', async () => {
    expect((await decode({ ...stored, err: {} })).lines).toEqual([]);
  });
});

describe('a raw event', () => {
  const raw = (event: string, bytes: Uint8Array) => ({
    event,
    base64: Buffer.from(bytes).toString('base64'),
  });

  it('of a curve is decoded without a place on the chain', async () => {
    expect((await decode(raw('TradeEvent', trade))).lines).toMatchObject([
      { signature: null, position: null, kind: 'TradeExecuted', pool: null, tokenAmount: '5' },
    ]);
  });

  it('of a pool does not say which tokens it trades', async () => {
    const { lines, remarks } = await decode(
      raw('BuyEvent', encodeEvent('pumpswap', 'BuyEvent', { timestamp: 1n })),
    );
    expect(lines).toEqual([]);
    expect(remarks[0]).toContain('name the mints of pool');
  });

  it('that ends within a field belongs to some other program', async () => {
    const { lines, remarks } = await decode(raw('TradeEvent', trade.slice(0, 137)));
    expect([lines, remarks]).toEqual([[], ['this TradeEvent is not in a layout of pump.fun or PumpSwap']]);
  });
});

it('what holds no events says nothing', async () => {
  for (const content of [{ instruction: {} }, { accounts: {} }, { base64: 'AA==', source: {} }])
    expect(await decode(content)).toEqual({ lines: [], remarks: [] });
});

describe('a tape', () => {
  const frame = (bytes: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const tape = Buffer.concat([
    frame(encodeUpdate({ transaction: decoded })),
    frame(encodeUpdate({ blockMeta: { slot: '12', blockTime: { timestamp: '1700000002' } } })),
    frame(encodeUpdate({ ping: {} })),
  ]);

  it('is decoded with the block times on it', async () => {
    const { lines } = await decode(tape, 'tape');
    expect(lines.map(({ kind, time }) => [kind, time])).toEqual([
      ['TradeExecuted', 1_700_000_000_000],
      ['BalanceChanged', 1_700_000_002_000],
    ]);
  });

  it('that is cut is named as such', async () => {
    await expect(decode(tape.subarray(0, -1), 'tape')).rejects.toThrow('ends within a frame');
  });
});

it.each([
  ['no JSON', new TextEncoder().encode('nope')],
  ['some other JSON', { hello: 1 }],
  ['a broken transaction', { ...json, transaction: ['AQ==', 'base64'] }],
])('%s is refused with a reason', async (_, content) => {
  await expect(decode(content)).rejects.toThrow();
});
