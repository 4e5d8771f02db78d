import { z } from 'zod';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** A mint's authority was set or given up by a SetAuthority instruction; `holder` null means revoked. */
export const AuthorityObserved = z.object({
  kind: z.literal('AuthorityObserved'),
  ...factBase,
  mint: Mint,
  authority: z.enum(['mint', 'freeze']),
  holder: Address.nullable(),
});
export type AuthorityObserved = z.infer<typeof AuthorityObserved>;

export const authorityObservedSamples: readonly z.input<typeof AuthorityObserved>[] = [
  {
    kind: 'AuthorityObserved',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:6:AuthorityObserved',
    position: '000371820726-000000-002-0006',
    time: 1759852522000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    authority: 'mint',
    holder: null,
  },
];
