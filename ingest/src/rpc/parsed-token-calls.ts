/** What `jsonParsed` gives as prose of the calls of token programs, as bytes. */
import { z } from 'zod';
import { bytesOf, U64 } from './json-values.js';

/** More than a batch of 255 accounts and data has. */
const MAX_CALLS = 256;

const SetAuthority = z.object({
  type: z.literal('setAuthority'),
  info: z.object({
    mint: z.string(),
    authorityType: z.enum(['mintTokens', 'freezeAccount']),
    newAuthority: bytesOf('base58').nullable(),
  }),
});

/** By their number in `TokenInstruction`; checked ones say the decimals too, which nothing is made of. */
const CHANGES_SUPPLY = {
  ...{ mintTo: [7], burn: [8], mintToChecked: [14], burnChecked: [15] },
  ...{ permissionedBurn: [46, 1], permissionedBurnChecked: [46, 2] },
} as const satisfies Record<string, readonly number[]>;
const SupplyChange = z.object({
  type: z.enum(Object.keys(CHANGES_SUPPLY) as [keyof typeof CHANGES_SUPPLY]),
  info: z.object({
    account: z.string(),
    mint: z.string(),
    amount: U64.optional(),
    tokenAmount: z.object({ amount: U64 }).optional(),
  }),
});
const Batch = z.object({
  type: z.literal('batch'),
  info: z.object({ instructions: z.array(z.unknown()).max(MAX_CALLS) }),
});

type Restored = { accounts: string[]; data: Uint8Array };

/** The instructions that facts are made of and `jsonParsed` gives as prose, as token programs encode them. */
export function restoreTokenCall(parsed: unknown): Restored | null {
  return restoreSetAuthority(parsed) ?? restoreSupplyChange(parsed) ?? restoreBatch(parsed);
}

function restoreSetAuthority(parsed: unknown): Restored | null {
  const { success, data } = SetAuthority.safeParse(parsed);
  if (!success) return null;
  const { mint, authorityType, newAuthority } = data.info;
  const holder = newAuthority === null ? [0] : [1, ...newAuthority];
  return { accounts: [mint], data: Uint8Array.of(6, authorityType === 'mintTokens' ? 0 : 1, ...holder) };
}

function restoreSupplyChange(parsed: unknown): Restored | null {
  const { success, data } = SupplyChange.safeParse(parsed);
  const amount = data?.info.amount ?? data?.info.tokenAmount?.amount;
  if (!success || amount === undefined) return null;
  const { account, mint } = data.info;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(amount);
  return {
    accounts: data.type.startsWith('mint') ? [mint, account] : [account, mint],
    data: Uint8Array.of(...CHANGES_SUPPLY[data.type], ...bytes),
  };
}

/** What nothing is made of keeps its place, without accounts and data. */
function restoreBatch(parsed: unknown): Restored | null {
  const { success, data } = Batch.safeParse(parsed);
  if (!success) return null;
  const calls = data.info.instructions.map(
    (each) => restoreSetAuthority(each) ?? restoreSupplyChange(each) ?? { accounts: [], data: [] },
  );
  return {
    accounts: calls.flatMap(({ accounts }) => accounts),
    data: Uint8Array.of(
      255,
      ...calls.flatMap((call) => [call.accounts.length, call.data.length, ...call.data]),
    ),
  };
}
