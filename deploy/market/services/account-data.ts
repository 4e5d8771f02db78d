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

/** An account as the runtime stores it. */
export interface Account {
  lamports: bigint;
  owner: Address;
  data: Buffer;
  /** What the RPC says of it as `jsonParsed`; null for accounts that it cannot read. */
  parsed: { program: string; type: string; info: object } | null;
}

/** Extension types of Token-2022 (`ExtensionType` of spl-token-2022). */
const EXTENSIONS = { immutableOwner: 7, metadataPointer: 18, tokenMetadata: 19 } as const;

/** An account and a mint say which they are here, after the longest layout of SPL Token. */
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPES = { mint: 1, account: 2 } as const;
const MINT_BYTES = 82;

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
  return market.coin(mint) ? { amount: TOKEN_SUPPLY, decimals: TOKEN_DECIMALS } : null;
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
  const data = Buffer.alloc(ACCOUNT_TYPE_AT);
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
    ...(isExtended && { extensions: [{ extension: 'immutableOwner' }] }),
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
    // Associated accounts of Token-2022 can never change hands.
    data: isExtended
      ? extend(data, ACCOUNT_TYPES.account, [[EXTENSIONS.immutableOwner, Buffer.alloc(0)]])
      : data,
    parsed: { program: programName(program), type: 'account', info },
  };
}

/** The mint of a launch, without authorities, as the launchpad makes it: a mint of Token-2022 holds its metadata. */
function mintAccount(coin: Coin, lamports: bigint): Account {
  const base = Buffer.alloc(MINT_BYTES);
  base.writeBigUInt64LE(TOKEN_SUPPLY, 36);
  base.writeUInt8(TOKEN_DECIMALS, 44);
  base.writeUInt8(1, 45);
  const info = {
    decimals: TOKEN_DECIMALS,
    freezeAuthority: null,
    isInitialized: true,
    mintAuthority: null,
    supply: String(TOKEN_SUPPLY),
  };
  const { tokenProgram: owner } = coin;
  const program = programName(owner);
  if (owner !== TOKEN_2022) return { lamports, owner, data: base, parsed: { program, type: 'mint', info } };
  const { bytes, extensions } = mintExtensions(coin);
  const padded = Buffer.concat([base, Buffer.alloc(ACCOUNT_TYPE_AT - MINT_BYTES)]);
  return {
    lamports,
    owner,
    data: extend(padded, ACCOUNT_TYPES.mint, bytes),
    parsed: { program, type: 'mint', info: { ...info, extensions } },
  };
}

/** The metadata, and the pointer that says they are in the mint itself; as bytes and as `jsonParsed` tells them. */
function mintExtensions({ name, symbol, uri, mint: key }: Coin) {
  const mint = toBase58(key);
  const updateAuthority = toBase58(SHARED.pumpMintAuthority);
  const keys = [addressBytes(SHARED.pumpMintAuthority), addressBytes(key)];
  const bytes: [number, Buffer][] = [
    [EXTENSIONS.metadataPointer, Buffer.concat(keys)],
    [EXTENSIONS.tokenMetadata, Buffer.concat([...keys, ...[name, symbol, uri].map(borshText), u32(0)])],
  ];
  const extensions = [
    { extension: 'metadataPointer', state: { authority: updateAuthority, metadataAddress: mint } },
    {
      extension: 'tokenMetadata',
      state: { additionalMetadata: [], mint, name, symbol, updateAuthority, uri },
    },
  ];
  return { bytes, extensions };
}

/** Appends the account's type and its extensions: type, length, value each. */
function extend(base: Buffer, type: number, extensions: readonly (readonly [number, Buffer])[]): Buffer {
  const entries = extensions.flatMap(([extension, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(extension, 0);
    head.writeUInt16LE(value.length, 2);
    return [head, value];
  });
  return Buffer.concat([base, Buffer.of(type), ...entries]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const borshText = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([u32(bytes.length), bytes]);
};
