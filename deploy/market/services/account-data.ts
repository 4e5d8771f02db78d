import {
  type Address,
  addressBytes,
  PUMP,
  SHARED,
  SYSTEM,
  TOKEN_2022,
  toBase58,
  WRAPPED_SOL,
} from '../addresses.js';
import { type Coin, TOKEN_DECIMALS } from '../coin.js';
import { TOKEN_SUPPLY } from '../curve.js';
import type { TokenHolding } from '../ledger.js';
import type { PublicMarket } from '../public-market.js';
import { mintPowersOf } from './mint-powers.js';
import {
  type Extension,
  extend,
  immutableOwner,
  metadataPointer,
  tokenMetadata,
} from './token-extensions.js';

/** An account as the runtime stores it. */
export interface Account {
  lamports: bigint;
  owner: Address;
  data: Buffer;
  /** What the RPC says of it as `jsonParsed`; null for accounts that it cannot read. */
  parsed: { program: string; type: string; info: object } | null;
}

/** The layouts of SPL Token, without extensions. */
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;

/** Associated accounts of Token-2022 can never change hands. */
const OWNED_FOR_GOOD = [immutableOwner()];

/** Lamports in every wrapped-SOL account beyond its amount (165 bytes). */
const NATIVE_RESERVE = 2_039_280n;

/** The account at a key; null where the market knows of none. */
export function accountAt(market: PublicMarket, key: Address): Account | null {
  const lamports = market.ledger.lamports(key);
  const holding = market.ledger.token(key);
  if (holding) return tokenAccount(holding, lamports);
  const coin = market.coin(key);
  if (coin) return mintAccount(coin, lamports);
  if (lamports === 0n) return null;
  // A curve and a pool own an account of their coin.
  for (const account of market.ledger.accountsOfOwner(key)) {
    const owned = market.coin(market.ledger.token(account)!.mint);
    if (owned?.keys.curve === key) return curveAccount(owned, lamports);
    // What a pool's account holds besides its reserves is not kept.
    if (owned?.poolKeys?.pool === key) return null;
  }
  return { lamports, owner: SYSTEM, data: Buffer.alloc(0), parsed: null };
}

/** `BondingCurve` of the launchpad's IDL in the size that its accounts have had since 2025. */
const CURVE_BYTES = 151;
const CURVE_DISCRIMINATOR = Buffer.from('17b7f83760d8ac60', 'hex');

function curveAccount(coin: Coin, lamports: bigint): Account {
  const { curve, complete, creator, mayhem, quote, creatorFeeBps } = coin;
  const data = Buffer.alloc(CURVE_BYTES);
  data.set(CURVE_DISCRIMINATOR, 0);
  const amounts = [curve.virtualTokens, curve.virtualQuote, curve.realTokens, curve.realQuote, TOKEN_SUPPLY];
  amounts.forEach((amount, index) => {
    data.writeBigUInt64LE(amount, 8 + index * 8);
  });
  data.writeUInt8(complete ? 1 : 0, 48);
  data.set(addressBytes(creator), 49);
  data.writeUInt8(mayhem ? 1 : 0, 81);
  data.set(addressBytes(quote.eventMint), 83);
  data.writeBigUInt64LE(creatorFeeBps, 115);
  return { lamports, owner: PUMP, data, parsed: null };
}

/** Decimals and base units of a mint that the market knows; null for others. */
export function supplyOf(market: PublicMarket, mint: Address): { amount: bigint; decimals: number } | null {
  const coin = market.coin(mint);
  return coin && { amount: coin.supply, decimals: TOKEN_DECIMALS };
}

export const tokenAmount = (amount: bigint, decimals: number) => ({
  amount: String(amount),
  decimals,
  uiAmount: Number(amount) / 10 ** decimals,
  uiAmountString: unitsText(amount, decimals),
});

/** Exact, without zeros at the end: 1500000 with 6 decimals is 1.5. */
function unitsText(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return fraction === '' || decimals === 0 ? whole : `${whole}.${fraction}`;
}

const programName = (program: Address): string => (program === TOKEN_2022 ? 'spl-token-2022' : 'spl-token');

function tokenAccount(holding: TokenHolding, lamports: bigint): Account {
  const { mint, owner, program, amount, decimals } = holding;
  const isNative = mint === WRAPPED_SOL;
  const data = Buffer.alloc(ACCOUNT_BYTES);
  data.set(addressBytes(mint), 0);
  data.set(addressBytes(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data.writeUInt8(1, 108);
  if (isNative) {
    data.writeUInt32LE(1, 109);
    data.writeBigUInt64LE(NATIVE_RESERVE, 113);
  }
  const isExtended = program === TOKEN_2022;
  const info = {
    ...(isExtended && { extensions: told(OWNED_FOR_GOOD) }),
    isNative,
    mint: toBase58(mint),
    owner: toBase58(owner),
    ...(isNative && { rentExemptReserve: tokenAmount(NATIVE_RESERVE, decimals) }),
    state: 'initialized',
    tokenAmount: tokenAmount(amount, decimals),
  };
  return {
    lamports,
    owner: program,
    data: isExtended ? extend(data, 'account', OWNED_FOR_GOOD) : data,
    parsed: { program: programName(program), type: 'account', info },
  };
}

/** The mint of a launch: one of Token-2022 holds its metadata, and what powers its creator has kept. */
function mintAccount(coin: Coin, lamports: bigint): Account {
  const { tokenProgram: owner } = coin;
  const program = programName(owner);
  const { mintAuthority, freezeAuthority, extensions: powers } = mintPowersOf(coin);
  const base = Buffer.alloc(MINT_BYTES);
  writeAuthority(base, 0, mintAuthority);
  base.writeBigUInt64LE(coin.supply, 36);
  base.writeUInt8(TOKEN_DECIMALS, 44);
  base.writeUInt8(1, 45);
  writeAuthority(base, 46, freezeAuthority);
  const info = {
    decimals: TOKEN_DECIMALS,
    freezeAuthority: freezeAuthority && toBase58(freezeAuthority),
    isInitialized: true,
    mintAuthority: mintAuthority && toBase58(mintAuthority),
    supply: String(coin.supply),
  };
  if (owner !== TOKEN_2022) return { lamports, owner, data: base, parsed: { program, type: 'mint', info } };
  const pointer = metadataPointer(SHARED.pumpMintAuthority, coin.mint);
  // The metadata come last: their length is not known before.
  const extensions = [pointer, ...powers, tokenMetadata(SHARED.pumpMintAuthority, coin)];
  return {
    lamports,
    owner,
    data: extend(base, 'mint', extensions),
    parsed: { program, type: 'mint', info: { ...info, extensions: told(extensions) } },
  };
}

/** A `COption<Pubkey>`: whether there is one, then its key. */
function writeAuthority(data: Buffer, at: number, authority: Address | null): void {
  if (authority === null) return;
  data.writeUInt32LE(1, at);
  data.set(addressBytes(authority), at + 4);
}

/** Extensions as `jsonParsed` tells them. */
const told = (extensions: readonly Extension[]): object[] =>
  extensions.map(({ extension, state }) => ({ extension, ...(state && { state }) }));
