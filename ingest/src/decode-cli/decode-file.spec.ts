import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { SubscribeUpdate, SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
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
const write = (content: Uint8Array | string, extension = 'json') => {
  const path = join(folder, `${files++}.${extension}`);
  writeFileSync(path, content);
  return decodeFile(path);
};
const decode = (content: unknown) => write(JSON.stringify(content));

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
const wire = Buffer.concat([
  Buffer.of(1),
  signature,
  Buffer.of(1, 0, 1, keys.length),
  ...keys,
  Buffer.alloc(32),
  Buffer.of(1, 1, 0, 0),
]);
const base64 = [wire.toString('base64'), 'base64'];
const base58 = [bs58.encode(wire), 'base58'];
/** An element of a block: without slot and time. */
const element = (transaction: unknown, meta: unknown = rpcMeta) => ({ transaction, meta, version: 'legacy' });
const block = { blockhash: bs58.encode(signature.slice(0, 32)), parentSlot: 11, blockTime: 1_700_000_001 };

const wrapper = SubscribeUpdate.fromPartial({ filters: ['launchpad'], transaction: decoded });
/** As protobuf libraries of other languages print it: the names of the .proto, and bytes as lists. */
const snakeNames = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return [...value];
  if (Array.isArray(value)) return value.map(snakeNames);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeNames(inner),
    ]),
  );
};
/** Whole numbers as text, and texts of digits as numbers. */
const swapNumbers = (text: string): string =>
  text.replace(/:(\d+)(?=[,}])|:"(\d+)"/g, (_, number, digits) => (digits ? `:${digits}` : `:"${number}"`));

const kinds = ['TradeExecuted', 'BalanceChanged'];

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
    ['in base64', { ...json, transaction: base64 }],
    ['in base58', { ...json, transaction: base58 }],
    ['in a list', [json]],
    [
      'in a subscription to transactions',
      {
        params: { result: { slot: 12, signature: signatures[0], transaction: { ...json, slot: undefined } } },
      },
    ],
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
    expect(await decode(failed)).toEqual({ lines: [], remarks: [], errors: [] });
  });

  it.each([
    ['as Node prints it', JSON.stringify(wrapper)],
    ['as protobuf prints it', JSON.stringify(SubscribeUpdate.toJSON(wrapper))],
    ['with the names of its .proto', JSON.stringify(snakeNames(wrapper))],
    [
      'as Rust prints it',
      JSON.stringify(snakeNames({ filters: [], updateOneof: { Transaction: wrapper.transaction } })),
    ],
    [
      'with its numbers as text and its texts as numbers',
      swapNumbers(JSON.stringify(SubscribeUpdate.toJSON(wrapper))),
    ],
  ])('is decoded from an update in its wrapper %s', async (_, text) => {
    const { lines, remarks, errors } = await write(text);
    expect([remarks, errors]).toEqual([[], []]);
    expect(lines).toMatchObject([
      { kind: 'TradeExecuted', position: '000000000012-000003-000-0001', tokenAmount: '5' },
      { kind: 'BalanceChanged', amount: '9' },
    ]);
  });

  it('keeps every digit of a u64 that stands as a number', async () => {
    const text = JSON.stringify(json).replace('"amount":"9"', '"amount":18446744073709551615');
    const { lines } = await write(text);
    expect(lines[1]).toMatchObject({ kind: 'BalanceChanged', amount: '18446744073709551615' });
  });

  it('with an event that is longer than known says so, and what is known of it', async () => {
    const instructions = [
      { ...rpcMeta.innerInstructions[0]!.instructions[0]! },
      { ...rpcMeta.innerInstructions[0]!.instructions[0]! },
    ];
    instructions[1]!.data = bs58.encode(Uint8Array.from([...bs58.decode(instructions[0]!.data), 1]));
    const meta = { ...rpcMeta, innerInstructions: [{ index: 0, instructions }] };
    const { lines, remarks } = await decode({ ...json, meta });
    expect(lines.map(({ kind }) => kind)).toEqual(['TradeExecuted', ...kinds]);
    expect(remarks).toEqual([
      `pump TradeEvent is longer than this version knows (${trade.length + 1} bytes)`,
    ]);
  });

  it('without a slot has no position, and says why', async () => {
    const { lines, remarks } = await decode({ ...json, slot: undefined });
    expect(lines.map(({ kind, position }) => [kind, position])).toEqual(kinds.map((kind) => [kind, null]));
    expect(remarks[0]).toContain('nothing says its slot');
  });

  const setAuthority = {
    type: 'setAuthority',
    info: { mint: addressOf('mint'), authorityType: 'mintTokens', newAuthority: null },
  };
  const info = { account: addressOf('account'), mint: addressOf('mint') };
  const burn = { type: 'burn', info: { ...info, amount: '7' } };
  const minted = { type: 'mintToChecked', info: { ...info, tokenAmount: { amount: '9', decimals: 6 } } };
  const permitted = { type: 'permissionedBurn', info: { ...info, amount: '1' } };
  const synced = { type: 'syncNative', info: { account: addressOf('account') } };
  const batch = { type: 'batch', info: { instructions: [synced, setAuthority, burn] } };

  it.each([
    ['an authority', setAuthority, [{ kind: 'AuthorityObserved', authority: 'mint', holder: null }]],
    ['a burn', burn, [{ kind: 'SupplyChanged', change: '-7' }]],
    ['a permitted burn', permitted, [{ kind: 'SupplyChanged', change: '-1' }]],
    ['what is minted', minted, [{ kind: 'SupplyChanged', change: '9' }]],
    ['a batch', batch, [{ kind: 'AuthorityObserved' }, { kind: 'SupplyChanged', change: '-7' }]],
  ])('keeps %s that jsonParsed gives as prose', async (_, parsed, facts) => {
    const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
    const withKeys = structuredClone(jsonParsed);
    for (const pubkey of [programId, addressOf('mint'), addressOf('account')])
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
    expect(lines.slice(1, -1)).toMatchObject(facts.map((fact) => ({ mint: addressOf('mint'), ...fact })));
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

  it('that ends after its user is a launch of before May 2025, whose quote is SOL and whose time nothing tells', async () => {
    const launch = encodeEvent(
      'pump',
      'CreateEvent',
      { name: 'N', symbol: 'S', uri: '', mint: addressOf('mint') },
      'user',
    );
    const { lines, remarks } = await decode(raw('CreateEvent', launch));
    expect(remarks).toEqual([]);
    expect(lines).toMatchObject([
      {
        ...{ kind: 'LaunchCreated', mint: addressOf('mint'), time: null, position: null },
        ...{ quoteMint: SOL_MINT, creator: null, tokenTotalSupply: null },
      },
    ]);
  });

  it('that is longer than known, or has a discriminator nobody knows, says so', async () => {
    const longer = Uint8Array.from([...trade, 1, 2, 3]);
    const { lines, remarks } = await decode(raw('TradeEvent', longer));
    expect(lines).toMatchObject([{ kind: 'TradeExecuted', tokenAmount: '5' }]);
    expect(remarks).toEqual([`pump TradeEvent is longer than this version knows (${longer.length} bytes)`]);
    expect((await decode(raw('NewEvent', new Uint8Array(20)))).remarks).toEqual([
      'this NewEvent is not in a layout of pump.fun or PumpSwap',
    ]);
  });

  it('that ends within a field belongs to some other program', async () => {
    const { lines, remarks } = await decode(raw('TradeEvent', trade.slice(0, 137)));
    expect([lines, remarks]).toEqual([[], ['this TradeEvent is not in a layout of pump.fun or PumpSwap']]);
  });
});

describe('what a file lacks', () => {
  const stripped = { ...rpcMeta, innerInstructions: null, logMessages: null };
  it.each([
    [{ ...json, meta: null }, 'has no meta, which says what took effect'],
    [{ ...json, meta: stripped }, 'it was stripped: events stand in inner instructions and log messages'],
    [{ ...json, meta: { ...rpcMeta, innerInstructions: [], logMessages: [] } }, 'it was stripped'],
    [{ ...json, meta: { ...rpcMeta, postTokenBalances: null, preTokenBalances: null } }, 'no BalanceChanged'],
    [
      {
        ...json,
        transaction: { signatures, message: { ...message, accountKeys: message.accountKeys.slice(0, 1) } },
      },
      'addresses from lookup tables are missing',
    ],
    [{ signature: signatures[0], slot: 12, err: null, logs: null }, 'holds no log messages'],
    [{ jsonrpc: '2.0', id: 1, result: null }, 'knows no such transaction or block'],
    [{ ...block, signatures }, 'ask for "transactionDetails": "full"'],
    [block, 'ask for "transactionDetails": "full"'],
    [{ instruction: {} }, 'is an instruction'],
    [{ accounts: {} }, 'is the state of accounts'],
    [{ base64: 'AA==', source: {} }, 'has not run'],
    [{ filters: [], slot: { slot: '12', status: 0 } }, 'is a Yellowstone update of kind slot'],
    [[], 'is an empty list'],
  ])('is said: %#', async (content, sentence) => {
    const { remarks, errors } = await decode(content);
    expect(remarks).toEqual([expect.stringContaining(sentence)]);
    expect(errors).toEqual([]);
  });

  it('is not said of what holds no event and is whole', async () => {
    const program = addressOf('some program');
    const accountKeys = message.accountKeys.map((key) => (key === PUMP ? program : key));
    const other = { ...json, transaction: { signatures, message: { ...message, accountKeys } } };
    expect(await decode(other)).toEqual({ lines: [], remarks: [], errors: [] });
  });
});

describe('many transactions', () => {
  const transactions = [json.transaction, jsonParsed.transaction, base64, base58].map((each, i) =>
    element(each, i === 1 ? jsonParsed.meta : rpcMeta),
  );
  const positionsOf = ({ lines }: Awaited<ReturnType<typeof decode>>) =>
    lines.map(({ position }) => position);
  const expected = transactions.flatMap((_, i) =>
    ['000-0001', '999-0002'].map((end) => `000000000012-00000${i}-${end}`),
  );

  it.each([
    ['an answer of getBlock with its slot beside it', { slot: 12, result: { ...block, transactions } }],
    [
      'a block as notified',
      {
        params: {
          result: {
            context: { slot: 12 },
            value: { slot: 12, err: null, block: { ...block, transactions } },
          },
        },
      },
    ],
    [
      'a block from Yellowstone',
      { filters: [], block: { slot: '12', blockTime: { timestamp: '1700000001' }, transactions } },
    ],
  ])('are decoded from %s', async (_, content) => {
    const file = await decode(content);
    expect([file.remarks, file.errors]).toEqual([[], []]);
    expect(positionsOf(file).map((each) => each?.slice(0, 23))).toEqual(
      expected.map((each) => each.slice(0, 23)),
    );
  });

  it('of a block that does not name its slot have no positions', async () => {
    const { lines, remarks } = await decode({ jsonrpc: '2.0', id: 1, result: { ...block, transactions } });
    expect(lines.length).toBe(8);
    expect(lines.every(({ position }) => position === null)).toBe(true);
    expect(remarks).toEqual([expect.stringContaining('nothing says its slot')]);
  });

  it('lose none to a broken one, which is named', async () => {
    const broken = element(['AQ==', 'base64']);
    const { lines, errors } = await decode({
      slot: 12,
      ...block,
      transactions: [broken, transactions[0], broken],
    });
    expect(lines.length).toBe(2);
    expect(errors).toEqual(['transactions[0]: wire transaction is cut (and 1 more)']);
  });

  it('are read from JSON lines, where a broken line is named', async () => {
    const text = [json, 'nope', { ...json, meta: null }, json]
      .map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join('\r\n');
    const { lines, remarks, errors } = await write(text, 'jsonl');
    expect(lines.length).toBe(4);
    expect(remarks).toEqual(['line 3: has no meta, which says what took effect']);
    expect(errors).toEqual(['line 2, column 1: is no JSON, expected a value']);
  });

  it('are read from JSON lines whose first is cut', async () => {
    const line = JSON.stringify(json);
    const { lines, errors } = await write(`${line.slice(0, 200)}\n${line}\n${line}\n`, 'jsonl');
    expect(lines.length).toBe(4);
    expect(errors).toEqual([expect.stringMatching(/^line 1, column \d+: .*expected/)]);
  });

  it('are read where one stands on a line and the next is printed on many, and a flood of mistakes is one', async () => {
    const printed = JSON.stringify(json, null, 2);
    const { lines, errors } = await write(`${JSON.stringify(json)}\n${printed}\n${printed}`);
    expect([lines.length, errors]).toEqual([6, []]);
    const broken = await write('{"slot" 1}\n'.repeat(500));
    expect(broken.errors).toEqual(['line 1, column 9: is no JSON, expected ":" (and 499 more)']);
  });

  it('are read one after the other, however they are printed', async () => {
    const { lines } = await write([json, json].map((each) => JSON.stringify(each, null, 2)).join('\n'));
    expect(lines.length).toBe(4);
  });
});

it('a byte order mark is no part of a file, and says its encoding', async () => {
  const text = `\ufeff${JSON.stringify(json)}`;
  const big = Buffer.from(text, 'utf16le').swap16();
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), big])
    expect((await write(bytes)).lines.map(({ kind }) => kind)).toEqual(kinds);
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
    const { lines } = await write(tape, 'tape');
    expect(lines.map(({ kind, time }) => [kind, time])).toEqual([
      ['TradeExecuted', 1_700_000_000_000],
      ['BalanceChanged', 1_700_000_002_000],
    ]);
  });

  it('with events in unknown layouts says which, and how many', async () => {
    const longer = Uint8Array.from([...trade, 1]);
    const unknown = Uint8Array.of(0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 9);
    const inner = { 0: [longer, longer, unknown].map((event) => selfCpi('pump', event, 2)) };
    const updates = [1, 2].map((index) => {
      const body = encodeTransaction({ slot: 12, index, outer: [{ program: PUMP }], inner });
      return frame(encodeUpdate({ transaction: SubscribeUpdateTransaction.decode(body) }));
    });
    const { lines, remarks } = await write(Buffer.concat(updates), 'tape');
    expect(lines.length).toBe(4);
    expect(remarks).toEqual([
      expect.stringMatching(
        `^\\w+: pump TradeEvent is longer than this version knows \\(${longer.length} bytes\\) \\(and 3 more\\)$`,
      ),
      expect.stringMatching(
        /^\w+: pump emits an event that this version does not know \(0011223344556677, 9 bytes\) \(and 1 more\)$/,
      ),
    ]);
  });

  it('without transactions is said to have none', async () => {
    expect((await write(new Uint8Array(), 'tape')).remarks).toEqual(['holds no transactions']);
  });

  it('that is cut is named as such', async () => {
    await expect(write(tape.subarray(0, -1), 'tape')).rejects.toThrow('ends within a frame');
  });
});

describe('a file that cannot be read', () => {
  const longText = 'z'.repeat(300_000);
  const instructions = [{ ...message.instructions[0], data: longText }];
  it.each([
    [{ hello: 1 }, /is an object of no known shape \(hello\): accepted are/],
    [7, /is 7: accepted are/],
    [{ ...json, transaction: ['AQ==', 'base64'] }, /wire transaction is cut/],
    [{ ...json, transaction: ['AQ==', 'base64+zstd'] }, /json, jsonParsed, base64 and base58 are read/],
    [['AQ==', 'base64'], /without its meta/],
    [{ ...json, transaction: { signatures, accountKeys: [] } }, /ask for "transactionDetails": "full"/],
    [
      { ...json, transaction: { signatures, message: { ...message, instructions } } },
      /^transaction.message.instructions.0.data: 300000 letters of base58: .* longer than 13985$/,
    ],
    [{ ...json, transaction: [longText, 'base58'] }, /300000 letters of base58/],
    [{ event: 'TradeEvent', base64: longText }, /300000 letters of base64/],
    [{ ...json, slot: '123456789012345678901' }, /^slot: is no u64/],
    [{ ...json, slot: '9007199254740993' }, /^slot: is too great/],
    [{ ...json, transaction: { signatures: ['0'], message } }, /^transaction.signatures.0: is no base58/],
    [
      { jsonrpc: '2.0', id: 1, error: { code: -32009, message: 'Slot 5 was skipped' } },
      /-32009: Slot 5 was skipped/,
    ],
  ])('is refused in a sentence: %#', async (content, sentence) => {
    const { lines, errors } = await decode(content);
    expect(lines).toEqual([]);
    expect(errors).toEqual([expect.stringMatching(sentence)]);
  });

  it.each([
    ['nope', 'line 1, column 1: is no JSON, expected a value'],
    ['{\n "a": tru}', 'line 2, column 7: is no JSON, expected a value'],
    ['{"slot": 12', 'line 1, column 12: the JSON ends too early, expected "," or "}"'],
    [`{"meta":\n${'['.repeat(200_000)}`, 'line 2, column 101: nests deeper than 100 levels'],
  ])('is refused with a place: %#', async (text, sentence) => {
    expect((await write(text)).errors).toEqual([sentence]);
  });

  it.each([
    ['', /is empty: accepted are/],
    ['\0\0\0\x05abc', /is binary: JSON is read, and tapes, named .tape/],
  ])('is refused as a whole: %#', async (text, sentence) => {
    await expect(write(text)).rejects.toThrow(sentence);
  });

  it('is refused where there is none', async () => {
    await expect(decodeFile(join(folder, 'none.json'))).rejects.toThrow('there is no such file');
    await expect(decodeFile(join(folder, 'none.tape'))).rejects.toThrow('there is no such file');
    await expect(decodeFile(folder)).rejects.toThrow('is a folder: name the files in it');
  });
});
