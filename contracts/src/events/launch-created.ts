import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { ExternalText, factBase } from './shared.js';

/** A token was created on the launchpad. Fields that its event's layout lacked are null. */
export const LaunchCreated = z.object({
  kind: z.literal('LaunchCreated'),
  ...factBase,
  mint: Mint,
  name: ExternalText,
  symbol: ExternalText,
  uri: ExternalText,
  bondingCurve: Address,
  user: Address,
  creator: Address.nullable(),
  tokenProgram: Address.nullable(),
  quoteMint: Mint,
  virtualTokenReserves: U64.nullable(),
  virtualQuoteReserves: U64.nullable(),
  realTokenReserves: U64.nullable(),
  tokenTotalSupply: U64.nullable(),
  isMayhem: z.boolean().nullable(),
  isCashback: z.boolean().nullable(),
  creatorFeeBasisPoints: U64.nullable(),
});
export type LaunchCreated = z.infer<typeof LaunchCreated>;

export const launchCreatedSamples: readonly z.input<typeof LaunchCreated>[] = [
  {
    kind: 'LaunchCreated',
    id: '2tVWeytJcSUXGhGgNFXwCyQCjHqYqZGbwKLFDwgbmQrsZwKXeZHQdtQKrZjqQ9RQ5nD9mXbbFcJ4jrrx2hK4kq5m:2:8:LaunchCreated',
    position: '000446023102-000012-002-0008',
    time: 1789087342000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    name: 'Sealy',
    symbol: 'SEALY',
    uri: 'https://ipfs.io/ipfs/bafkreib',
    bondingCurve: '8yJxwx92yKL2SFa23LvWxpF5W3MDsLaKEjXeAstkuNhn',
    user: '8tEh5ZzrxyLh12jfprebQEVjz9kgMgUcYLCHmeSME6E9',
    creator: '8tEh5ZzrxyLh12jfprebQEVjz9kgMgUcYLCHmeSME6E9',
    tokenProgram: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    quoteMint: 'So11111111111111111111111111111111111111112',
    virtualTokenReserves: '1073000000000000',
    virtualQuoteReserves: '30000000000',
    realTokenReserves: '793100000000000',
    tokenTotalSupply: '1000000000000000',
    isMayhem: false,
    isCashback: false,
    creatorFeeBasisPoints: null,
  },
];
