import { type Address, addressBytes, toBase58 } from '../addresses.js';
import { u64 } from '../call.js';
import { TOKEN_SUPPLY } from '../curve.js';

/** Extension types of Token-2022 (`ExtensionType` of spl-token-2022) by the names that RPCs give them. */
export const EXTENSION_TYPES = {
  transferFeeConfig: 1,
  mintCloseAuthority: 3,
  defaultAccountState: 6,
  immutableOwner: 7,
  nonTransferable: 9,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  tokenMetadata: 19,
  pausableConfig: 26,
} as const;

/** An extension as the program stores it, and as an RPC tells it. */
export interface Extension {
  extension: keyof typeof EXTENSION_TYPES;
  value: Buffer;
  /** Undefined where the extension says all by being there. */
  state?: object;
}

/** An account and a mint say which they are here, after the longest layout of SPL Token. */
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPES = { mint: 1, account: 2 } as const;

/** Accounts of this length are multisigs: two bytes of nothing keep others apart from them. */
const MULTISIG_BYTES = 355;

/** An account with its extensions, type, length and value each. */
export function extend(
  base: Buffer,
  type: keyof typeof ACCOUNT_TYPES,
  extensions: readonly Extension[],
): Buffer {
  const entries = extensions.flatMap(({ extension, value }) => [
    u16(EXTENSION_TYPES[extension]),
    u16(value.length),
    value,
  ]);
  const padding = Buffer.alloc(ACCOUNT_TYPE_AT - base.length);
  const data = Buffer.concat([base, padding, Buffer.of(ACCOUNT_TYPES[type]), ...entries]);
  return data.length === MULTISIG_BYTES ? Buffer.concat([data, Buffer.alloc(2)]) : data;
}

export const immutableOwner = (): Extension => ({ extension: 'immutableOwner', value: Buffer.alloc(0) });

/** Says that the metadata are in the mint itself. */
export const metadataPointer = (authority: Address, mint: Address): Extension => ({
  extension: 'metadataPointer',
  value: Buffer.concat([addressBytes(authority), addressBytes(mint)]),
  state: { authority: toBase58(authority), metadataAddress: toBase58(mint) },
});

export function tokenMetadata(
  authority: Address,
  { mint: key, name, symbol, uri }: { mint: Address; name: string; symbol: string; uri: string },
): Extension {
  const [mint, updateAuthority] = [toBase58(key), toBase58(authority)];
  const texts = [name, symbol, uri].map(borshText);
  return {
    extension: 'tokenMetadata',
    value: Buffer.concat([addressBytes(authority), addressBytes(key), ...texts, u32(0)]),
    state: { additionalMetadata: [], mint, name, symbol, updateAuthority, uri },
  };
}

/** What a transfer costs from an epoch on. */
export interface TransferFee {
  epoch: number;
  basisPoints: number;
}

/** One fee until the newer one's epoch, the other from then on; no more than the supply at once. */
export function transferFeeConfig(authority: Address, older: TransferFee, newer: TransferFee): Extension {
  const feeBytes = ({ epoch, basisPoints }: TransferFee): Buffer[] => [
    u64(BigInt(epoch)),
    u64(TOKEN_SUPPLY),
    u16(basisPoints),
  ];
  const feeState = ({ epoch, basisPoints }: TransferFee) => ({
    epoch,
    maximumFee: Number(TOKEN_SUPPLY),
    transferFeeBasisPoints: basisPoints,
  });
  const keys = [addressBytes(authority), addressBytes(authority)];
  return {
    extension: 'transferFeeConfig',
    value: Buffer.concat([...keys, u64(0n), ...feeBytes(older), ...feeBytes(newer)]),
    state: {
      newerTransferFee: feeState(newer),
      olderTransferFee: feeState(older),
      transferFeeConfigAuthority: toBase58(authority),
      withdrawWithheldAuthority: toBase58(authority),
      withheldAmount: 0,
    },
  };
}

export const mintCloseAuthority = (closeAuthority: Address): Extension => ({
  extension: 'mintCloseAuthority',
  value: addressBytes(closeAuthority),
  state: { closeAuthority: toBase58(closeAuthority) },
});

/** `AccountState::Frozen`. */
const FROZEN = 2;

/** New accounts start frozen. */
export const defaultFrozen = (): Extension => ({
  extension: 'defaultAccountState',
  value: Buffer.of(FROZEN),
  state: { accountState: 'frozen' },
});

export const nonTransferable = (): Extension => ({ extension: 'nonTransferable', value: Buffer.alloc(0) });

export const permanentDelegate = (delegate: Address): Extension => ({
  extension: 'permanentDelegate',
  value: addressBytes(delegate),
  state: { delegate: toBase58(delegate) },
});

export const transferHook = (authority: Address, program: Address): Extension => ({
  extension: 'transferHook',
  value: Buffer.concat([addressBytes(authority), addressBytes(program)]),
  state: { authority: toBase58(authority), programId: toBase58(program) },
});

export const pausableConfig = (authority: Address, paused: boolean): Extension => ({
  extension: 'pausableConfig',
  value: Buffer.concat([addressBytes(authority), Buffer.of(paused ? 1 : 0)]),
  state: { authority: toBase58(authority), paused },
});

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
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
