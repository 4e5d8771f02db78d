import { Random } from '@cryptonite/provider/random.js';
import bs58 from 'bs58';
import { z } from 'zod';
import { type Address, TOKEN, TOKEN_2022, toBase58, USDC, WRAPPED_SOL } from '../addresses.js';
import type { PublicMarket } from '../public-market.js';
import { type Account, accountAt, supplyOf, tokenAmount } from './account-data.js';
import { type Answer, type Ask, json, readJson } from './answer.js';
import { BLOCK_METHODS } from './rpc-blocks.js';
import { RpcFaults } from './rpc-faults.js';
import { HISTORY_METHODS } from './rpc-history.js';
import {
  BEHIND,
  CommonConfig,
  invalidParam,
  type Method,
  RpcError,
  RpcRequest,
  readConfig,
  readKey,
} from './rpc-params.js';

/**
 * Solana's JSON-RPC 2.0 over `POST /`, as far as a reader of balances, mints, recent transactions and blocks needs it, one
 * request or a batch. The state is always that of the newest slot, which `context.slot` names, whatever commitment is
 * asked for. Accounts of launches that the market has let go are not there any more.
 */
export function serveRpc(
  { method, url, body }: Ask,
  market: PublicMarket,
  faults = new RpcFaults(new Random('none')),
): Answer | null {
  if (url.pathname !== '/' || method !== 'POST') return null;
  const request = readJson(body);
  if (request === undefined) return refuse(new RpcError(-32700, 'Parse error'));
  if (!Array.isArray(request)) return json(200, answerOne(request, market, faults));
  if (request.length === 0) return refuse(new RpcError(-32600, 'Invalid request'));
  if (request.length > MOST_REQUESTS)
    return refuse(
      new RpcError(-32010, 'The batch request was too large', `Exceeded max limit of ${MOST_REQUESTS}`),
    );
  return json(
    200,
    request.map((one: unknown) => answerOne(one, market, faults)),
  );
}

const refuse = (error: RpcError): Answer => json(200, failure(null, error));

/** How many requests a body makes, as limits count them; a batch that is refused is one. */
export function countRequests(body: string): number {
  const request = readJson(body);
  const isBatch = Array.isArray(request) && request.length > 0 && request.length <= MOST_REQUESTS;
  return isBatch ? request.length : 1;
}

function answerOne(request: unknown, market: PublicMarket, faults: RpcFaults): object {
  const { success, data } = RpcRequest.safeParse(request);
  if (!success) return failure(null, new RpcError(-32600, 'Invalid request'));
  const id = data.id ?? null;
  try {
    const method = METHODS.get(data.method);
    if (!method) throw new RpcError(-32601, 'Method not found');
    return { jsonrpc: '2.0', result: method(market, data.params, faults), id };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error);
    throw error;
  }
}

const failure = (id: string | number | null, { code, message, data }: RpcError): object => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data && { data }) },
  id,
});

const Config = CommonConfig.extend({
  encoding: z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed']).nullish(),
  dataSlice: z
    .object({ offset: z.number().int().nonnegative(), length: z.number().int().nonnegative() })
    .nullish(),
});
type Config = z.output<typeof Config>;

/** In one batch: as many as the limit allows in its ten seconds. */
const MOST_REQUESTS = 100;
const MOST_ACCOUNTS = 100;
const LARGEST_ACCOUNTS = 20;
/** Agave refuses longer data in base58. */
const MAX_BASE58_BYTES = 128;

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    getHealth: () => 'ok',
    // Beside a node's own fields it says what is simulated, as to subscribers.
    getVersion: ({ label }) => ({ 'feature-set': 3_604_001_754, 'solana-core': VERSION, ...label }),
    getSlot: (market, [config]) => market.newestSlot - BEHIND[readConfig(Config, config, market).commitment],
    getBalance: (market, [key, config]) => {
      readConfig(Config, config, market);
      return inContext(market, lamportsOf(market.ledger.lamports(readKey(key))));
    },
    getAccountInfo: (market, [key, config]) => {
      const options = readConfig(Config, config, market);
      return inContext(market, encodeAccount(accountAt(market, readKey(key)), options));
    },
    getMultipleAccounts: (market, [keys, config]) => {
      const options = readConfig(Config, config, market);
      if (!Array.isArray(keys))
        throw new RpcError(-32602, 'Invalid params: invalid type: expected a sequence.');
      if (keys.length > MOST_ACCOUNTS)
        throw new RpcError(-32602, `Too many inputs provided; max ${MOST_ACCOUNTS}`);
      return inContext(
        market,
        keys.map((key) => encodeAccount(accountAt(market, readKey(key)), options)),
      );
    },
    getTokenSupply: (market, [mint, config]) => {
      readConfig(Config, config, market);
      const { amount, decimals } = readMint(mint, market);
      return inContext(market, tokenAmount(amount, decimals));
    },
    getTokenAccountBalance: (market, [key, config]) => {
      readConfig(Config, config, market);
      const address = readKey(key);
      const holding = market.ledger.token(address);
      if (!holding)
        throw invalidParam(accountAt(market, address) ? 'not a Token account' : 'could not find account');
      return inContext(market, tokenAmount(holding.amount, holding.decimals));
    },
    getTokenLargestAccounts: (market, [mint, config]) => {
      readConfig(Config, config, market);
      const { key, decimals } = readMint(mint, market);
      const largest = [...market.ledger.accountsOfMint(key)]
        .map((address) => ({ address, amount: market.ledger.tokenAmount(address) }))
        // Equal amounts by address, so that an answer is always the same.
        .sort((a, b) =>
          a.amount === b.amount ? (a.address < b.address ? -1 : 1) : a.amount < b.amount ? 1 : -1,
        )
        .slice(0, LARGEST_ACCOUNTS);
      return inContext(
        market,
        largest.map(({ address, amount }) => ({
          address: toBase58(address),
          ...tokenAmount(amount, decimals),
        })),
      );
    },
    getTokenAccountsByOwner: (market, [owner, filter, config]) => {
      const options = readConfig(Config, config, market);
      const accounts = accountsByOwner(market, readKey(owner), readFilter(filter, market));
      return inContext(
        market,
        accounts.map((address) => ({
          account: encodeAccount(accountAt(market, address), options),
          pubkey: toBase58(address),
        })),
      );
    },
    ...HISTORY_METHODS,
    ...BLOCK_METHODS,
  }),
);

const VERSION = '3.0.6';

const inContext = (market: PublicMarket, value: unknown): object => ({
  context: { apiVersion: VERSION, slot: market.newestSlot },
  value,
});

function readMint(given: unknown, market: PublicMarket): { key: Address; amount: bigint; decimals: number } {
  const key = readKey(given);
  const supply = supplyOf(market, key);
  if (supply) return { key, ...supply };
  throw invalidParam(accountAt(market, key) ? 'not a Token mint' : 'could not find account');
}

type Filter = { mint: Address } | { program: Address };

function readFilter(given: unknown, market: PublicMarket): Filter {
  const { success, data } = z
    .union([z.object({ mint: z.string() }), z.object({ programId: z.string() })])
    .safeParse(given);
  if (!success) throw new RpcError(-32602, 'Invalid params: expected a mint or a programId.');
  if ('programId' in data) {
    const program = readKey(data.programId);
    if (program !== TOKEN && program !== TOKEN_2022) throw invalidParam('unrecognized Token program id');
    return { program };
  }
  const mint = readKey(data.mint);
  if (mint !== WRAPPED_SOL && mint !== USDC && !market.coin(mint)) throw invalidParam('could not find mint');
  return { mint };
}

function accountsByOwner({ ledger }: PublicMarket, owner: Address, filter: Filter): Address[] {
  return [...ledger.accountsOfOwner(owner)].filter((address) => {
    const { mint, program } = ledger.token(address)!;
    return 'mint' in filter ? mint === filter.mint : program === filter.program;
  });
}

/** Lamports are a JSON number; above 2^53 they would be rounded, as every JavaScript client rounds them. */
const lamportsOf = (lamports: bigint): number => Number(lamports);

/** RPCs name this epoch for accounts that pay no rent: u64's maximum. */
const RENT_EPOCH = Number(2n ** 64n - 1n);

function encodeAccount(account: Account | null, { encoding, dataSlice }: Config): object | null {
  if (!account) return null;
  return {
    data: encodeData(account, encoding, dataSlice),
    executable: false,
    lamports: lamportsOf(account.lamports),
    owner: toBase58(account.owner),
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}

function encodeData(
  { data, parsed }: Account,
  encoding: Config['encoding'],
  slice: Config['dataSlice'],
): unknown {
  if (encoding === 'jsonParsed' && parsed) {
    const { program, type, info } = parsed;
    return { parsed: { info, type }, program, space: data.length };
  }
  if (encoding === 'base64+zstd') throw invalidParam('base64+zstd is not served here, ask for base64');
  const part = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data;
  if (encoding === 'base64' || encoding === 'jsonParsed') return [part.toString('base64'), 'base64'];
  if (part.length > MAX_BASE58_BYTES)
    throw new RpcError(
      -32600,
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  // Without any encoding the answer is the text alone, as it always was.
  return encoding === 'base58' ? [bs58.encode(part), 'base58'] : bs58.encode(part);
}
