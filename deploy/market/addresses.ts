import { hash } from 'node:crypto';
import bs58 from 'bs58';
import { encodeKey } from './base58.js';
import { isOnCurve } from './curve-point.js';
import { Memo } from './memo.js';

/** A public key: 32 bytes, kept as a latin1 string so that it compares and hashes as a value. */
export type Address = string;

export const address = (base58: string): Address => Buffer.from(bs58.decode(base58)).toString('latin1');

export const addressBytes = (key: Address): Buffer => Buffer.from(key, 'latin1');

const base58Memo = new Memo(25_000, encodeKey);

/** In base58, remembered: the same keys come again and again. */
export const toBase58 = (key: Address): string => base58Memo.get(key);

export const PUMP = address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');
export const PUMP_SWAP = address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA');
export const PUMP_FEES = address('pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ');
export const MAYHEM = address('MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e');
export const MAYHEM_AGENT = address('BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s');
export const MIGRATION_AUTHORITY = address('39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg');
export const CURVE_FEE_RECIPIENT = address('62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV');
export const POOL_FEE_RECIPIENT = address('9rPYyANsfQZw3DnDmKE3YCQF5E8oD89UXoHn9JFEhJUz');
export const MAYHEM_FEE_RECIPIENT = address('GesfTA3X2arioaHp8bbKdjG9vJtskViWACZoYvxp4twS');
export const BUYBACK_FEE_RECIPIENT = address('6oCkp6gpyjxVTeL6ahMYcekN2x2pzt1KY8g2LqemaTNE');
export const SYSTEM = address('11111111111111111111111111111111');
export const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
export const METAPLEX = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');
export const RENT_SYSVAR = address('SysvarRent111111111111111111111111111111111');
export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112');
export const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

const MARKER = Buffer.from('ProgramDerivedAddress');

/** A key's bytes while it is looked at: a buffer of its own for each hash costs more than the hash. */
const digest = Buffer.alloc(32);

/** The first address off the curve, counting the bump down from 255, as the runtime derives it. */
export function deriveAddress(
  program: Address,
  seeds: readonly (string | Buffer)[],
): { key: Address; bump: number } {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed, 'latin1') : seed));
  const preimage = Buffer.concat([...parts, Buffer.of(0), addressBytes(program), MARKER]);
  const bumpAt = preimage.length - MARKER.length - 32 - 1;
  for (let bump = 255; bump >= 0; bump--) {
    preimage[bumpAt] = bump;
    const key = hash('sha256', preimage, 'binary');
    digest.write(key, 'latin1');
    if (!isOnCurve(digest)) return { key, bump };
  }
  throw new Error('no bump gives a program address');
}

/** A key that nobody holds, equal for equal labels. */
export const keyFor = (label: string): Address => hash('sha256', label, 'binary');

export const associatedTokenAddress = (owner: Address, mint: Address, tokenProgram: Address): Address =>
  deriveAddress(ASSOCIATED_TOKEN, [owner, tokenProgram, mint]).key;

const eventAuthority = (program: Address): Address => deriveAddress(program, ['__event_authority']).key;

/** The programs' own accounts: one of each on chain. */
export const SHARED = {
  pumpGlobal: deriveAddress(PUMP, ['global']).key,
  pumpEventAuthority: eventAuthority(PUMP),
  pumpLastWithdraw: deriveAddress(PUMP, ['last-withdraw']).key,
  pumpMintAuthority: deriveAddress(PUMP, ['mint-authority']).key,
  pumpVolume: deriveAddress(PUMP, ['global_volume_accumulator']).key,
  pumpFeeConfig: deriveAddress(PUMP_FEES, ['fee_config', PUMP]).key,
  swapConfig: deriveAddress(PUMP_SWAP, ['global_config']).key,
  swapEventAuthority: eventAuthority(PUMP_SWAP),
  swapVolume: deriveAddress(PUMP_SWAP, ['global_volume_accumulator']).key,
  swapFeeConfig: deriveAddress(PUMP_FEES, ['fee_config', PUMP_SWAP]).key,
  swapFeeAccount: associatedTokenAddress(POOL_FEE_RECIPIENT, WRAPPED_SOL, TOKEN),
  mayhemParams: deriveAddress(MAYHEM, ['global-params']).key,
  mayhemSolVault: deriveAddress(MAYHEM, ['sol-vault']).key,
} as const;
