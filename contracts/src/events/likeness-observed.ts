import { z } from 'zod';
import { Mint, Signature, TimeMs } from '../chain/index.js';
import { answerBase, Sha256 } from './answer-shared.js';

/** What made another token one that is copied or followed. */
export const BECAME = ['graduated', 'listed', 'boosted'] as const;

const likeToken = {
  /** The other token. */
  mint: Mint,
  became: z.enum(BECAME),
  /** Stream time of that. */
  at: TimeMs,
  /** The transaction by which it graduated; null where it was no transaction. */
  signature: Signature.nullable(),
};
const LikeToken = z.object(likeToken);
export type LikeToken = z.infer<typeof LikeToken>;

/** Of those that name its account, as many are told by name. */
export const NAMING_MOST = 10;

/**
 * What a token has in common with others of the last 24 hours of stream time. Copied is who launched earlier and graduated or
 * was on a list, but New, within these hours; followed is who graduated or was boosted in the 24 hours before the launch.
 */
export const LikenessObserved = z.object({
  kind: z.literal('LikenessObserved'),
  ...answerBase,
  /** What it was asked about, besides its name: its picture, and the account without @; null without. */
  pictureSha256: Sha256.nullable(),
  twitterHandle: z.string().max(64).nullable(),
  /** The stream time that was looked at, without a gap: what is not found was not there between the two. */
  sinceAt: TimeMs,
  untilAt: TimeMs,
  /** Null where none was found. */
  sameName: LikeToken.nullable(),
  samePicture: LikeToken.nullable(),
  /** Null where none was found, and of a copy. */
  theme: z.object({ word: z.string().max(200), ...likeToken }).nullable(),
  /** Launches whose document names its account, itself among them; null where its own names none. */
  launchesNamingAccount: z.int().nonnegative().nullable(),
  /** Some of these, the newest first. */
  mintsNamingAccount: z.array(Mint).max(NAMING_MOST),
});
export type LikenessObserved = z.infer<typeof LikenessObserved>;

export const likenessObservedSamples: readonly z.input<typeof LikenessObserved>[] = [
  {
    kind: 'LikenessObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023420:LikenessObserved:1789087469000',
    position: '000446023420-999999-999-0009',
    time: 1789087469000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'tokens of the last 24 h',
    pictureSha256: '5f2c1d3bb0b1a4a5e1a9c9c0e1f0a2f3b4c5d6e7f80910111213141516171819',
    twitterHandle: 'sealy_0142',
    sinceAt: 1789001000000,
    untilAt: 1789087467000,
    sameName: null,
    samePicture: null,
    theme: {
      word: 'sealy',
      mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
      became: 'graduated',
      at: 1789080269000,
      signature: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH',
    },
    launchesNamingAccount: 2,
    mintsNamingAccount: [
      'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
      '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    ],
  },
  {
    kind: 'LikenessObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023420:LikenessObserved:1789087470000',
    position: '000446023420-999999-999-0009',
    time: 1789087470000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'tokens of the last 24 h',
    pictureSha256: null,
    twitterHandle: null,
    sinceAt: 1789080000000,
    untilAt: 1789087467000,
    sameName: {
      mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
      became: 'listed',
      at: 1789080269000,
      signature: null,
    },
    samePicture: null,
    theme: null,
    launchesNamingAccount: null,
    mintsNamingAccount: [],
  },
];
