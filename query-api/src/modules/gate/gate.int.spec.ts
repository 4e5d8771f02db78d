import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem, TokenBalance } from '@cryptonite/contracts/api';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { EventBus, QueryBus } from '@nestjs/cqrs';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startMarket } from '../../../testing/market.js';
import { startApp } from '../../../testing/start-app.js';
import { Gate } from '../../platform/access/gate.js';
import { WalletDeleted } from '../../platform/access/wallet-deleted.js';
import { GetTokenBalance } from './queries/get-token-balance/get-token-balance.query.js';

/** Addresses of 32 bytes, of nobody. */
const walletOf = (letter: string) => letter.repeat(43);
const [RICH, BELOW, SPLIT, NOBODY] = ['A', 'B', 'C', 'D'].map(walletOf) as [string, string, string, string];
/** In whose name others opened so many accounts that no answer has room for them; the first is its own. */
const CROWDED = walletOf('n');
const HOLDERS = [
  `${RICH}=1000000,${BELOW}=999999.999999,${SPLIT}=400000.5,${SPLIT}=600000,${CROWDED}=1000000.25`,
  ...Array(900).fill(`${CROWDED}=0.000001`),
].join();

/** What asks gives up after it, and tells nobody why. */
const PAGE_WAITS_MS = 5_000;

let running: Awaited<ReturnType<typeof startApp>>;
let around: Awaited<ReturnType<typeof startMarket>>;

const ask = (walletAddress: unknown, tokenMintAddress: unknown = around.gateMint) =>
  supertest(running.server).post('/api/token-balance').send({ walletAddress, tokenMintAddress });
const isOpenTo = (wallet: string) => running.app.get(Gate, { strict: false }).isOpenTo(wallet);
const start = (env: Record<string, string>) =>
  startApp({ GATE_TOKEN_MINT: around.gateMint, COMMANDS_PER_MINUTE: '1000', ...env });

beforeAll(async () => {
  around = await startMarket(HOLDERS);
});
afterAll(() => around?.stop());

describe('on the market', () => {
  beforeAll(async () => {
    running = await start({ SOLANA_RPC_URL: around.url });
  });
  afterAll(() => running.app.close());

  it.each([
    ['who holds enough', RICH, 1_000_000, true],
    ['who holds one unit too little', BELOW, 999_999.999999, false],
    ['who holds it in two accounts', SPLIT, 1_000_000.5, true],
    ['who holds none', NOBODY, 0, false],
  ])('is open by what the chain says: %s', async (_, wallet, balance, isOpen) => {
    const { status, body } = await ask(wallet);
    expect([status, body]).toEqual([200, { success: true, balance, error: null }]);
    expect(await isOpenTo(wallet)).toBe(isOpen);
  });

  it('says what is wrong with an address, and that there is no such mint', async () => {
    const wrong = await ask('me').expect(400);
    expect(wrong.body.error).toBe('walletAddress: is not a base58 address of 32 to 44 characters.');
    const missing = await ask(RICH, walletOf('E')).expect(404);
    expect(Problem.parse(missing.body)).toMatchObject({
      code: 'not_found',
      success: false,
      error: `There is no token mint at ${walletOf('E')}.`,
    });
  });

  it('is open to who holds enough in their own account, whoever opens hundreds of others in their name', async () => {
    const asked = new GetTokenBalance(CROWDED, around.gateMint, 'somebody else');
    expect(await running.app.get(QueryBus).execute(asked)).toMatchObject({ balance: 1_000_000.25 });
    expect(await isOpenTo(CROWDED)).toBe(true);
  });

  it('asks no more often for one caller than it may, and the gate still opens', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) => ask(walletOf('EFGHJKLMNPQRSTUVWXYZabcdefghij'[place] ?? ''))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await isOpenTo(walletOf('k'))).toBe(false);
  });

  it('answers who comes to the gate, whatever two others ask', async () => {
    const askedBy = (caller: string, wallet: string, mint: string) =>
      running.app.get(QueryBus).execute(new GetTokenBalance(wallet, mint, caller));
    const wallets = [...'EFGHJKLMNPQRSTUVWXYZ'].map(walletOf);
    const answers = await Promise.allSettled(
      ['one', 'two'].flatMap((caller) =>
        wallets.flatMap((wallet) => [
          askedBy(caller, wallet, around.gateMint),
          askedBy(caller, wallet, walletOf('E')),
        ]),
      ),
    );
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'answered'));
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(40);
    expect(await askedBy('three', walletOf('m'), around.gateMint)).toMatchObject({ balance: 0 });
  });

  it('shares what an RPC bears among all who ask, and says when to come again', async () => {
    const answers = await Promise.allSettled(
      [...'GHJKLMNPQR'].map((letter) =>
        running.app.get(QueryBus).execute(new GetTokenBalance(NOBODY, walletOf(letter), `from ${letter}`)),
      ),
    );
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const shared = refused.filter(({ code }) => code === 'rate_limited');
    expect(shared.length).toBeGreaterThan(0);
    for (const { message, headers } of shared) {
      expect(message).toMatch(/^More balances are asked for than the RPC may be asked\./);
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    }
  });
});

/** Of one RPC, to a request of this id. */
type Answer = (response: ServerResponse, id: string, method: string) => void;

describe('an RPC that is away', () => {
  let fake: Server;
  let asked: number;
  afterEach(async () => {
    await running.app.close();
    fake?.closeAllConnections();
    fake?.close();
  });

  async function startBehind(answer: Answer): Promise<void> {
    asked = 0;
    fake = createServer((request, response) => {
      let said = '';
      request.on('data', (chunk) => (said += chunk));
      request.on('end', () => {
        const { id, method } = JSON.parse(said);
        // Health asks too, of something else.
        if (method === 'getTokenAccountsByOwner') asked += 1;
        answer(response, id, method);
      });
    }).listen(0, '127.0.0.1');
    await once(fake, 'listening');
    const { port } = fake.address() as AddressInfo;
    running = await start({ SOLANA_RPC_URL: `http://127.0.0.1:${port}/?key=secret-key` });
  }

  const refuses = async (sentence: RegExp, retryAfter: string | undefined) => {
    const { status, body, headers } = await ask(RICH);
    expect([status, body.code, body.success, body.balance]).toEqual([
      503,
      'store_unavailable',
      false,
      undefined,
    ]);
    expect(body.error).toMatch(sentence);
    expect(JSON.stringify(body)).not.toMatch(/secret-key|127\.0\.0\.1/);
    expect(headers['retry-after']).toBe(retryAfter);
    await expect(isOpenTo(RICH)).rejects.toThrow(sentence);
  };

  it.each<[string, Answer]>([
    ['that breaks the connection', (response) => response.destroy()],
    ['in trouble', (response) => response.writeHead(502).end('<html>secret-key')],
    ['that answers garbage', (response) => response.end('{"jsonrpc":')],
    ['that answers for somebody else', (response) => response.end(JSON.stringify(answerOf(NOBODY)))],
  ])('is no balance: one %s', async (_, answer) => {
    await startBehind(answer);
    await refuses(/the RPC does not answer\. Try again in 5 s\.$/, '5');
    // Each was asked once more.
    expect(asked).toBe(4);
  });

  it.each([
    ['holds too little in its own account', () => accountOf(RICH, '999999999999')],
    ['gave its own account away', () => accountOf(NOBODY)],
    ['has none of its own', () => null],
  ])('that answers with 20 MB is no balance of who %s, and is not read to its end', async (_, own) => {
    const answer = answerOf(RICH);
    const [account] = answer.result.value;
    const long = JSON.stringify({
      ...answer,
      result: { ...answer.result, value: Array(60_000).fill(account) },
    });
    expect(long.length).toBeGreaterThan(20_000_000);
    let taken = 0;
    function* pieces() {
      for (let from = 0; from < long.length; from += 65_536) {
        const piece = long.slice(from, from + 65_536);
        taken += piece.length;
        yield piece;
      }
    }
    await startBehind((response, id, method) => {
      if (method === 'getTokenAccountsByOwner')
        return void pipeline(Readable.from(pieces()), response).catch(() => {});
      response.end(JSON.stringify(resultOf([own(), SOL_ALONE], id)));
    });
    await refuses(/^What this wallet holds is unknown: the RPC answers with more than 256 kB/, undefined);
    expect(asked).toBe(1);
    // Of an answer what lies between the two ends of a connection.
    expect(taken).toBeLessThan(long.length);
  });

  /** Health asks at the start: once it was answered nothing else is under way. */
  const healthHearsThatItIsBusy = () =>
    expect.poll(async () => (await running.health()).site[0]?.error).toBe('the RPC answers 429');

  it('that wants no more questions is left alone, by health too', async () => {
    let requests = 0;
    await startBehind((response) => {
      requests += 1;
      response.writeHead(429, { 'Retry-After': '600' }).end();
    });
    await healthHearsThatItIsBusy();
    for (const wallet of [RICH, BELOW]) {
      const { status, body, headers } = await ask(wallet);
      expect([status, body.code]).toEqual([503, 'store_unavailable']);
      const [, seconds] = /wants no more questions now\. Try again in (\d+) s\.$/.exec(body.error) ?? [];
      expect(headers['retry-after']).toBe(seconds);
      // A minute at most, and what of it is over.
      expect(Number(seconds)).toBeGreaterThan(30);
      expect(Number(seconds)).toBeLessThanOrEqual(60);
    }
    await expect(isOpenTo(SPLIT)).rejects.toThrow(/wants no more questions now/);
    expect(requests).toBe(1);
  });

  it('is asked again when the time that it said is over, and not before', async () => {
    const atMs: number[] = [];
    let isBusy = true;
    await startBehind((response, id) => {
      atMs.push(Date.now());
      if (isBusy) response.writeHead(429, { 'Retry-After': '1' }).end();
      else response.end(JSON.stringify(answerOf(RICH, id)));
    });
    await healthHearsThatItIsBusy();
    isBusy = false;
    await expect.poll(() => isOpenTo(RICH).catch(() => null), { timeout: 30_000 }).toBe(true);
    const [first = 0, second = 0] = atMs;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
  });

  it('is asked once for all who ask at once', async () => {
    await startBehind((response, id) => response.end(JSON.stringify(answerOf(RICH, id))));
    const answers = await Promise.all([ask(RICH), ask(RICH), ask(RICH)]);
    for (const { body } of answers) expect(TokenBalance.parse(body).balance).toBe(1_000_000);
    expect(asked).toBe(1);
  });

  it('is asked anew of a wallet whose data was deleted, and of no other', async () => {
    await startBehind((response, id) => response.end(JSON.stringify(answerOf(RICH, id))));
    await ask(RICH).expect(200);
    const events = running.app.get(EventBus);
    events.publish(new WalletDeleted(BELOW));
    await ask(RICH).expect(200);
    expect(asked).toBe(1);
    events.publish(new WalletDeleted(RICH));
    await ask(RICH).expect(200);
    expect(asked).toBe(2);
  });

  it('is none where none is configured', async () => {
    running = await start({});
    await refuses(/^No RPC is configured here: what wallets hold is unknown\.$/, undefined);
  });
});

it('comes back by itself after it was frozen and after it was killed', async () => {
  running = await start({ SOLANA_RPC_URL: around.url });
  try {
    await ask(RICH).expect(200);
    around.market.signal('SIGSTOP');
    const askedMs = performance.now();
    await ask(BELOW).expect(503);
    expect(performance.now() - askedMs).toBeLessThan(PAGE_WAITS_MS);
    around.market.signal('SIGCONT');
    await ask(BELOW).expect(200);
    await around.market.kill();
    await ask(SPLIT).expect(503);
    // What was asked lately is known without it.
    await ask(RICH).expect(200);
    await around.market.start();
    await ask(SPLIT).expect(200);
  } finally {
    await running.app.close();
  }
});

/** Somebody has sent SOL to where the account of the other token program would be. */
const SOL_ALONE = {
  data: ['', 'base64'],
  executable: false,
  lamports: 890_880,
  owner: '1'.repeat(32),
  rentEpoch: 0,
};
const resultOf = <T>(value: T, id: string) => ({
  jsonrpc: '2.0',
  id,
  result: { context: { slot: 1 }, value },
});
const accountOf = (owner: string, amount = '1000000000000') => ({
  data: {
    program: 'spl-token',
    space: 165,
    parsed: {
      type: 'account',
      info: { mint: around.gateMint, owner, tokenAmount: { amount, decimals: 6 } },
    },
  },
  executable: false,
  lamports: 2_039_280,
  owner: SOL_MINT,
  rentEpoch: 0,
});
const answerOf = (owner: string, id = '1') => resultOf([{ pubkey: SOL_MINT, account: accountOf(owner) }], id);
