/** Every provider against servers on real sockets that speak, fail and are silent as services do. */
import type { ServerResponse } from 'node:http';
import type { FetchFailure } from '@cryptonite/contracts/events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Boosts } from './boosts/boosts.js';
import { Holders } from './chain/holders.js';
import { Mints } from './chain/mints.js';
import { Rpc } from './chain/rpc.js';
import { Content, GatewaysAway } from './metadata/content.js';
import { Metadata } from './metadata/metadata.js';
import { Reach } from './reach.js';
import { Service } from './service.js';
import { SERVICES } from './service-limits.js';
import { Social } from './social/social.js';
import { membersOnTelegram } from './social/telegram.js';
import { accountOnX, postsOnX } from './social/x.js';
import { askBoosts, askHolders, askMetadata, askMint, askSocial, askWebsite, MINT } from './testing.js';
import { openOutside, startServer } from './testing-outside.js';
import { madeUpSites } from './websites/made-up-sites.js';
import { Websites } from './websites/websites.js';

const SECRET = 'secret-of-mine';

let answers: Record<string, (path: string, body: string) => unknown>;
let status: number;
let server: Awaited<ReturnType<typeof startServer>>;
let way: Awaited<ReturnType<typeof openOutside>>;

beforeEach(async () => {
  answers = {};
  status = 200;
  server = await startServer(({ url = '', body }, response) => {
    const [, answer] = Object.entries(answers).find(([start]) => url.startsWith(start)) ?? [];
    if (answer) send(response, status, answer(url, body));
    else send(response, 404, {});
  });
  way = await openOutside([server.url]);
});
afterEach(async () => {
  await way.close();
  await server.stop();
});

function send(response: ServerResponse, code: number, value: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(Buffer.isBuffer(value) ? value : JSON.stringify(value));
}

const service = (name: string, headers = {}) =>
  new Service({ name, url: server.url, headers, outside: way.outside, log: way.log });

describe('boosts', () => {
  const boosted = { chainId: 'solana', tokenAddress: MINT, amount: 10, totalAmount: 30 };
  const lists = (listed: unknown[], profiles: unknown[] = []) => {
    answers['/token-boosts/'] = () => listed;
    answers['/token-profiles/'] = () => profiles;
  };

  it('of many tokens cost one look at each list', async () => {
    lists([boosted], [boosted]);
    const boosts = new Boosts(service('DexScreener'));
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        boosts.answer(askBoosts({ mint: index === 0 ? MINT : `${index}`, nearness: 'near' })),
      ),
    );
    expect(said[0]).toMatchObject({ boosts: 30, hasPaidProfile: true });
    expect(said[1]).toMatchObject({ boosts: 0, hasPaidProfile: null });
    expect(server.asked.length).toBe(3);
  });

  it('as they were are not said again', async () => {
    lists([boosted]);
    const boosts = new Boosts(service('DexScreener'));
    expect(await boosts.answer(askBoosts({ knownBoosts: 30, knownHasPaidProfile: true }))).toBeNull();
    expect(await boosts.answer(askBoosts({ knownBoosts: 0, knownHasPaidProfile: true }))).toMatchObject({
      boosts: 30,
    });
  });

  it('of a listed token: its orders are looked at, once in a while', async () => {
    lists([]);
    answers[`/orders/v1/solana/${MINT}`] = () => [{ type: 'tokenProfile', status: 'approved' }];
    const boosts = new Boosts(service('DexScreener'));
    for (let turn = 0; turn < 3; turn++)
      expect(await boosts.answer(askBoosts())).toMatchObject({ boosts: 0, hasPaidProfile: true });
    expect(server.asked.filter((path) => path.startsWith('/orders/')).length).toBe(1);
  });

  it('are told where the orders are not', async () => {
    lists([boosted]);
    expect(await new Boosts(service('DexScreener')).answer(askBoosts())).toMatchObject({
      boosts: 30,
      hasPaidProfile: null,
    });
  });

  it('are unanswered while the site answers garbage', async () => {
    lists([]);
    answers['/token-boosts/top'] = () => Buffer.from('<html>');
    answers = { '/token-boosts/top': answers['/token-boosts/top']!, ...answers };
    await expect(new Boosts(service('DexScreener')).answer(askBoosts())).rejects.toThrow(
      'the answer is no JSON',
    );
  });
});

describe('what is said of a token', () => {
  const now = new Date().toISOString();
  const handles = { twitterHandle: 'sealy', telegramHandle: 'sealy_chat' };
  const sources = () => {
    const onX = (name: string) => service(name, { authorization: `Bearer ${SECRET}` });
    return [
      postsOnX(onX(SERVICES.postsOnX)),
      accountOnX(onX(SERVICES.accountsOnX)),
      membersOnTelegram(service('Telegram'), SECRET),
    ];
  };
  const well = () => {
    answers['/2/tweets/counts/recent'] = () => ({ data: [{ start: now, end: now, tweet_count: 3 }] });
    answers['/2/users/by/username/sealy'] = () => ({ data: { public_metrics: { followers_count: 7 } } });
    answers[`/bot${SECRET}/getChatMemberCount`] = () => ({ ok: true, result: 21 });
  };

  it('comes together of all that are configured', async () => {
    well();
    expect(await new Social(sources()).answer(askSocial(handles))).toMatchObject({
      posts1h: 3,
      posts24h: 3,
      accountExists: true,
      followers: 7,
      isVerified: null,
      telegramMembers: 21,
      ...handles,
    });
  });

  it('is unknown where nobody was asked, or did not answer', async () => {
    well();
    delete answers['/2/users/by/username/sealy'];
    const [posts, account] = sources();
    expect(await new Social([posts!, account!]).answer(askSocial(handles))).toMatchObject({
      posts1h: 3,
      accountExists: null,
      telegramMembers: null,
    });
    const asked = server.asked.length;
    expect(await new Social([account!]).answer(askSocial())).toBeNull();
    expect(server.asked.length).toBe(asked);
  });

  it('names no members of a group that the bot cannot see', async () => {
    answers[`/bot${SECRET}/`] = () => ({
      ok: false,
      error_code: 400,
      description: 'Bad Request: chat not found',
    });
    status = 400;
    const [, , telegram] = sources();
    expect(await new Social([telegram!]).answer(askSocial(handles))).toMatchObject({ telegramMembers: null });
  });

  it('comes of the others at once where one is left alone', async () => {
    well();
    const limited = await startServer((_, response) => {
      response.writeHead(429, { 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1_000) + 900) }).end();
    });
    const both = await openOutside([server.url, limited.url]);
    const at = (name: string, url: string) =>
      new Service({ name, url, outside: both.outside, log: both.log });
    const x = at('X', limited.url);
    const telegram = membersOnTelegram(at('Telegram', server.url), SECRET);
    const social = new Social([postsOnX(x), accountOnX(x), telegram]);
    for (let turn = 0; turn < 3; turn++)
      expect(await social.answer(askSocial(handles))).toMatchObject({ posts1h: null, telegramMembers: 21 });
    expect(limited.asked.length).toBe(2);
    await both.close();
    await limited.stop();
  });

  it('leaves no secret in the log, however long the services are away', async () => {
    const social = new Social(sources());
    answers['/'] = () => ({ error: SECRET });
    status = 403;
    for (let turn = 0; turn < 8; turn++) expect(await social.answer(askSocial(handles))).toBeNull();
    status = 200;
    answers = {};
    well();
    await social.answer(askSocial(handles));
    const told = way.lines.map((line) => line.replace(/ since .*|: it was .*/, ''));
    // What is said of an account is kept, also that nothing is: its service is asked once.
    expect([told.slice(0, 2).toSorted(), told.slice(2).toSorted()]).toEqual([
      ['Telegram is away', 'X (posts) is away'],
      ['Telegram is back', 'X (posts) is back'],
    ]);
    expect(way.lines.join()).not.toContain(SECRET);
  });
});

describe('the chain', () => {
  const OWNER = 'TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM';
  const PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
  const info = { decimals: 6, supply: '1000', mintAuthority: null, freezeAuthority: null };
  const mintAccount = { owner: PROGRAM, data: { parsed: { type: 'mint', info } } };
  const tokenAccount = { owner: PROGRAM, data: { parsed: { type: 'account', info: { owner: OWNER } } } };
  const mintOf = (index: number) =>
    MINT.slice(0, -2) + 'ABCDEFGHJKLMNPQRSTUVWXYZ'[index % 24] + 'abcdefghjk'[index % 10];
  const requests: string[] = [];
  const accountOf = (address: string) =>
    address === OWNER ? tokenAccount : address === PROGRAM ? null : mintAccount;

  beforeEach(() => {
    requests.length = 0;
    answers['/'] = (_, body) => {
      const { method, params } = JSON.parse(body);
      requests.push(method);
      const [slot, value] =
        method === 'getMultipleAccounts'
          ? [9, params[0].map(accountOf)]
          : [
              8,
              [
                { address: OWNER, amount: '700', decimals: 6 },
                { address: PROGRAM, amount: '300', decimals: 6 },
              ],
            ];
      return { jsonrpc: '2.0', id: 1, result: { context: { slot }, value } };
    };
  });

  it('tells a hundred mints with one request', async () => {
    const mints = new Mints(new Rpc(service('node')));
    const said = await Promise.all(
      Array.from({ length: 100 }, (_, index) => mints.answer(askMint({ mint: mintOf(index) }))),
    );
    expect(requests).toEqual(['getMultipleAccounts']);
    expect(said.every((each) => each?.kind === 'MintObserved' && each.exists && each.supply === 1_000n)).toBe(
      true,
    );
  });

  it('does not tell that there is no mint while its node is behind the ask', async () => {
    const mints = new Mints(new Rpc(service('node')));
    const ask = (slot: number) => mints.answer(askMint({ mint: PROGRAM, slot }));
    expect(await ask(10)).toBeNull();
    expect(await ask(9)).toMatchObject({ exists: false, observedSlot: 9 });
    expect(await mints.answer(askMint({ slot: 10 }))).toMatchObject({ exists: true });
  });

  it('tells the largest accounts, and of each the owner where it is told', async () => {
    expect(await new Holders(new Rpc(service('node'))).answer(askHolders())).toMatchObject({
      observedSlot: 8,
      supply: 1_000n,
      supplySlot: 9,
      accounts: [
        { account: OWNER, owner: OWNER, amount: 700n },
        { account: PROGRAM, owner: null, amount: 300n },
      ],
    });
    expect(requests).toEqual(['getTokenLargestAccounts', 'getMultipleAccounts']);
  });

  it('is unanswered where the node refuses', async () => {
    answers['/'] = () => ({ jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'Node is behind' } });
    await expect(new Mints(new Rpc(service('node'))).answer(askMint())).rejects.toThrow('error -32005');
  });

  it('tells the others beside an account that is too large', async () => {
    const huge = mintOf(1);
    const tell = answers['/']!;
    answers['/'] = (path, body) => (body.includes(huge) ? Buffer.alloc(9 << 20, ' ') : tell(path, body));
    const mints = new Mints(new Rpc(service('node')));
    const said = await Promise.allSettled(
      [0, 1, 2, 3].map((index) => mints.answer(askMint({ mint: mintOf(index) }))),
    );
    expect(said.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  });
});

describe('a document', () => {
  const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  const PICTURE = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
  const sha256 = 'a'.repeat(64);
  const BOUNDS = { nearness: 'listed', turnWithinMs: 15_000, timeoutMs: 15_000, maxBytes: 1_000 } as const;
  const kept = new Set<string>();
  const pictures = {
    has: async (picture: string) => kept.has(picture),
    take: async () => ({ sha256, perceptualHash: '0'.repeat(16) }),
  };
  const gatewayAt = (url: string) => ({ url, service: url, reach: new Reach('the gateway', way.log) });
  const metadataFrom = (...urls: string[]) =>
    new Metadata(new Content(way.outside, urls.map(gatewayAt)), pictures);
  const whole = () => {
    answers[`/ipfs/${CID}`] = () => ({ name: 'Sealy', image: `https://elsewhere.example/ipfs/${PICTURE}` });
    answers[`/ipfs/${PICTURE}`] = () => Buffer.from('picture');
  };
  const ask = askMetadata({ uri: `ipfs://${CID}` });

  it('is read from a gateway with its picture, and from the cache by whoever asks next', async () => {
    whole();
    const metadata = metadataFrom(server.url);
    const said = await metadata.answer(ask);
    expect(said).toMatchObject({ failure: null, name: 'Sealy', pictureSha256: sha256, pictureFailure: null });
    expect(await metadataFrom(server.url).answer(ask)).toEqual(said);
    expect(server.asked).toEqual([`/ipfs/${CID}`, `/ipfs/${PICTURE}`]);
  });

  it('that is known as it is costs nothing while its picture is kept, and is not said again', async () => {
    whole();
    const said = await metadataFrom(server.url).answer(ask);
    if (said?.kind !== 'MetadataResolved') throw new Error('it is not said');
    const known = { ...ask, knownDocumentSha256: said.documentSha256, knownPictureSha256: sha256 };
    await way.close();
    way = await openOutside([server.url]);
    kept.add(sha256);
    expect(await metadataFrom(server.url).answer(known)).toBeNull();
    expect(server.asked.length).toBe(2);
    kept.delete(sha256);
    expect(await metadataFrom(server.url).answer(known)).toBeNull();
    expect(server.asked.length).toBe(4);
  });

  it('whose picture leads inside says so, once', async () => {
    answers[`/ipfs/${CID}`] = () => ({
      name: 'Sealy',
      image: `${server.url.replace(/:\d+$/, '')}/private.png`,
    });
    const said = await metadataFrom(server.url).answer(ask);
    expect(said).toMatchObject({ name: 'Sealy', pictureSha256: null, pictureFailure: 'private-address' });
    if (said?.kind !== 'MetadataResolved') throw new Error('it is not said');
    const known = { ...ask, knownDocumentSha256: said.documentSha256 };
    const again = (knownPictureFailure: FetchFailure | null) =>
      metadataFrom(server.url).answer({ ...known, knownPictureFailure });
    expect(await again('private-address')).toBeNull();
    for (const before of ['rate-limited', null] as const)
      expect(await again(before)).toMatchObject({ pictureFailure: 'private-address' });
  });

  it('whose picture is there again as it was says so', async () => {
    whole();
    const said = await metadataFrom(server.url).answer(ask);
    if (said?.kind !== 'MetadataResolved') throw new Error('it is not said');
    kept.add(sha256);
    const known = { knownDocumentSha256: said.documentSha256, knownPictureSha256: sha256 };
    expect(
      await metadataFrom(server.url).answer({ ...ask, ...known, knownPictureFailure: 'unreachable' }),
    ).toMatchObject({ pictureSha256: sha256, pictureFailure: null });
  });

  it('is read from the next gateway where the first has it not', async () => {
    whole();
    const empty = await startServer((_, response) => send(response, 504, {}));
    const both = await openOutside([server.url, empty.url]);
    const gateways = [empty.url, server.url].map(gatewayAt);
    const metadata = new Metadata(new Content(both.outside, gateways), pictures);
    expect(await metadata.answer(ask)).toMatchObject({ name: 'Sealy', pictureSha256: sha256 });
    await both.close();
    await empty.stop();
  });

  it('is read from a gateway that can be asked while another is left alone', async () => {
    whole();
    const limited = await startServer((_, response) => {
      response.writeHead(429, { 'retry-after': '10' }).end();
    });
    const both = await openOutside([server.url, limited.url]);
    const gateways = [limited.url, server.url].map(gatewayAt);
    const content = new Content(both.outside, gateways);
    await new Metadata(content, pictures).answer(ask);
    const beganAt = performance.now();
    for (let turn = 0; turn < 4; turn++)
      await content.get(`ipfs://${CID}`, { ...BOUNDS, maxBytes: 1_000 + turn });
    expect(performance.now() - beganAt).toBeLessThan(5_000);
    expect(limited.asked.length).toBe(1);
    await both.close();
    await limited.stop();
  });

  it('is not told to fail while its gateway is in trouble, with whatever that says', async () => {
    const away = await startServer((_, response) => send(response, 503, {}));
    const only = await openOutside([away.url]);
    const content = new Content(only.outside, [gatewayAt(away.url)]);
    const failureOf = (cid: string) =>
      content.get(`ipfs://${cid}`, BOUNDS).then(
        () => 'none',
        (error) => (error instanceof GatewaysAway ? 'away' : error.failure),
      );
    const others = Array.from({ length: 3 }, (_, index) => `${CID.slice(0, -1)}${'abc'[index]}`);
    const failures: string[] = [];
    for (const cid of [CID, ...others]) failures.push(await failureOf(cid));
    expect(failures).toEqual(['refused', ...others.map(() => 'away')]);
    await only.close();
    await away.stop();
  });

  it('that cannot be had says why; while no gateway can be asked, nobody says anything', async () => {
    expect(await metadataFrom(server.url).answer(ask)).toMatchObject({
      failure: 'not-found',
      documentSha256: null,
    });
    expect(await metadataFrom(server.url).answer(askMetadata({ uri: 'javascript:alert(1)' }))).toMatchObject({
      failure: 'no-address',
      from: 'nobody',
    });
    const { url } = server;
    await server.stop();
    const reach = new Reach('the gateway', way.log);
    for (let failed = 0; failed < 5; failed++) reach.failed('unreachable');
    const metadata = new Metadata(new Content(way.outside, [{ url, service: url, reach }]), pictures);
    await expect(metadata.answer(askMetadata({ uri: `ipfs://${PICTURE}` }))).rejects.toThrow(GatewaysAway);
  });
});

describe('websites', () => {
  const madeUp = () => new Websites(madeUpSites(way.outside, SERVICES.websites, server.url));
  const said = async (websites: Websites, website: string) => {
    const answer = await websites.answer(askWebsite({ website }));
    return answer?.kind === 'WebsiteObserved' && [answer.doesAnswer, answer.failure, answer.from];
  };

  it('of made-up launches are asked of whoever stands in for them, and of nobody else', async () => {
    answers['/site/sealy.example/a'] = () => 'hello';
    expect(await said(madeUp(), 'https://sealy.example/a')).toEqual([true, null, 'sealy.example']);
    expect(await said(madeUp(), 'https://other.example')).toEqual([false, 'not-found', 'other.example']);
    expect(server.asked).toEqual(['/site/sealy.example/a', '/site/other.example/']);
    const inside = ['http://127.0.0.1:18123/?query=1', 'https://[::1]:9000/', 'http://169.254.169.254/'];
    for (const website of inside)
      expect((await said(madeUp(), website)) || []).toEqual([
        false,
        'private-address',
        new URL(website).host,
      ]);
    expect(await said(madeUp(), 'javascript:alert(1)')).toEqual([null, 'no-address', 'nobody']);
    expect(server.asked).toHaveLength(2);
  });

  it('of made-up launches are not known while that service is away', async () => {
    await server.stop();
    await expect(madeUp().answer(askWebsite())).rejects.toThrow(/cannot be asked/);
  });

  it('of real launches are strangers: none leads inside', async () => {
    const websites = new Websites(new Content(way.outside, []));
    expect(await said(websites, server.url)).toEqual([null, 'no-address', new URL(server.url).host]);
    const inside = 'http://127.0.0.1/';
    expect(await said(websites, inside)).toEqual([false, 'private-address', '127.0.0.1']);
    expect(server.asked).toEqual([]);
  });
});
