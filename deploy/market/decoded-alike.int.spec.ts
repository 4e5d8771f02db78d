import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TapeWriter } from '../yellowstone/tape.js';
import type { Update } from '../yellowstone/update.js';
import { type Address, keyFor, MAYHEM_AGENT, MIGRATION_AUTHORITY, TOKEN } from './addresses.js';
import type { Place } from './call.js';
import { Chain, type TradeRequest } from './chain.js';
import { type Coin, QUOTES, quoteOf } from './coin.js';
import { tokensForQuote } from './curve.js';
import { FAILURES } from './failures.js';
import { LAYOUT_NAMES, type LayoutName } from './layouts.js';
import { poolTokensForQuote } from './pool.js';
import { Random } from './random.js';
import { decodePadded, payloadsOf, readTransactions, type Transaction } from './read-transactions.js';
import { ROUTERS } from './routers.js';

const DECODE = fileURLToPath(new URL('../../ingest/dist/decode-cli/main.js', import.meta.url));
const wallets = Array.from({ length: 12 }, (_, index) => keyFor(`wallet ${index}`));
const routers = [...Object.values(ROUTERS).map(({ id }) => id), keyFor('a bot of its own'), null, null, null];

/** Everything a caller may ask of the chain, drawn at random: coins of every kind and what may happen to them. */
function play(layout: LayoutName): { chain: Chain; coins: Coin[]; updates: Update[] } {
  const random = new Random(`decoded alike ${layout}`);
  const chain = new Chain(layout);
  for (const wallet of [...wallets, MAYHEM_AGENT, MIGRATION_AUTHORITY]) chain.fund(wallet, 10n ** 13n);
  const updates: Update[] = [];
  const place = (): Place => ({
    slot: 450_000_000,
    index: updates.length,
    timeS: 1_790_812_800,
    sentAtMs: 1_790_812_800_100,
    recentBlockhash: Buffer.alloc(32, 1),
    label: `${layout} ${updates.length}`,
    priority: {
      computeUnits: 150_000 + random.below(250_000),
      microLamportsPerUnit: BigInt(random.below(1_000_000)),
      tipLamports: random.chance(0.3) ? BigInt(1 + random.below(10_000_000)) : 0n,
    },
  });
  const launch = (name: string, more: Partial<Coin>): Coin => {
    const spec = {
      mint: keyFor(name),
      creator: wallets[0]!,
      name,
      symbol: name.slice(0, 4),
      uri: `https://${name}.io`,
    };
    const created = chain.create({ ...spec, quote: QUOTES.SOL, mayhem: false, ...more }, 10n ** 12n, place());
    updates.push(created.update);
    return created.coin;
  };
  const plain = launch('plain', {});
  const isModern = LAYOUT_NAMES.indexOf(layout) >= LAYOUT_NAMES.indexOf('2026-07');
  const coins = [plain, launch('legacy', { tokenProgram: TOKEN }), launch('second', {})];
  if (LAYOUT_NAMES.indexOf(layout) >= LAYOUT_NAMES.indexOf('2026-02'))
    coins.push(launch('mayhem', { mayhem: true }));
  if (isModern) coins.push(launch('usdc', { quote: QUOTES.USDC }), launch('greedy', { creatorFeeBps: 200n }));

  const request = (): TradeRequest => {
    const coin = random.pick(coins.filter(({ complete, pool }) => !complete || pool !== null));
    const user = coin.mayhem && random.chance(0.2) ? MAYHEM_AGENT : random.pick(wallets);
    const held = chain.tokensOf(coin, user);
    const side = held > 0n && random.chance(0.45) ? 'sell' : 'buy';
    const quote = BigInt(1 + random.below(3_000_000_000));
    const wanted = coin.pool ? poolTokensForQuote(coin.pool, quote) : tokensForQuote(coin.curve, quote);
    const all = random.chance(0.3);
    const tokens = side === 'buy' ? wanted : all ? held : 1n + (held * BigInt(random.below(900))) / 1_000n;
    return { coin, user, side, tokens, router: random.pick(routers), fails: false, closes: all };
  };
  const failing = (): TradeRequest => {
    const drawn = { ...request(), fails: true };
    const failure = random.pick(FAILURES.filter((kind) => kind !== 'router' || drawn.router !== null));
    return { ...drawn, failure };
  };
  for (let step = 0; step < 250; step++) {
    const [trade, more] = [request(), request()];
    if (trade.tokens === 0n) continue;
    const draw = random.unit();
    if (draw < 0.5) updates.push(chain.trade(trade, place()));
    else if (draw < 0.6 && trade.coin !== more.coin && more.tokens > 0n)
      updates.push(chain.tradeTogether([trade, more], place()));
    else if (draw < 0.85) updates.push(chain.trade(failing(), place()));
    else if (draw < 0.9) updates.push(chain.tradeTogether([trade, failing()], place()));
    else updates.push(chain.transferSol(trade.user, random.pick(wallets), 1_000n, place()));
    const from = random.pick(wallets);
    const held = chain.tokensOf(trade.coin, from);
    if (held > 1n && random.chance(0.2))
      updates.push(
        chain.sendTokens(trade.coin, from, random.pick(wallets), held / 2n, place(), random.chance(0.5)),
      );
    if (step === 125) {
      const last = { coin: plain, user: wallets[1]!, side: 'buy', tokens: plain.curve.realTokens } as const;
      updates.push(chain.trade({ ...last, router: null, fails: false, closes: false }, place()));
      updates.push(chain.migrate(plain, place()));
    }
  }
  if (isModern) {
    const quoted = launch('quoted', {
      quote: quoteOf(coins[2]!, 30_000_000_000_000n),
      creator: richest(chain, coins[2]!),
    });
    coins.push(quoted);
  }
  return { chain, coins, updates };
}

const richest = (chain: Chain, coin: Coin): Address =>
  wallets.reduce((best, wallet) =>
    chain.tokensOf(coin, wallet) > chain.tokensOf(coin, best) ? wallet : best,
  );

type Line = Record<string, unknown> & { kind: string; signature: string; position: string };

const folder = mkdtempSync(join(tmpdir(), 'decoded-alike-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function decodeByIngest(
  name: string,
  updates: readonly Update[],
): Promise<{ lines: Line[]; remarks: string }> {
  const tape = join(folder, `${name}.tape`);
  const writer = await TapeWriter.create(tape);
  for (const { body } of updates) await writer.write(body);
  await writer.close();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [DECODE, tape], {
    maxBuffer: 1 << 28,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return { lines: lines.map((line) => JSON.parse(line) as Line), remarks: stderr };
}

const WSOL = 'So11111111111111111111111111111111111111112';
const NOBODY = '11111111111111111111111111111111';
const sum = (...amounts: readonly unknown[]): string =>
  String(amounts.reduce<bigint>((total, each) => total + BigInt(String(each)), 0n));

/** What a fact must say, from an event as Anchor's coder reads it. */
function expectedOf(
  name: string,
  data: Record<string, unknown>,
  layout: LayoutName,
): Record<string, unknown> | null {
  const text = (field: string): string => String(data[field]);
  const fees = (protocol: string, creator: string) => ({
    protocolFee: text(protocol),
    creatorFee: text(creator),
  });
  switch (name) {
    case 'CreateEvent':
      return {
        kind: 'LaunchCreated',
        mint: text('mint'),
        name: data.name,
        symbol: data.symbol,
        uri: data.uri,
      };
    case 'TradeEvent': {
      const isSol = text('quote_mint') === NOBODY;
      return {
        kind: 'TradeExecuted',
        venue: 'pump-curve',
        mint: text('mint'),
        side: data.is_buy ? 'buy' : 'sell',
        quoteMint: isSol ? WSOL : text('quote_mint'),
        tokenAmount: text('token_amount'),
        quoteAmount: text(isSol ? 'sol_amount' : 'quote_amount'),
        ...(layout === '2024-08' ? { protocolFee: null, creatorFee: null } : fees('fee', 'creator_fee')),
        trader: text('user'),
        priceTokenReserves: text('virtual_token_reserves'),
        priceQuoteReserves: text(isSol ? 'virtual_sol_reserves' : 'virtual_quote_reserves'),
        realTokenReserves: text('real_token_reserves'),
        realQuoteReserves: text(isSol ? 'real_sol_reserves' : 'real_quote_reserves'),
      };
    }
    case 'BuyEvent':
    case 'SellEvent': {
      const isBuy = name === 'BuyEvent';
      const tokens = text(isBuy ? 'base_amount_out' : 'base_amount_in');
      const quote = text(isBuy ? 'quote_amount_in' : 'quote_amount_out');
      const sign = isBuy ? 1n : -1n;
      return {
        kind: 'TradeExecuted',
        venue: 'pumpswap',
        pool: text('pool'),
        side: isBuy ? 'buy' : 'sell',
        tokenAmount: tokens,
        quoteAmount: quote,
        lpFee: text('lp_fee'),
        ...fees('protocol_fee', 'coin_creator_fee'),
        trader: text('user'),
        priceTokenReserves: sum(data.pool_base_token_reserves, -sign * BigInt(tokens)),
        priceQuoteReserves: sum(
          data.pool_quote_token_reserves,
          data.virtual_quote_reserves,
          data.lp_fee,
          sign * BigInt(quote),
        ),
      };
    }
    case 'CompleteEvent':
      return { kind: 'CurveCompleted', mint: text('mint') };
    case 'CreatePoolEvent':
      return { kind: 'PoolCreated', mint: text('base_mint'), pool: text('pool') };
    case 'CompletePumpAmmMigrationEvent':
      return { kind: 'Migrated', mint: text('mint'), pool: text('pool') };
    default:
      return null;
  }
}

const FACTS = new Set(['LaunchCreated', 'TradeExecuted', 'CurveCompleted', 'PoolCreated', 'Migrated']);

/** How a trade differs from what its program computes from the reserves before it; null where it does not. */
function checkArithmetic(line: Line): string | null {
  const amount = (field: string): bigint => BigInt(String(line[field] ?? 0));
  const [tokens, quote, lpFee] = [amount('tokenAmount'), amount('quoteAmount'), amount('lpFee')];
  const sign = line.side === 'buy' ? 1n : -1n;
  const tokensBefore = amount('priceTokenReserves') + sign * tokens;
  const quoteBefore = amount('priceQuoteReserves') - sign * quote - lpFee;
  const left = tokensBefore - sign * tokens;
  const bought =
    line.venue === 'pumpswap'
      ? (quoteBefore * tokens + left - 1n) / left
      : (quoteBefore * tokens) / left + 1n;
  const computed = line.side === 'buy' ? bought : (quoteBefore * tokens) / (tokensBefore + tokens);
  return computed === quote ? null : `${line.signature}: ${quote}, computed ${computed}`;
}

describe.each(LAYOUT_NAMES)('the chain of %s', (layout) => {
  let played: ReturnType<typeof play>;
  let transactions: Transaction[];
  let lines: Line[];
  let remarks: string;
  beforeAll(async () => {
    played = play(layout);
    transactions = readTransactions(played.updates);
    ({ lines, remarks } = await decodeByIngest(layout, played.updates));
  }, 60_000);

  it("is read by ingest and by the official IDL's coder to the same values, and failed transactions say nothing", () => {
    expect(remarks).toBe('');
    const facts = lines.filter(({ kind }) => FACTS.has(kind));
    const bySignature = new Map<string, Line[]>(facts.map(({ signature }) => [signature, []]));
    for (const fact of facts) bySignature.get(fact.signature)!.push(fact);
    for (const transaction of transactions) {
      const events = transaction.meta!.err ? [] : payloadsOf(transaction).map(decodePadded);
      const expected = events.flatMap(({ name, data }) => expectedOf(name, data, layout) ?? []);
      const signature = bs58.encode(transaction.signature);
      const found = (bySignature.get(signature) ?? []).sort((a, b) => (a.position < b.position ? -1 : 1));
      expect(found).toMatchObject(expected);
      expect(found).toHaveLength(expected.length);
    }
  });

  it('computes every trade as its program does', () => {
    const trades = lines.filter(({ kind }) => kind === 'TradeExecuted');
    expect(trades.length).toBeGreaterThan(100);
    expect(trades.flatMap((trade) => checkArithmetic(trade) ?? [])).toEqual([]);
  });

  it('reports balances that ingest reads as they are, and keeps the whole supply of every coin', () => {
    const posts = new Map<string, string>();
    for (const { signature, transaction, meta } of transactions) {
      for (const { accountIndex, uiTokenAmount } of meta!.postTokenBalances) {
        const account = bs58.encode(transaction!.message!.accountKeys[accountIndex]!);
        posts.set(`${bs58.encode(signature)} ${account}`, uiTokenAmount!.amount);
      }
    }
    const told = lines.filter(({ kind }) => kind === 'BalanceChanged');
    expect(told.length).toBeGreaterThan(100);
    for (const { signature, account, amount } of told) {
      expect(amount).toBe(posts.get(`${signature} ${account}`) ?? '0');
    }
    const supply = new Map<Address, bigint>();
    for (const [, { mint, amount }] of played.chain.ledger.tokenAccounts()) {
      supply.set(mint, (supply.get(mint) ?? 0n) + amount);
    }
    for (const { mint } of played.coins) expect(supply.get(mint)).toBe(10n ** 15n);
  });

  it('loses and makes no lamport but the fee', () => {
    const total = (amounts: readonly string[]): bigint =>
      amounts.reduce((all, amount) => all + BigInt(amount), 0n);
    for (const { meta } of transactions) {
      expect(total(meta!.preBalances) - total(meta!.postBalances)).toBe(BigInt(meta!.fee));
    }
  });
});
