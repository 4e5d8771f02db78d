import { z } from 'zod';
import { Mint, Slot, TimeMs } from '../chain/index.js';
import { ExternalText, FetchFailure, Sha256, Source } from '../events/index.js';

/** What can be asked of the world outside the chain. Each is answered by a fact of its own. */
export const ASKED = [
  'metadata',
  'boosts',
  'social',
  'mint',
  'holders',
  'likeness',
  'website',
  'place',
] as const;
export type Asked = (typeof ASKED)[number];

/** How near a token is to a list: the nearest are answered first. */
export const NEARNESS = ['listed', 'near', 'far'] as const;
export type Nearness = (typeof NEARNESS)[number];

const askBase = {
  v: z.literal(1),
  mint: Mint,
  /** Stream time and slot at which it was asked. */
  time: TimeMs,
  slot: Slot,
  /** Where the token's data come from; its answers say the same. */
  source: Source,
  nearness: z.enum(NEARNESS),
  /** Whether it was answered before. */
  isKnown: z.boolean(),
  why: z.enum(['launched', 'nearer', 'unanswered', 'due', 'changed', 'unseen-holders']),
};

/** One question about one token. Nobody keeps asks: one without an answer is asked again. */
export const Ask = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('metadata'),
    ...askBase,
    uri: ExternalText,
    /** Of the document and picture that are known; null without. An answer that says the same is not given. */
    knownDocumentSha256: Sha256.nullable(),
    knownPictureSha256: Sha256.nullable(),
    /** Why no picture could be had then: as long as that is so, nothing is answered. Absent in asks of before. */
    knownPictureFailure: FetchFailure.nullable().optional(),
  }),
  z.object({
    what: z.literal('boosts'),
    ...askBase,
    /** What is known; null without. An answer that says the same is not given. */
    knownBoosts: z.int().nullable(),
    knownHasPaidProfile: z.boolean().nullable(),
  }),
  z.object({
    what: z.literal('social'),
    ...askBase,
    /** Without @; null where its document names none. */
    twitterHandle: z.string().max(64).nullable(),
    telegramHandle: z.string().max(64).nullable(),
  }),
  z.object({ what: z.literal('mint'), ...askBase }),
  z.object({ what: z.literal('holders'), ...askBase }),
  z.object({
    what: z.literal('likeness'),
    ...askBase,
    /** As its launch says, and when that was. */
    name: ExternalText,
    symbol: ExternalText,
    createdAt: TimeMs,
    /** Of its document, null where it has none. */
    pictureSha256: Sha256.nullable(),
    twitterHandle: z.string().max(64).nullable(),
  }),
  z.object({
    what: z.literal('website'),
    ...askBase,
    /** As its document names it. */
    website: ExternalText,
  }),
  /** Its place by volume among live tokens. */
  z.object({ what: z.literal('place'), ...askBase }),
]);
export type Ask = z.infer<typeof Ask>;

/** Where the stream stands in this partition, every few seconds: answers are given as of it. */
export const AskClock = z.object({
  what: z.literal('clock'),
  v: z.literal(1),
  time: TimeMs,
  slot: Slot,
  source: Source,
});
export type AskClock = z.infer<typeof AskClock>;

/** One record of `tokens.asks`, keyed by mint; the clock has no key. */
export const AskRecord = z.discriminatedUnion('what', [...Ask.options, AskClock]);
export type AskRecord = z.infer<typeof AskRecord>;

/** The record's key. */
export const keyOfAsk = (ask: AskRecord): string | null => (ask.what === 'clock' ? null : ask.mint);

const mint = 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump';
const sampleBase = {
  v: 1,
  mint,
  time: 1789087342000,
  slot: 446023102,
  source: { kind: 'market', name: 'market simulator, seed 7' },
  nearness: 'far',
  isKnown: false,
  why: 'launched',
} as const;

export const askSamples: readonly z.input<typeof AskRecord>[] = [
  {
    what: 'metadata',
    ...sampleBase,
    uri: 'https://ipfs.io/ipfs/bafkreib',
    knownDocumentSha256: null,
    knownPictureSha256: null,
    knownPictureFailure: null,
  },
  {
    what: 'boosts',
    ...sampleBase,
    nearness: 'near',
    isKnown: true,
    why: 'due',
    knownBoosts: 0,
    knownHasPaidProfile: null,
  },
  {
    what: 'social',
    ...sampleBase,
    nearness: 'listed',
    isKnown: true,
    why: 'due',
    twitterHandle: 'sealy_0142',
    telegramHandle: null,
  },
  { what: 'mint', ...sampleBase, nearness: 'near', why: 'nearer' },
  { what: 'holders', ...sampleBase, nearness: 'near', why: 'unseen-holders' },
  { what: 'place', ...sampleBase, nearness: 'listed', isKnown: true, why: 'due' },
  { what: 'website', ...sampleBase, nearness: 'near', why: 'nearer', website: 'https://sealy.example' },
  {
    what: 'likeness',
    ...sampleBase,
    nearness: 'near',
    why: 'nearer',
    name: 'Sealy',
    symbol: 'SEALY',
    createdAt: 1789087329000,
    pictureSha256: '5f2c1d3bb0b1a4a5e1a9c9c0e1f0a2f3b4c5d6e7f80910111213141516171819',
    twitterHandle: 'sealy_0142',
  },
  {
    what: 'clock',
    v: 1,
    time: 1789087342000,
    slot: 446023102,
    source: { kind: 'market', name: 'market simulator, seed 7' },
  },
];
