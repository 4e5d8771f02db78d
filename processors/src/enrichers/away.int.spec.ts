/** Services that are down, answer garbage or refuse everybody, one after the other, and come back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from '@cryptonite/contracts/asks';
import type { JournalRecord } from '@cryptonite/contracts/events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { connectProviders } from './connect-providers.js';
import { Enricher } from './enricher.js';
import { enrichersEnvironment } from './environment.js';
import { askBoosts, askHolders, askMetadata, askMint, askSocial } from './testing.js';
import { openOutside, startServer } from './testing-outside.js';

const TOKENS = 400;
/** Beyond it hosts that were left alone have long been asked again. */
const WITHIN_MS = 90_000;
const PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzd';

type Answering = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

const down: Answering = (_, response) => {
  response.destroy();
};
const garbage: Answering = (_, response) => {
  response.end('<html>\0');
};
const refusing: Answering = (_, response) => {
  response.writeHead(429, { 'retry-after': '1' }).end();
};
const well: Answering = ({ url = '', body }, response) => {
  response.end(JSON.stringify(url === '/' ? chainSays(body) : said(url)));
};

function said(url: string): unknown {
  if (url.startsWith('/ipfs/')) return { name: 'Sealy' };
  if (url.startsWith('/2/tweets/')) return { data: [] };
  return url.startsWith('/bot') ? { ok: true, result: 3 } : [];
}

function chainSays(body: string): unknown {
  const { method, params } = JSON.parse(body);
  const info = { decimals: 6, supply: '1000', mintAuthority: null, freezeAuthority: null };
  const account = { owner: PROGRAM, data: { parsed: { type: 'mint', info } } };
  const value = method === 'getMultipleAccounts' ? params[0].map(() => account) : [];
  return { jsonrpc: '2.0', id: 1, result: { context: { slot: 9 }, value } };
}

let answering: Answering;
let server: Awaited<ReturnType<typeof startServer>>;
let way: Awaited<ReturnType<typeof openOutside>>;
let enricher: Enricher;
let written: JournalRecord[];

beforeEach(async () => {
  answering = down;
  server = await startServer((request, response) => answering(request, response));
  way = await openOutside([server.url]);
  const { url } = server;
  const tokens = { X_BEARER_TOKEN: 'x', TELEGRAM_BOT_TOKEN: 't', PICTURES_DIR: '-', CACHE_DIR: '-' };
  const addresses = { IPFS_GATEWAYS: url, DEXSCREENER_URL: url, X_API_URL: url, TELEGRAM_API_URL: url };
  const env = z.object(enrichersEnvironment).parse({ ...tokens, ...addresses, SOLANA_RPC_URL: url });
  const pictures = { has: async () => true, take: () => Promise.reject(new Error('there is none')) };
  written = [];
  enricher = new Enricher({
    providers: connectProviders(env, way.outside, pictures, way.log),
    write: async (_, record) => {
      written.push(record);
    },
    log: way.log,
  });
});
afterEach(async () => {
  await Promise.race([enricher.close(), sleep(1_000)]);
  await way.close();
  await server.stop();
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
let round = 0;

const KINDS = {
  metadata: 'MetadataResolved',
  boosts: 'TokenBoosted',
  social: 'SocialObserved',
  mint: 'MintObserved',
  holders: 'HoldersObserved',
} as const;

/** What is answered of services; the rest is of the product's own tables. */
type OfOutside = Extract<Ask, { what: keyof typeof KINDS }>;

/** As the screener asks again what was not answered; each document has an address of its own. */
function askAll(): void {
  round += 1;
  const known = new Set(written.map(({ mint, facts }) => `${facts[0]?.kind} ${mint}`));
  for (let token = 0; token < TOKENS; token++) {
    const mint = `${PROGRAM.slice(0, 40)}${String(1_111 + token).replaceAll('0', 'z')}`;
    const letters = [round, token / 26, token % 26].map((digit) => LETTERS[Math.floor(digit) % 26]).join('');
    const changes = { mint, nearness: token < 100 ? 'near' : 'far' } as const;
    const asks: OfOutside[] = [
      askMetadata({ ...changes, uri: `ipfs://${CID}${letters}` }),
      askBoosts(changes),
      askSocial({ ...changes, telegramHandle: 'sealy' }),
      askMint(changes),
      askHolders(changes),
    ];
    for (const ask of asks) if (!known.has(`${KINDS[ask.what]} ${mint}`)) enricher.take(0, ask);
  }
}

const answered = (kind: string): number =>
  new Set(written.flatMap(({ mint, facts }) => (facts[0]?.kind === kind ? [mint] : []))).size;

it.each([
  ['are down', down],
  ['answer garbage', garbage],
  ['refuse everybody', refusing],
])('nothing is made up while they %s, and all is answered once they are back', async (_, away) => {
  answering = away;
  for (let turn = 0; turn < 3; turn++) {
    askAll();
    await sleep(300);
  }
  // Of a document there is a reason; of what was not told nothing.
  expect(written.every(({ facts }) => facts[0]?.kind === 'MetadataResolved')).toBe(true);
  for (const { facts } of written) expect(facts[0]).toMatchObject({ documentSha256: null });
  written.length = 0;
  answering = well;
  const deadline = performance.now() + WITHIN_MS;
  const kinds = Object.values(KINDS);
  while (kinds.some((kind) => answered(kind) < TOKENS)) {
    if (performance.now() > deadline) expect(kinds.map(answered)).toEqual(kinds.map(() => TOKENS));
    askAll();
    await sleep(1_000);
  }
  expect(way.lines.filter((line) => /is away since/.test(line)).length).toBeLessThanOrEqual(5);
});
