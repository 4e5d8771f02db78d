import {
  type Address,
  addressBytes,
  associatedTokenAddress,
  deriveAddress,
  MAYHEM,
  METAPLEX,
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
import {
  type Curve,
  INITIAL_VIRTUAL_LAMPORTS,
  NONE_WAITING,
  openCurve,
  POOL_MIGRATION_FEE_LAMPORTS,
  POOL_TOKENS,
  TOKEN_SUPPLY,
  type WaitingFees,
} from './curve.js';
import type { Pool } from './pool.js';

export const TOKEN_DECIMALS = 6;
export const LP_DECIMALS = 9;

/** What a launch is bought with: SOL, USDC, or another coin. */
export interface Quote {
  name: string;
  /** As events write it: SOL is the zero key. */
  eventMint: Address;
  mint: Address;
  decimals: number;
  tokenProgram: Address;
  initialVirtual: bigint;
  /** Whether traders bring it from outside the market, ten thousand units at a time. */
  fromOutside: boolean;
}

export const isSol = ({ mint }: Quote): boolean => mint === WRAPPED_SOL;

/**
 * The USDC reserve stands for 30 SOL at $150: the chain's own figure for a fresh USDC curve has not been observed.
 */
export const QUOTES: Readonly<Record<'SOL' | 'USDC', Quote>> = {
  SOL: {
    name: 'SOL',
    eventMint: SYSTEM,
    mint: WRAPPED_SOL,
    decimals: 9,
    tokenProgram: TOKEN,
    initialVirtual: INITIAL_VIRTUAL_LAMPORTS,
    fromOutside: true,
  },
  USDC: {
    name: 'USDC',
    eventMint: USDC,
    mint: USDC,
    decimals: 6,
    tokenProgram: TOKEN,
    initialVirtual: 4_500_000_000n,
    fromOutside: true,
  },
};

/**
 * A launch's token as the quote of others: whoever buys with it must hold it, and it must not be retired before them.
 * `initialVirtual` is a fresh curve's virtual reserve in the token's base units.
 */
export const quoteOf = ({ symbol, mint, tokenProgram }: Coin, initialVirtual: bigint): Quote => ({
  name: symbol,
  eventMint: mint,
  mint,
  decimals: TOKEN_DECIMALS,
  tokenProgram,
  initialVirtual,
  fromOutside: false,
});

/** What a launch is when it is created. */
export interface CoinSpec {
  mint: Address;
  creator: Address;
  name: string;
  symbol: string;
  uri: string;
  quote: Quote;
  mayhem: boolean;
  /** The token program that owns the mint: Token-2022 unless said. */
  tokenProgram?: Address;
  /** What the creator takes of each trade instead of the usual rate, in basis points (100 and 200 are seen); 0: nothing else. */
  creatorFeeBps?: bigint;
  /** Whether what the creator takes goes to holders. */
  holderRewards?: boolean;
}

/** A launch on the chain: its reserves and the addresses derived from its mint. */
export interface Coin extends Required<CoinSpec> {
  createdAtMs: number;
  createdSlot: number;
  /** Base units in existence. */
  supply: bigint;
  curve: Curve;
  complete: boolean;
  pool: Pool | null;
  /** Fees that wait on the curve; those of a pool are the pool's. */
  waiting: WaitingFees;
  /** What the completing buy bought of the tokens meant for the pool, and paid for them, before fees. */
  beyondCurve: { readonly tokens: bigint; readonly quote: bigint };
  keys: CurveKeys;
  poolKeys: PoolKeys | null;
  /** Token accounts of traders by owner, open or closed. */
  traders: Map<Address, Address>;
}

export type PoolKeys = ReturnType<typeof poolKeys>;

export function newCoin(given: CoinSpec, createdAtMs: number, createdSlot: number): Coin {
  const spec = { tokenProgram: TOKEN_2022, creatorFeeBps: 0n, holderRewards: false, ...given };
  return {
    ...spec,
    createdAtMs,
    createdSlot,
    supply: TOKEN_SUPPLY,
    curve: openCurve(spec.quote.initialVirtual),
    complete: false,
    pool: null,
    waiting: NONE_WAITING,
    beyondCurve: { tokens: 0n, quote: 0n },
    keys: new CurveKeys(spec),
    poolKeys: null,
    traders: new Map(),
  };
}

/** A coin's pool and the addresses that it has. Throws where there is none. */
export function requirePool({ pool, poolKeys: keys }: Coin): { pool: Pool; poolKeys: PoolKeys } {
  if (!pool || !keys) throw new Error('the coin has no pool');
  return { pool, poolKeys: keys };
}

/** A trader's account for the launch's token. */
export function traderAccount(coin: Coin, owner: Address): Address {
  let key = coin.traders.get(owner);
  if (key === undefined) {
    key = associatedTokenAddress(owner, coin.mint, coin.tokenProgram);
    coin.traders.set(owner, key);
  }
  return key;
}

/** What the launchpad takes of a completed curve's quote for the migration: of SOL alone. */
export const migrationFeeOf = (quote: Quote): bigint => (isSol(quote) ? POOL_MIGRATION_FEE_LAMPORTS : 0n);

/** The reserves with which a completed curve's pool opens, before anything is bought beyond the curve. */
export const poolBefore = ({ curve, quote }: Coin): { tokens: bigint; quote: bigint } => ({
  tokens: POOL_TOKENS,
  quote: curve.realQuote - migrationFeeOf(quote),
});

/** The reserves that make a coin's price, those of its pool, present or to be, or its curve: in units of its quote, and of itself. */
export function priceReservesOf(coin: Coin): [quote: bigint, tokens: bigint] {
  const { pool, curve, beyondCurve } = coin;
  if (pool) return [pool.quote + pool.virtualQuote, pool.base];
  if (beyondCurve.tokens === 0n) return [curve.virtualQuote, curve.virtualTokens];
  const { quote, tokens } = poolBefore(coin);
  return [quote + beyondCurve.quote, tokens - beyondCurve.tokens];
}

/** The transfer of a launch's token between two accounts. */
export const transferCoin = (
  { mint, tokenProgram }: Coin,
  source: Address,
  destination: Address,
  authority: Address,
  amount: bigint,
): Call =>
  transferTokens({
    program: tokenProgram,
    source,
    mint,
    destination,
    authority,
    amount,
    decimals: TOKEN_DECIMALS,
  });

/** The addresses of a curve. Deriving one costs as much as a third of a transaction: what few coins need waits. */
export class CurveKeys {
  readonly curve: Address;
  readonly vault: Address;
  readonly creatorVault: Address;
  readonly #spec: Required<CoinSpec>;
  #ofQuote: { vault: Address; creatorVault: Address; sharingConfig: Address } | null = null;

  constructor(spec: Required<CoinSpec>) {
    this.#spec = spec;
    this.curve = deriveAddress(PUMP, ['bonding-curve', spec.mint]).key;
    this.vault = associatedTokenAddress(this.curve, spec.mint, spec.tokenProgram);
    this.creatorVault = deriveAddress(PUMP, ['creator-vault', spec.creator]).key;
  }

  get quoteVault(): Address {
    return this.#quoteKeys().vault;
  }

  get creatorQuoteVault(): Address {
    return this.#quoteKeys().creatorVault;
  }

  get sharingConfig(): Address {
    return this.#quoteKeys().sharingConfig;
  }

  #quoteKeys() {
    const { mint, quote } = this.#spec;
    this.#ofQuote ??= {
      vault: associatedTokenAddress(this.curve, quote.mint, quote.tokenProgram),
      creatorVault: associatedTokenAddress(this.creatorVault, quote.mint, quote.tokenProgram),
      sharingConfig: deriveAddress(PUMP_FEES, ['sharing-config', mint]).key,
    };
    return this.#ofQuote;
  }
}

/** The addresses that only the creation of a coin names. */
export const creationKeys = ({ mint, tokenProgram }: Coin): Record<string, Address> =>
  tokenProgram === TOKEN
    ? { metadata: deriveAddress(METAPLEX, ['metadata', METAPLEX, mint]).key }
    : {
        mayhem_state: deriveAddress(MAYHEM, ['mayhem-state', mint]).key,
        mayhem_token_vault: associatedTokenAddress(SHARED.mayhemSolVault, mint, tokenProgram),
      };

/** A provider's account for a pool's LP tokens. */
export const lpAccount = ({ lpMint }: PoolKeys, owner: Address): Address =>
  associatedTokenAddress(owner, lpMint, TOKEN_2022);

/** Index of the pool that the launchpad itself opens. */
const CANONICAL_POOL_INDEX = Buffer.of(0, 0);

export function poolKeys({ mint, creator, tokenProgram, quote }: Required<CoinSpec>) {
  const quoteAccount = (owner: Address): Address =>
    associatedTokenAddress(owner, quote.mint, quote.tokenProgram);
  const authority = deriveAddress(PUMP, ['pool-authority', mint]).key;
  const { key: pool, bump } = deriveAddress(PUMP_SWAP, [
    'pool',
    CANONICAL_POOL_INDEX,
    addressBytes(authority),
    addressBytes(mint),
    addressBytes(quote.mint),
  ]);
  const lpMint = deriveAddress(PUMP_SWAP, ['pool_lp_mint', pool]).key;
  const creatorVaultAuthority = deriveAddress(PUMP_SWAP, ['creator_vault', creator]).key;
  const boostAuthority = deriveAddress(PUMP_SWAP, ['boost_vault', pool]).key;
  return {
    pool,
    bump,
    authority,
    lpMint,
    authorityBase: associatedTokenAddress(authority, mint, tokenProgram),
    authorityQuote: quoteAccount(authority),
    authorityLp: associatedTokenAddress(authority, lpMint, TOKEN_2022),
    base: associatedTokenAddress(pool, mint, tokenProgram),
    quote: quoteAccount(pool),
    creatorVaultAuthority,
    creatorVault: quoteAccount(creatorVaultAuthority),
    boostAuthority,
    boostVault: quoteAccount(boostAuthority),
  };
}
