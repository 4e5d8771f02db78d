/** The site around the scanner: what its operator has configured, and what wallets hold. */
import { z } from 'zod';
import { GivenAddress } from '../chain/index.js';
import { ENRICHED_BY } from './health.js';
import { Text } from './shared.js';

/** What the gate's token is called, whichever mint it is. */
export const GATE_SYMBOL = 'CRPT';

export const SITE_SOURCES = [...ENRICHED_BY, 'signIn', 'files', 'balances'] as const;

const Link = z.url({ protocol: /^https$/ });

export const SiteConfig = z.object({
  links: z
    .object({
      appStore: Link.nullable(),
      chart: Link.nullable(),
      social: Link.nullable(),
      telegram: Link.nullable(),
    })
    .describe('Where controls of the page lead; null where the operator has set none.'),
  supportEmail: z.email().nullable(),
  walletDownload: Link.describe('Where somebody without a wallet gets one.'),
  gate: z.object({
    mint: GivenAddress.nullable().describe('Null where none is configured: then the gate opens to nobody.'),
    minimum: z.int().positive().describe('Whole tokens that a wallet must hold.'),
    symbol: z.string(),
    balancesFrom: Text.describe(
      'Who says what wallets hold, where it is not the chain itself, such as a market simulator.',
    ),
  }),
  sources: z
    .array(z.object({ name: z.enum(SITE_SOURCES), isConfigured: z.boolean() }))
    .describe(
      'What was configured: whom enrichers ask about tokens, and the stores and the RPC that sign-in, the app and balances need.',
    ),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

export const TokenBalanceAsk = z.object({ walletAddress: GivenAddress, tokenMintAddress: GivenAddress });
export type TokenBalanceAsk = z.infer<typeof TokenBalanceAsk>;

/** What cannot be found out is answered with a problem, which carries `success: false` and `error`, and no balance. */
export const TokenBalance = z.object({
  success: z.literal(true),
  balance: z
    .number()
    .nonnegative()
    .describe(
      'Whole tokens in all accounts of the wallet, with at most 15 digits and never rounded up. Of a wallet with more accounts than are read, those of the gate token in its own (associated) account, where they open the gate.',
    ),
  error: z.null(),
});
export type TokenBalance = z.infer<typeof TokenBalance>;
