import {
  type Address,
  addressBytes,
  associatedTokenAddress,
  deriveAddress,
  MAYHEM,
  PUMP,
  PUMP_FEES,
  PUMP_SWAP,
  SHARED,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  USDC,
  WRAPPED_SOL,
} from './addresses.js';
import { type Call, transferTokens } from './call.js';
import { type Curve, INITIAL_VIRTUAL_LAMPORTS, openCurve } from './curve.js';
import type { Pool } from './pool.js';

export const TOKEN_DECIMALS = 6;

export type QuoteName = 'SOL' | 'USDC';

export interface Quote {
  name: QuoteName;
  /** As events write it: SOL is the zero key. */
  eventMint: Address;
  mint: Address;
  decimals: number;
  initialVirtual: bigint;
}

/**
 * The USDC reserve stands for 30 SOL at $150: the chain's own figure for a fresh USDC curve has not been observed.
 */
export const QUOTES: Readonly<Record<QuoteName, Quote>> = {
  SOL: {
    name: 'SOL',
    eventMint: SYSTEM,
    mint: WRAPPED_SOL,
    decimals: 9,
    initialVirtual: INITIAL_VIRTUAL_LAMPORTS,
  },
  USDC: { name: 'USDC', eventMint: USDC, mint: USDC, decimals: 6, initialVirtual: 4_500_000_000n },
};

/** What a launch is when it is created. */
export interface CoinSpec {
  mint: Address;
  creator: Address;
  name: string;
  symbol: string;
  uri: string;
  quote: Quote;
  mayhem: boolean;
}

/** A launch on the chain: its reserves and the addresses derived from its mint. */
export interface Coin extends CoinSpec {
  createdAtMs: number;
  curve: Curve;
  complete: boolean;
  pool: Pool | null;
  keys: ReturnType<typeof curveKeys>;
  poolKeys: PoolKeys | null;
  /** Token accounts of traders by owner, open or closed. */
  traders: Map<Address, Address>;
}

export type PoolKeys = ReturnType<typeof poolKeys>;

export function newCoin(spec: CoinSpec, createdAtMs: number): Coin {
  return {
    ...spec,
    createdAtMs,
    curve: openCurve(spec.quote.initialVirtual),
    complete: false,
    pool: null,
    keys: curveKeys(spec),
    poolKeys: null,
    traders: new Map(),
  };
}

/** A trader's account for the launch's token. */
export function traderAccount(coin: Coin, owner: Address): Address {
  let key = coin.traders.get(owner);
  if (key === undefined) {
    key = associatedTokenAddress(owner, coin.mint, TOKEN_2022);
    coin.traders.set(owner, key);
  }
  return key;
}

/** The transfer of a launch's token between two accounts. */
export const transferCoin = (
  { mint }: Coin,
  source: Address,
  destination: Address,
  authority: Address,
  amount: bigint,
): Call =>
  transferTokens({
    program: TOKEN_2022,
    source,
    mint,
    destination,
    authority,
    amount,
    decimals: TOKEN_DECIMALS,
  });

function curveKeys({ mint, creator, quote }: CoinSpec) {
  const curve = deriveAddress(PUMP, ['bonding-curve', mint]).key;
  const creatorVault = deriveAddress(PUMP, ['creator-vault', creator]).key;
  return {
    curve,
    vault: associatedTokenAddress(curve, mint, TOKEN_2022),
    creatorVault,
    mayhemState: deriveAddress(MAYHEM, ['mayhem-state', mint]).key,
    mayhemVault: associatedTokenAddress(SHARED.mayhemSolVault, mint, TOKEN_2022),
    quoteVault: associatedTokenAddress(curve, quote.mint, TOKEN),
    creatorQuoteVault: associatedTokenAddress(creatorVault, quote.mint, TOKEN),
    sharingConfig: deriveAddress(PUMP_FEES, ['sharing-config', mint]).key,
  };
}

/** Index of the pool that the launchpad itself opens. */
const CANONICAL_POOL_INDEX = Buffer.of(0, 0);

export function poolKeys({ mint, creator }: CoinSpec) {
  const authority = deriveAddress(PUMP, ['pool-authority', mint]).key;
  const { key: pool, bump } = deriveAddress(PUMP_SWAP, [
    'pool',
    CANONICAL_POOL_INDEX,
    addressBytes(authority),
    addressBytes(mint),
    addressBytes(WRAPPED_SOL),
  ]);
  const lpMint = deriveAddress(PUMP_SWAP, ['pool_lp_mint', pool]).key;
  const creatorVaultAuthority = deriveAddress(PUMP_SWAP, ['creator_vault', creator]).key;
  const boostAuthority = deriveAddress(PUMP_SWAP, ['boost_vault', pool]).key;
  return {
    pool,
    bump,
    authority,
    lpMint,
    authorityBase: associatedTokenAddress(authority, mint, TOKEN_2022),
    authorityQuote: associatedTokenAddress(authority, WRAPPED_SOL, TOKEN),
    authorityLp: associatedTokenAddress(authority, lpMint, TOKEN_2022),
    base: associatedTokenAddress(pool, mint, TOKEN_2022),
    quote: associatedTokenAddress(pool, WRAPPED_SOL, TOKEN),
    creatorVaultAuthority,
    creatorVault: associatedTokenAddress(creatorVaultAuthority, WRAPPED_SOL, TOKEN),
    boostAuthority,
    boostVault: associatedTokenAddress(boostAuthority, WRAPPED_SOL, TOKEN),
  };
}
