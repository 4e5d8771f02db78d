/** The services over real sockets, asked by fetch and by Solana's own client. */
import { request } from 'node:http';
import { web3 } from '@coral-xyz/anchor';
import { Random } from '@cryptonite/provider/random.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toBase58 } from '../addresses.js';
import { ARCHETYPES } from '../agents/archetypes.js';
import { GATE_MINT, GATE_TOKENS_HELD, WORTHLESS_TEST_WALLET } from '../gate-token.js';
import { Market } from '../market.js';
import { BOUNDED_START_MS } from '../market-source.js';
import { contentId } from '../names/content-id.js';
import { drawSocials, inventIdentity } from '../names/identity.js';
import { RecentTransactions } from '../recent-transactions.js';
import { clockOf } from '../slot-clock.js';
import { type DocumentFault, documentFault } from './metadata.js';
import { serveServices } from './serve-services.js';

const market = new Market({
  seed: 7,
  startSlot: clockOf().slotAt(BOUNDED_START_MS),
  activity: () => 1,
  recentTransactions: new RecentTransactions(),
});
const closing: (() => void)[] = [];
const open = async (faultScale: number, isLimited = true): Promise<string> => {
  const { url, server } = await serveServices({ seed: 7, market, port: 0, faultScale, isLimited });
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return url;
};

let sound: string;
beforeAll(async () => {
  for (let slots = 0; slots < 400; slots++) market.next();
  sound = await open(0);
}, 180_000);
afterAll(() => {
  for (const close of closing) close();
});

/** The status that a request with these headers gets; fetch would not let Host be set. */
const statusOf = (headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    request(`${sound}/price/v3`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

it('answer nobody who comes by another name or from another page', async () => {
  const { host } = new URL(sound);
  expect(await statusOf({ host })).toBe(400);
  expect(await statusOf({ host: 'rebound.example' })).toBe(403);
  expect(await statusOf({ host, origin: 'http://elsewhere.example' })).toBe(403);
  expect(await statusOf({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
  const included = await fetch(`${sound}/price/v3?ids=x`);
  expect(included.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it("are read by Solana's client", async () => {
  const connection = new web3.Connection(`${sound}/`, 'confirmed');
  const coin = [...market.coins()].find(({ traders }) => traders.size > 0 && traders.size < 15);
  const mint = new web3.PublicKey(toBase58(coin!.mint));
  expect((await connection.getTokenSupply(mint)).value.uiAmount).toBe(1_000_000_000);
  const { value: largest } = await connection.getTokenLargestAccounts(mint);
  expect(largest.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(10n ** 15n);
  const parsed = await connection.getParsedAccountInfo(mint);
  expect(parsed.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } });
  const creator = new web3.PublicKey(toBase58(coin!.creator));
  expect(await connection.getBalance(creator)).toBe(Number(market.ledger.lamports(coin!.creator)));
  const owned = await connection.getParsedTokenAccountsByOwner(creator, { mint });
  expect(owned.context.slot).toBe(market.newestSlot);
});

it("tell Solana's client what was sent lately", async () => {
  const connection = new web3.Connection(`${await open(0)}/`, 'confirmed');
  const coin = [...market.coins()][0]!;
  const mint = new web3.PublicKey(toBase58(coin.mint));
  const told = await connection.getSignaturesForAddress(mint, { limit: 1_000 });
  const [creation] = told.slice(-1);
  const options = { maxSupportedTransactionVersion: 0 };
  const created = await connection.getTransaction(creation!.signature, options);
  expect(created?.slot).toBe(creation!.slot);
  expect(created?.transaction.message.staticAccountKeys.map(String)).toContain(mint.toBase58());
  expect(created?.meta?.logMessages?.join()).toContain('Instruction: Create');
  const before = await connection.getSignaturesForAddress(mint, { before: creation!.signature });
  expect(before).toEqual([]);
  await expect(connection.getSignaturesForAddress(mint, { limit: 1_001 })).rejects.toThrow('max 1000');
  await expect(connection.getTransaction('abc', options)).rejects.toThrow('WrongSize');
});

it("tell Solana's client what the test wallet holds of the gate token", async () => {
  const connection = new web3.Connection(`${await open(0)}/`, 'confirmed');
  const [wallet, mint] = [WORTHLESS_TEST_WALLET.address, GATE_MINT].map(
    (key) => new web3.PublicKey(toBase58(key)),
  );
  const { value } = await connection.getParsedTokenAccountsByOwner(wallet!, { mint: mint! });
  const [{ pubkey, account }] = value as [(typeof value)[number]];
  expect(account.data.parsed.info.tokenAmount.amount).toBe(String(GATE_TOKENS_HELD));
  expect((await connection.getTokenAccountBalance(pubkey)).value.uiAmount).toBe(1_500_000);
});

it('have no limits where these are lifted', async () => {
  const url = await open(0, false);
  // More than twice what a minute allows, and than ten seconds allow: a new count in between excuses none.
  const boosts = Array.from({ length: 125 }, () => fetch(`${url}/token-boosts/latest/v1`));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const health = Array.from({ length: 205 }, () => fetch(`${url}/`, { method: 'POST', body }));
  const statuses = (await Promise.all([...boosts, ...health])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('stop at their limits, and say for how long', async () => {
  const url = `${await open(0)}/token-boosts/latest/v1`;
  // Sixty a minute; another minute, and with it a new count, may begin in between.
  const answers = await Promise.all(Array.from({ length: 125 }, () => fetch(url)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(5);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('of X count each path by itself', async () => {
  const url = await open(0);
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  // 300 in fifteen minutes; other fifteen may begin in between. Who brings no token is counted as well.
  const posts = await Promise.all(
    Array.from({ length: 605 }, () => statusOf('/2/tweets/counts/recent?query=x')),
  );
  expect(posts.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  expect(await statusOf('/2/users/by/username/nobody')).toBe(401);
});

it('count every request of a batch, and none of a batch that they refuse for it', async () => {
  const url = `${await open(0)}/`;
  const request = { jsonrpc: '2.0', id: 1, method: 'getHealth' };
  const batch = async (size: number) => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(Array(size).fill(request)) });
    return [answer.status, await answer.json()];
  };
  expect((await batch(101))[1].error.code).toBe(-32010);
  // A hundred in ten seconds; other ten seconds may begin in between, once.
  const answers = await Promise.all(Array.from({ length: 6 }, () => batch(60)));
  expect(answers.filter(([status]) => status === 429).length).toBeGreaterThanOrEqual(4);
});

it('refuse a body that is too long, and what they do not serve', async () => {
  const post = (body: string) => fetch(`${sound}/`, { method: 'POST', body });
  expect((await post('x'.repeat(70_000))).status).toBe(413);
  expect((await fetch(`${sound}/nothing`)).status).toBe(404);
  expect((await fetch(`${sound}/price/v3`, { method: 'DELETE' })).status).toBe(405);
});

it('fail alike for the same request in the same moment, as often as is said', async () => {
  const url = await open(30);
  const outcome = async (query: number) => {
    const limit = { signal: AbortSignal.timeout(1_000) };
    const answer = await fetch(`${url}/price/v3?ids=x${query}`, limit).catch(() => null);
    const text = await answer?.text().catch(() => null);
    return text == null ? 'broken' : answer?.status;
  };
  const first = await Promise.all(Array.from({ length: 25 }, (_, query) => outcome(query)));
  const again = await Promise.all(Array.from({ length: 25 }, (_, query) => outcome(query)));
  expect(again).toEqual(first);
  const failed = first.filter((status) => status !== 200).length;
  expect(failed).toBeGreaterThan(1);
  expect(failed).toBeLessThan(16);
});

describe('documents', () => {
  const random = new Random('served badly');
  const fetchDocument = async (fault: DocumentFault, signal?: AbortSignal): Promise<Response> => {
    for (;;) {
      const { keys } = inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials));
      if (documentFault(keys, 1) !== fault) continue;
      const cid = contentId({ kind: 'document', keys });
      const answer = await fetch(`${faulty}/ipfs/${cid}`, { signal: signal ?? null, redirect: 'manual' });
      // One request in a hundred fails before it gets to the document.
      if (answer.status < 500) return answer;
    }
  };
  let faulty: string;
  beforeAll(async () => {
    faulty = await open(1);
  });

  it('without an end come until the reader has had enough', async () => {
    const answer = await fetchDocument('huge');
    let bytes = 0;
    for await (const chunk of answer.body!) {
      bytes += chunk.length;
      if (bytes > 2_000_000) break;
    }
    expect(answer.headers.get('content-length')).toBeNull();
    expect(bytes).toBeGreaterThan(2_000_000);
  });

  it('that break off do so in the middle', async () => {
    const answer = await fetchDocument('cut');
    await expect(answer.text()).rejects.toThrow();
  });

  it('that stall send nothing until the reader gives up', async () => {
    await expect(fetchDocument('stalled', AbortSignal.timeout(300))).rejects.toThrow('timeout');
  });

  it('may lead inside the reader’s own network', async () => {
    const answer = await fetchDocument('redirected');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.any(String)]);
  });
});
