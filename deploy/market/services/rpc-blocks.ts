import { hash } from 'node:crypto';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { z } from 'zod';
import type { SentBlock, SentTransaction } from '../recent-transactions.js';
import { encodedJson, historyOf, newestOf, signatureText, TransactionConfig } from './rpc-history.js';
import { BEHIND, CommonConfig, invalidParam, type Method, RpcError, readConfig } from './rpc-params.js';

const BlockConfig = TransactionConfig.extend({
  transactionDetails: z.enum(['full', 'accounts', 'signatures', 'none']).nullish(),
  rewards: z.boolean().nullish(),
});

/** Of one market all the same, and nobody else's: 32 bytes as any chain's first hash. */
export const GENESIS_HASH = bs58.encode(hash('sha256', 'the simulated market of this product', 'buffer'));

/** As far apart as `getBlocks` may be asked for. */
const MOST_SLOTS = 500_000;

/** Codes of Agave's `rpc-client-api`. What the market has forgotten is cleaned up, as on a node that prunes. */
const NOT_AVAILABLE = -32004;
const SKIPPED = -32007;
const CLEANED_UP = -32001;

export const BLOCK_METHODS: Readonly<Record<string, Method>> = {
  getGenesisHash: () => GENESIS_HASH,
  getFirstAvailableBlock: (market) => historyOf(market).firstSlot ?? market.newestSlot,
  getBlocks: (market, [first, last, config]) => {
    const [end, given] = typeof last === 'object' && last !== null ? [undefined, last] : [last, config];
    const { commitment } = readConfig(CommonConfig, given, market);
    const from = readSlot(first);
    const to = Math.min(end == null ? Number.POSITIVE_INFINITY : readSlot(end), newestOf(market, commitment));
    if (to - from > MOST_SLOTS) throw new RpcError(-32602, `Slot range too large; max ${MOST_SLOTS}`);
    return historyOf(market).slots(from, to);
  },
  getBlock: (market, [given, config], faults) => {
    const slot = readSlot(given);
    const options = readConfig(
      BlockConfig,
      typeof config === 'string' ? { encoding: config } : config,
      market,
    );
    const history = historyOf(market);
    if (slot > newestOf(market, options.commitment) - faults.settings.blockLagSlots)
      throw new RpcError(NOT_AVAILABLE, `Block not available for slot ${slot}`);
    const block = history.block(slot);
    if (block) return blockJson(block, options);
    const { firstSlot } = history;
    if (firstSlot !== null && slot < firstSlot)
      throw new RpcError(
        CLEANED_UP,
        `Block ${slot} cleaned up, does not exist on node. First available block: ${firstSlot}`,
      );
    // A node knows of a slot that it was skipped once the chain is rooted beyond it.
    if (slot > market.newestSlot - BEHIND.finalized)
      throw new RpcError(NOT_AVAILABLE, `Block not available for slot ${slot}`);
    throw new RpcError(SKIPPED, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`);
  },
};

function readSlot(given: unknown): number {
  const { success, data } = z.number().int().nonnegative().safeParse(given);
  if (success) return data;
  throw new RpcError(-32602, 'Invalid params: invalid type: expected u64.');
}

function blockJson({ meta, sent }: SentBlock, options: z.output<typeof BlockConfig>): object {
  const { blockMeta } = SubscribeUpdate.decode(meta);
  if (!blockMeta) throw new Error('the update holds no block meta');
  return {
    blockHeight: blockMeta.blockHeight ? Number(blockMeta.blockHeight.blockHeight) : null,
    blockTime: blockMeta.blockTime ? Number(blockMeta.blockTime.timestamp) : null,
    blockhash: blockMeta.blockhash,
    parentSlot: Number(blockMeta.parentSlot),
    previousBlockhash: blockMeta.parentBlockhash,
    ...(options.rewards !== false && { rewards: [] }),
    ...detailsOf(sent, options),
  };
}

function detailsOf(sent: readonly SentTransaction[], options: z.output<typeof BlockConfig>): object {
  switch (options.transactionDetails ?? 'full') {
    case 'none':
      return {};
    case 'signatures':
      return {
        signatures: withVotes(sent, ({ signature }) => signatureText(signature), signatureOfVote),
      };
    case 'full':
      return { transactions: withVotes(sent, (each) => encodedJson(each, options), voteJson) };
    case 'accounts':
      throw invalidParam('accounts alone are not served here, ask for full or signatures');
  }
}

/**
 * The transactions of a block at their indexes. In between stand votes: the market's streams send only what somebody may
 * subscribe to, and count the others.
 */
function withVotes<T>(
  sent: readonly SentTransaction[],
  make: (sent: SentTransaction) => T,
  makeVote: (slot: number, index: number) => T,
): T[] {
  const all: T[] = [];
  for (const each of sent) {
    const index = indexOf(each);
    while (all.length < index) all.push(makeVote(each.slot, all.length));
    all.push(make(each));
  }
  return all;
}

const indexOf = ({ body }: SentTransaction): number =>
  Number(SubscribeUpdate.decode(body).transaction?.transaction?.index);

const signatureOfVote = (slot: number, index: number): string =>
  bs58.encode(hash('sha512', `vote ${slot}:${index}`, 'buffer'));

const VOTE = 'Vote111111111111111111111111111111111111111';

function voteJson(slot: number, index: number): object {
  const balances = [2_500_000_000, 27_000_000, 1];
  return {
    meta: {
      computeUnitsConsumed: 2_100,
      err: null,
      fee: 5_000,
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      logMessages: [`Program ${VOTE} invoke [1]`, `Program ${VOTE} success`],
      postBalances: balances,
      postTokenBalances: [],
      preBalances: [balances[0]! + 5_000, ...balances.slice(1)],
      preTokenBalances: [],
      rewards: [],
      status: { Ok: null },
    },
    transaction: {
      message: {
        accountKeys: [voterOf(index, 'node'), voterOf(index, 'account'), VOTE],
        header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
        instructions: [
          {
            accounts: [1, 0],
            data: bs58.encode(Buffer.from([slot & 0xff])),
            programIdIndex: 2,
            stackHeight: 1,
          },
        ],
        recentBlockhash: GENESIS_HASH,
      },
      signatures: [signatureOfVote(slot, index)],
    },
    version: 'legacy',
  };
}

const voters = new Map<string, string>();
function voterOf(index: number, kind: string): string {
  const name = `${kind} ${index}`;
  const known = voters.get(name) ?? bs58.encode(hash('sha256', `voter ${name}`, 'buffer'));
  voters.set(name, known);
  return known;
}
