import bs58 from 'bs58';
import { z } from 'zod';
import type { PublicMarket } from '../public-market.js';
import type { RecentTransactions, SentTransaction } from '../recent-transactions.js';
import {
  BEHIND,
  CommonConfig,
  invalidParam,
  type Method,
  RpcError,
  readConfig,
  readKey,
  readSignature,
} from './rpc-params.js';
import { encodeWire, errorOf, messageJson, metaJson, readTransaction } from './transaction-json.js';

const SignaturesConfig = CommonConfig.extend({
  before: z.string().nullish(),
  until: z.string().nullish(),
  limit: z.number().int().nonnegative().nullish(),
});

const ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'] as const;
export const TransactionConfig = CommonConfig.extend({
  encoding: z.enum(ENCODINGS).nullish(),
  maxSupportedTransactionVersion: z.number().int().min(0).max(255).nullish(),
});

const MOST_SIGNATURES = 1_000;

/** What is sent is told once it is confirmed; what the market has forgotten is not there, as on a node that prunes. */
export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  getSignaturesForAddress: (market, [key, config]) => {
    const { commitment, before, until, limit } = readConfig(SignaturesConfig, config, market);
    const account = readKey(key);
    const [first, last] = [before, until].map((text) => (text == null ? null : readSignature(text)));
    const most = limit ?? MOST_SIGNATURES;
    if (most === 0 || most > MOST_SIGNATURES)
      throw new RpcError(-32602, `Invalid limit; max ${MOST_SIGNATURES}`);
    const newestSlot = newestOf(market, commitment);
    const history = historyOf(market);
    const from = first == null ? null : history.find(first);
    if (first != null && from === null) return [];
    const to = last == null ? null : history.find(last);
    const told: object[] = [];
    for (const sent of history.of(account, newestSlot)) {
      if (from && !isBefore(sent, from)) continue;
      if (told.length === most || (to && !isBefore(to, sent))) break;
      told.push(signatureJson(sent, market));
    }
    return told;
  },
  getTransaction: (market, [signature, config]) => {
    // An encoding alone is how the method was asked before there were commitments.
    const given = typeof config === 'string' ? { encoding: config } : config;
    const options = readConfig(TransactionConfig, given, market);
    const wanted = readSignature(signature);
    const newestSlot = newestOf(market, options.commitment);
    const sent = historyOf(market).find(wanted);
    return sent && sent.slot <= newestSlot ? transactionJson(sent, options) : null;
  },
};

export function historyOf({ recentTransactions }: PublicMarket): RecentTransactions {
  if (recentTransactions) return recentTransactions;
  throw new RpcError(-32011, 'Transaction history is not available from this node');
}

/** The newest slot that has reached a commitment. */
export function newestOf(market: PublicMarket, commitment: keyof typeof BEHIND): number {
  if (commitment === 'processed')
    throw new RpcError(-32602, 'Method does not support commitment below `confirmed`');
  return market.newestSlot - BEHIND[commitment];
}

const isBefore = (sent: SentTransaction, other: SentTransaction): boolean =>
  sent.slot === other.slot ? sent.place < other.place : sent.slot < other.slot;

export const signatureText = (signature: string): string => bs58.encode(Buffer.from(signature, 'latin1'));

function signatureJson(sent: SentTransaction, market: PublicMarket): object {
  const { signature, slot, blockTimeS, failed, body } = sent;
  return {
    blockTime: blockTimeS,
    confirmationStatus: slot <= market.newestSlot - BEHIND.finalized ? 'finalized' : 'confirmed',
    err: failed ? errorOf(readTransaction(body).meta) : null,
    memo: null,
    signature: signatureText(signature),
    slot,
  };
}

const transactionJson = (sent: SentTransaction, options: z.output<typeof TransactionConfig>): object => ({
  blockTime: sent.blockTimeS,
  slot: sent.slot,
  ...encodedJson(sent, options),
});

/** As a block holds it. */
export function encodedJson(
  { body }: SentTransaction,
  { encoding, maxSupportedTransactionVersion }: z.output<typeof TransactionConfig>,
): object {
  const { signed, meta } = readTransaction(body);
  return {
    meta: metaJson(meta),
    transaction: encodeSigned(signed, encoding ?? 'json'),
    // Named only to who says that it knows versions.
    ...(maxSupportedTransactionVersion != null && { version: 'legacy' }),
  };
}

function encodeSigned(
  signed: ReturnType<typeof readTransaction>['signed'],
  encoding: (typeof ENCODINGS)[number],
): unknown {
  switch (encoding) {
    case 'json':
      return { message: messageJson(signed.message), signatures: signed.signatures.map(bs58.encode) };
    case 'base64':
      return [encodeWire(signed).toString('base64'), encoding];
    case 'base58':
      return [bs58.encode(encodeWire(signed)), encoding];
    case 'jsonParsed':
      throw invalidParam('transactions are not served as jsonParsed here, ask for json');
  }
}
