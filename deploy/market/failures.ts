import type { Address } from './addresses.js';
import { type Call, type Failure, transferLamports } from './call.js';
import { type Coin, traderAccount, transferCoin } from './coin.js';
import { slippageCodeOf } from './routers.js';

/**
 * Why a trade comes to nothing:
 *  - `slippage`: the launchpad finds the price beyond the trader's limit;
 *  - `router`: the router does, after the trade; everything is undone, its events included;
 *  - `complete`: the curve is asked after its last token is gone;
 *  - `account`: the trader has no account for the token;
 *  - `tokens`: the trader sells more than there is in it;
 *  - `lamports`: the trader cannot pay;
 *  - `compute`: the compute units run out.
 */
export const FAILURES = [
  'slippage',
  'router',
  'complete',
  'account',
  'tokens',
  'lamports',
  'compute',
] as const;
export type FailureKind = (typeof FAILURES)[number];

/** As Anchor logs the errors of the IDLs. */
const anchorError = (name: string, code: number, message: string, what = 'occurred'): Failure => ({
  code,
  log: `Program log: AnchorError ${what}. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`,
});

const SLIPPAGE = {
  buy: anchorError(
    'TooMuchSolRequired',
    6002,
    'slippage: Too much SOL required to buy the given amount of tokens.',
  ),
  sell: anchorError(
    'TooLittleSolReceived',
    6003,
    'slippage: Too little SOL received to sell the given amount of tokens.',
  ),
  pool: anchorError('ExceededSlippage', 6004, 'ExceededSlippage'),
} as const;

const COMPLETE = anchorError(
  'BondingCurveComplete',
  6005,
  'The bonding curve has completed and liquidity migrated to raydium.',
);
const NO_ACCOUNT = anchorError(
  'AccountNotInitialized',
  3012,
  'The program expected this account to be already initialized',
  'caused by account: associated_user',
);

/** Error 1 of the token programs. */
const INSUFFICIENT_FUNDS: Failure = { code: 1, log: 'Program log: Error: insufficient funds' };

export interface RefusedTrade {
  coin: Coin;
  user: Address;
  side: 'buy' | 'sell';
  tokens: bigint;
}

/** A trade's call as it ends in the given way: refused by itself or by one that it makes. */
export function refuse(
  kind: Exclude<FailureKind, 'router'>,
  call: Call,
  trade: RefusedTrade,
  payerLamports: bigint,
): Call {
  const { coin, user, side, tokens } = trade;
  switch (kind) {
    case 'slippage':
      return { ...call, failure: coin.pool ? SLIPPAGE.pool : SLIPPAGE[side] };
    case 'complete':
      return { ...call, failure: COMPLETE };
    case 'account':
      return { ...call, failure: NO_ACCOUNT };
    case 'compute':
      return { ...call, failure: { code: null } };
    case 'tokens': {
      const transfer = transferCoin(coin, traderAccount(coin, user), coin.keys.vault, user, tokens);
      return { ...call, children: [{ ...transfer, failure: INSUFFICIENT_FUNDS }] };
    }
    case 'lamports': {
      const needed = payerLamports * 2n + 1n;
      const log = `Transfer: insufficient lamports ${payerLamports}, need ${needed}`;
      const transfer = transferLamports(user, coin.keys.curve, needed);
      return { ...call, children: [{ ...transfer, failure: { code: 1, log } }] };
    }
  }
}

/** The router's call after its trade, which it does not accept. */
export const refuseAsRouter = (routed: Call, router: Address): Call => ({
  ...routed,
  failure: { code: slippageCodeOf(router) },
});
