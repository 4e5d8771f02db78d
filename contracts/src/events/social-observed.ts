import { z } from 'zod';
import { TimeMs } from '../chain/index.js';
import { answerBase } from './answer-shared.js';

const Count = z.int().nonnegative().nullable();
const Handle = z.string().max(64).nullable();

/** What is said of a token, and by whom. Null is what nobody was asked, or did not answer. */
export const SocialObserved = z.object({
  kind: z.literal('SocialObserved'),
  ...answerBase,
  /** Posts that name the mint. */
  posts1h: Count,
  posts24h: Count,
  /** The account that its document names, without @. */
  twitterHandle: Handle,
  /** Whether X has that account. What follows is null where it has not. */
  accountExists: z.boolean().nullable(),
  isVerified: z.boolean().nullable(),
  followers: Count,
  accountCreatedAt: TimeMs.nullable(),
  telegramHandle: Handle,
  telegramMembers: Count,
});
export type SocialObserved = z.infer<typeof SocialObserved>;

export const socialObservedSamples: readonly z.input<typeof SocialObserved>[] = [
  {
    kind: 'SocialObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023420:SocialObserved',
    position: '000446023420-999999-999-0009',
    time: 1789087469000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'api.x.com, api.telegram.org',
    posts1h: 3,
    posts24h: 41,
    twitterHandle: 'sealy_0142',
    accountExists: true,
    isVerified: false,
    followers: 1204,
    accountCreatedAt: 1780000000000,
    telegramHandle: null,
    telegramMembers: null,
  },
];
