/** Transactions asked of a market that stands still, against what it sent. */
import { web3 } from '@coral-xyz/anchor';
import type { Update } from '@cryptonite/provider/update.js';
import bs58 from 'bs58';
import { beforeAll, describe, expect, it } from 'vitest';
import { PUMP, toBase58 } from '../addresses.js';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import type { PublicMarket } from '../public-market.js';
import { readTransactions } from '../read-transactions.js';
import { RecentTransactions } from '../recent-transactions.js';
import { clockOf } from '../slot-clock.js';
import { serveRpc } from './rpc.js';

const options = { seed: 7, startSlot: clockOf().slotAt(BOUNDED_START_MS), activity: () => 1 };
const market = new Market({ ...options, recentTransactions: new RecentTransactions() });

type Sent = Extract<Update, { kind: 'transaction' }>;
/** All that was sent, oldest first. */
const sent: Sent[] = [];
beforeAll(() => {
  for (let slots = 0; slots < 600; slots++)
    for (const update of market.next()) if (update.kind === 'transaction') sent.push(update);
}, 180_000);

const post = (method: string, params: unknown[], asked: PublicMarket = market) => {
  const url = new URL('http://localhost/');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return JSON.parse(String(serveRpc({ method: 'POST', url, headers: {}, body }, asked)!.body));
};
const ask = (method: string, ...params: unknown[]) => post(method, params).result;
const textOf = (signature: string): string => bs58.encode(Buffer.from(signature, 'latin1'));
const naming = (account: string, until = market.newestSlot): Sent[] =>
  sent.filter(({ slot, accounts }) => slot <= until && accounts.includes(account)).toReversed();
const signatures = (list: readonly { signature: string }[]): string[] =>
  list.map(({ signature }) => signature);
const confirmed = { commitment: 'confirmed' };
const pump = toBase58(PUMP);

describe('signatures of an account', () => {
  it('are of all that name it, newest first', () => {
    const expected = naming(PUMP, market.newestSlot - 1);
    const told = ask('getSignaturesForAddress', pump, confirmed);
    expect(expected.length).toBeGreaterThan(100);
    expect(signatures(told)).toEqual(expected.slice(0, 1_000).map(({ signature }) => textOf(signature)));
    const slots: number[] = told.map(({ slot }: { slot: number }) => slot);
    expect(slots).toEqual(expected.slice(0, 1_000).map(({ slot }) => slot));
  });

  it('are those of a wallet, too', () => {
    const counts = new Map<string, number>();
    for (const { accounts } of sent) counts.set(accounts[0]!, (counts.get(accounts[0]!) ?? 0) + 1);
    const [payer] = [...counts].reduce((most, other) => (other[1] > most[1] ? other : most));
    const expected = naming(payer, market.newestSlot - 1).map(({ signature }) => textOf(signature));
    expect(expected.length).toBeGreaterThan(3);
    expect(signatures(ask('getSignaturesForAddress', toBase58(payer), confirmed))).toEqual(expected);
  });

  it('are of finalized slots unless told otherwise, and say how far each is', () => {
    const finalized = market.newestSlot - 31;
    const told = ask('getSignaturesForAddress', pump);
    expect(told[0].slot).toBe(naming(PUMP, finalized)[0]!.slot);
    const all = ask('getSignaturesForAddress', pump, confirmed);
    for (const { slot, confirmationStatus } of all)
      expect(confirmationStatus).toBe(slot <= finalized ? 'finalized' : 'confirmed');
    expect(all[0].confirmationStatus).toBe('confirmed');
  });

  it('come in pages that leave out nothing and say nothing twice', () => {
    const whole = signatures(ask('getSignaturesForAddress', pump, confirmed));
    const paged: string[] = [];
    for (let before: string | undefined; ; before = paged.at(-1)) {
      const page = ask('getSignaturesForAddress', pump, { ...confirmed, before, limit: 37 });
      if (page.length === 0 || paged.length >= whole.length) break;
      paged.push(...signatures(page));
    }
    expect(paged.slice(0, whole.length)).toEqual(whole);
  });

  it('end before the signature that the asker knows', () => {
    const whole = signatures(ask('getSignaturesForAddress', pump, confirmed));
    const until = whole[20];
    const between = { ...confirmed, before: whole[4], until };
    expect(signatures(ask('getSignaturesForAddress', pump, { ...confirmed, until }))).toEqual(
      whole.slice(0, 20),
    );
    expect(signatures(ask('getSignaturesForAddress', pump, between))).toEqual(whole.slice(5, 20));
  });

  it('are none before one that the market does not know, and go on past one that it has forgotten', () => {
    const unknown = bs58.encode(Buffer.alloc(64, 7));
    expect(ask('getSignaturesForAddress', pump, { ...confirmed, before: unknown })).toEqual([]);
    expect(ask('getSignaturesForAddress', pump, { ...confirmed, until: unknown, limit: 3 })).toHaveLength(3);
    expect(ask('getSignaturesForAddress', bs58.encode(Buffer.alloc(32, 7)))).toEqual([]);
  });

  it('say why a transaction failed, and when', () => {
    const told = ask('getSignaturesForAddress', pump, confirmed);
    const failed = new Set(sent.filter(({ failed }) => failed).map(({ signature }) => textOf(signature)));
    const errors: string[] = [];
    for (const { signature, err, blockTime, memo } of told) {
      expect(err !== null).toBe(failed.has(signature));
      expect([memo, blockTime]).toEqual([null, expect.any(Number)]);
      if (err) errors.push(JSON.stringify(err));
    }
    const known = /^\{"InstructionError":\[\d,(\{"Custom":\d+\}|"ComputationalBudgetExceeded")\]\}$/;
    expect(errors.length).toBeGreaterThan(10);
    for (const error of errors) expect(error).toMatch(known);
  });
});

describe('a transaction', () => {
  const get = ({ signature }: Sent, config: object | string = {}) =>
    ask(
      'getTransaction',
      textOf(signature),
      typeof config === 'string' ? config : { ...confirmed, ...config },
    );
  const old = (): Sent[] => sent.filter(({ slot }) => slot < market.newestSlot - 31);

  it('is told in json as the stream told it', () => {
    for (const update of old().slice(-200)) {
      const { transaction, meta } = readTransactions([update])[0]!;
      const told = get(update, { encoding: 'json' });
      expect(told.slot).toBe(update.slot);
      expect(told.transaction.signatures[0]).toBe(textOf(update.signature));
      const { message } = told.transaction;
      expect(message.accountKeys).toEqual(update.accounts.map(toBase58));
      expect(message.recentBlockhash).toBe(bs58.encode(transaction!.message!.recentBlockhash));
      expect(message.instructions.map(({ data }: { data: string }) => data)).toEqual(
        transaction!.message!.instructions.map(({ data }) => bs58.encode(data)),
      );
      expect(told.meta.logMessages).toEqual(meta!.logMessages);
      expect(told.meta.preBalances.map(String)).toEqual(meta!.preBalances);
      expect(told.meta.postBalances.map(String)).toEqual(meta!.postBalances);
      expect(told.meta.fee).toBe(Number(meta!.fee));
      const owners = (list: { owner: string; mint: string }[]) =>
        list.map(({ owner, mint }) => [owner, mint]);
      expect(owners(told.meta.postTokenBalances)).toEqual(owners(meta!.postTokenBalances));
      expect(told.meta.err !== null).toBe(update.failed);
      expect(told.meta.status).toEqual(update.failed ? { Err: told.meta.err } : { Ok: null });
      expect(told).not.toHaveProperty('version');
    }
  });

  it('is the same in base64, base58 and json, as the official library reads them', () => {
    for (const update of old().slice(-50)) {
      const [base64, base58, json] = ['base64', 'base58', 'json'].map((encoding) =>
        get(update, { encoding }),
      );
      const wire = Buffer.from(base64.transaction[0], 'base64');
      expect([base64.transaction[1], base58.transaction[1]]).toEqual(['base64', 'base58']);
      expect(Buffer.from(bs58.decode(base58.transaction[0]))).toEqual(wire);
      const { signatures: signed, message } = web3.VersionedTransaction.deserialize(wire);
      expect(signed.map((signature) => bs58.encode(signature))).toEqual(json.transaction.signatures);
      expect(message.version).toBe('legacy');
      expect(message.header).toEqual(json.transaction.message.header);
      expect(message.recentBlockhash).toBe(json.transaction.message.recentBlockhash);
      expect(message.staticAccountKeys.map(String)).toEqual(json.transaction.message.accountKeys);
      expect(
        message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          accounts: accountKeyIndexes,
          data: bs58.encode(data),
          programIdIndex,
          stackHeight: 1,
        })),
      ).toEqual(json.transaction.message.instructions);
    }
  });

  it('is named by its version to who knows versions', () => {
    expect(get(old()[0]!, { maxSupportedTransactionVersion: 0 }).version).toBe('legacy');
    // The oldest way to ask.
    expect(get(old()[0]!, 'base64').transaction[1]).toBe('base64');
  });

  it('is null where it is unknown, and until its slot is as far as asked for', () => {
    const newest = sent.findLast(({ slot }) => slot <= market.newestSlot - 1)!;
    expect(ask('getTransaction', bs58.encode(Buffer.alloc(64, 7)))).toBeNull();
    expect(newest.slot).toBeGreaterThan(market.newestSlot - 31);
    expect(get(newest)).not.toBeNull();
    expect(ask('getTransaction', textOf(newest.signature))).toBeNull();
  });
});

it('the newest launch is found from its mint alone', () => {
  const coin = [...market.coins()].findLast(({ createdAtMs }) => createdAtMs < market.nowMs - 20_000)!;
  const told = ask('getSignaturesForAddress', toBase58(coin.mint));
  const creation = ask('getTransaction', told.at(-1).signature);
  expect(creation.transaction.message.accountKeys).toContain(toBase58(coin.mint));
  expect(creation.meta.logMessages.join()).toContain('Instruction: Create');
});

it.each([
  ['a limit of none', 'getSignaturesForAddress', [pump, { limit: 0 }], 'Invalid limit; max 1000'],
  ['a limit too high', 'getSignaturesForAddress', [pump, { limit: 1_001 }], 'Invalid limit; max 1000'],
  ['half a limit', 'getSignaturesForAddress', [pump, { limit: 1.5 }], 'Invalid params: '],
  ['no account', 'getSignaturesForAddress', [], 'Invalid params: '],
  ['a short account', 'getSignaturesForAddress', ['abc'], 'Invalid param: WrongSize'],
  ['a short signature', 'getSignaturesForAddress', [pump, { before: 'abc' }], 'Invalid param: WrongSize'],
  ['no base58', 'getSignaturesForAddress', [pump, { until: '0OIl' }], 'Invalid param: Invalid'],
  [
    'what is only processed',
    'getSignaturesForAddress',
    [pump, { commitment: 'processed' }],
    'Method does not',
  ],
  ['no signature', 'getTransaction', [], 'Invalid params: '],
  ['an account as signature', 'getTransaction', [pump], 'Invalid param: WrongSize'],
  ['a long text', 'getTransaction', ['1'.repeat(5_000)], 'Invalid param: WrongSize'],
  [
    'an encoding of nobody’s',
    'getTransaction',
    [bs58.encode(Buffer.alloc(64, 7)), 'utf8'],
    'Invalid params: ',
  ],
  [
    'a version that is none',
    'getTransaction',
    [bs58.encode(Buffer.alloc(64, 7)), { maxSupportedTransactionVersion: -1 }],
    'Invalid params: ',
  ],
])('%s is refused as Agave refuses it', (_, method, params, message) => {
  const { error } = post(method, params);
  expect(error.code).toBe(-32602);
  expect(error.message.startsWith(message)).toBe(true);
});

it('jsonParsed is refused, and everything by a market that keeps nothing', () => {
  const parsed = { encoding: 'jsonParsed', commitment: 'confirmed' };
  const { signature } = sent[0]!;
  expect(post('getTransaction', [textOf(signature), parsed]).error.message).toContain('ask for json');
  const forgetful = new Market(options);
  forgetful.next();
  expect(post('getSignaturesForAddress', [pump], forgetful).error.code).toBe(-32011);
});
