/** Answers of Solana's JSON-RPC: https://solana.com/docs/rpc */
import { U64 } from '@cryptonite/contracts/amounts';
import { Address } from '@cryptonite/contracts/chain';
import { EXTERNAL_TEXT_MOST } from '@cryptonite/contracts/events';
import { z } from 'zod';
import { cleanText } from '../clean-text.js';
import { FetchFailed } from '../fetch/guard.js';
import type { Said } from '../provider.js';

const Slot = z.int().nonnegative();

const Result = z.object({ result: z.object({ context: z.object({ slot: Slot }), value: z.unknown() }) });
const Failed = z.object({ error: z.object({ code: z.number() }) });

/** What a method said as of a slot. */
export function readResult(value: unknown): { slot: number; value: unknown } {
  const { data } = Result.safeParse(value);
  if (data) return { slot: data.result.context.slot, value: data.result.value };
  const { data: failed } = Failed.safeParse(value);
  if (failed) throw new FetchFailed('refused', `the node answers with error ${failed.error.code}`);
  throw new FetchFailed('wrong-shape', 'the node answers with no result');
}

const EXTENSIONS_MOST = 50;
const EXTENSION_NAME_MOST = 100;

const Extension = z.object({ extension: z.string(), state: z.unknown().optional() });
const MintAccount = z.object({
  owner: Address,
  data: z.object({
    parsed: z.object({
      type: z.literal('mint'),
      info: z.object({
        decimals: z.int().min(0).max(255),
        supply: U64,
        mintAuthority: Address.nullable(),
        freezeAuthority: Address.nullable(),
        extensions: z.array(Extension).default([]),
      }),
    }),
  }),
});

type MintState = Omit<Extract<Said, { kind: 'MintObserved' }>, 'kind' | 'from' | 'observedSlot'>;

const NO_MINT: MintState = {
  exists: false,
  tokenProgram: null,
  decimals: null,
  supply: null,
  mintAuthority: null,
  freezeAuthority: null,
  extensions: [],
};

/** A mint's account as `jsonParsed`; null is one that the node does not know. */
export function readMint(account: unknown): MintState {
  if (account === null) return NO_MINT;
  const { data } = MintAccount.safeParse(account);
  if (!data) throw new FetchFailed('wrong-shape', 'the account is no mint that the node can read');
  const { decimals, supply, mintAuthority, freezeAuthority, extensions } = data.data.parsed.info;
  return {
    exists: true,
    tokenProgram: data.owner,
    decimals,
    supply,
    mintAuthority,
    freezeAuthority,
    extensions: extensions.slice(0, EXTENSIONS_MOST).map(({ extension, state }) => ({
      name: cleanText(extension).slice(0, EXTENSION_NAME_MOST),
      values: valuesOf(state),
    })),
  };
}

/** As JSON, whatever its length: one that is cut would be none. */
function valuesOf(state: unknown): string {
  const text = JSON.stringify(state ?? {});
  return text.length <= EXTERNAL_TEXT_MOST ? cleanText(text) : JSON.stringify(`${text.length} characters`);
}

const TokenAccount = z.object({
  data: z.object({ parsed: z.object({ type: z.literal('account'), info: z.object({ owner: Address }) }) }),
});

/** Who owns a token account; null where the node does not tell. */
export const readOwner = (account: unknown): string | null =>
  TokenAccount.safeParse(account).data?.data.parsed.info.owner ?? null;

const Largest = z.array(z.object({ address: Address, amount: U64 })).max(20);

export function readLargest(value: unknown): z.output<typeof Largest> {
  const { data } = Largest.safeParse(value);
  if (!data)
    throw new FetchFailed('wrong-shape', 'what the node says of largest accounts is no list of them');
  return data;
}

/** One place for each account that was asked for. */
export function readAccounts(value: unknown, count: number): unknown[] {
  if (!Array.isArray(value) || value.length !== count)
    throw new FetchFailed('wrong-shape', `the node answers for others than ${count} accounts`);
  return value;
}
