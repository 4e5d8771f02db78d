import { z } from 'zod';
import type { Address } from './addresses.js';
import { TOKEN_DECIMALS } from './coin.js';
import { readAddress } from './services/read-address.js';

/** What a wallet holds of the gate token from the market's start, in base units, in one account. */
export interface GateHolding {
  owner: Address;
  tokens: bigint;
}

/** Who can be named; each costs its account's rent. */
const MOST_NAMED = 1_000;
/** Of what the curve sold; the rest stays with the creator and the wallets of the tests. */
const MOST_TOKENS = 700_000_000n * 10n ** BigInt(TOKEN_DECIMALS);

const ENTRY = new RegExp(`^([^=]+)=(\\d{1,9})(?:\\.(\\d{1,${TOKEN_DECIMALS}}))?$`);

/** `address=tokens`, more of them after commas; an address that stands twice has two accounts. */
export const GateHolders = z
  .string()
  .transform((text, context): GateHolding[] => {
    const holdings = text.split(',').map(readHolding);
    if (holdings.every((holding) => holding !== null)) return holdings;
    context.issues.push({
      code: 'custom',
      input: text,
      message: `takes address=tokens with at most ${TOKEN_DECIMALS} decimals, more of them after commas`,
    });
    return z.NEVER;
  })
  .refine((holdings) => holdings.length <= MOST_NAMED, {
    error: `takes ${MOST_NAMED} holders at most`,
    abort: true,
  })
  .refine(
    (holdings) => holdings.reduce((sum, { tokens }) => sum + tokens, 0n) <= MOST_TOKENS,
    'takes 700000000 tokens at most, of all holders together',
  );

function readHolding(text: string): GateHolding | null {
  const [, address = '', whole = '', fraction = ''] = ENTRY.exec(text.trim()) ?? [];
  const owner = readAddress(address);
  return owner === null ? null : { owner, tokens: BigInt(whole + fraction.padEnd(TOKEN_DECIMALS, '0')) };
}
