/** What lists say of a token besides, by kind of list. An item of a list is the token with its place, whose fields win. */
import { z } from 'zod';
import { Check, ListSource } from '../events/index.js';
import { ACTIONS, CHECK_VERDICTS } from '../rules/index.js';
import { Ms, Num, Text } from './shared.js';
import { ScreenedToken } from './tokens.js';

/** How far a value has come, in percent of what it was; null where either is unknown, or it was nothing. */
export const changePercent = (initial: number | null, current: number | null): number | null =>
  initial === null || current === null || initial === 0 ? null : (current / initial - 1) * 100;

const changeSince = {
  initialMarketCap: Num,
  marketCapChangePercent: Num.describe(
    'How far the market cap has come since then; null where either is unknown.',
  ),
};

const sinceListing = {
  listedAt: Ms.describe('When it first stood on this list; kept on re-entry.'),
  initialMarketCap: Num.describe('Market cap when it first stood on this list, in dollars as then observed.'),
  marketCapChangePercent: changeSince.marketCapChangePercent,
};

export const GrowthBasis = z.enum(['life', 'day']);
export type GrowthBasis = z.infer<typeof GrowthBasis>;
export const GateBasis = z.enum([...GrowthBasis.options, 'new', 'launch']);
export type GateBasis = z.infer<typeof GateBasis>;

/** Of what compares two times: of growth of volume, and of a gate of the price. */
export const basis = GateBasis.nullable()
  .optional()
  .describe(
    'What a growth compares. Of volume: the halves of its life (life), or the last 24 h with those before (day); of its gate also new: there was nothing before, its growth is without bound, and the value is null. Of a price: launch where the token is younger than the window. Null where it is unknown, and of a price over the whole window.',
  );

/** The least or most that passes beside what was seen. A value that was not observed is null and its verdict `unknown`. */
export const Gate = z.object({
  name: z.string(),
  verdict: z.enum(CHECK_VERDICTS),
  value: Num,
  limit: z.number(),
  basis,
});
export type Gate = z.infer<typeof Gate>;

/** Why a token is on a list no more. */
export const ListLeaving = z.object({
  reason: Text.describe(
    'The first gate that it does not pass, with value and limit, or what else took it off, as a sentence; null of Qualified, Rejected and Early Stage, whose items say it.',
  ),
  gate: Gate.nullable().describe(
    'That gate; null of a token that its rug risk hides, or of which nothing was heard for a day.',
  ),
});
export type ListLeaving = z.infer<typeof ListLeaving>;

/** What became of a part's weight: the three add up to it. */
const points = {
  weight: z.number(),
  earned: z.number(),
  lost: z.number(),
  unobserved: z.number(),
};
export const ScoreBar = z.object({ name: z.string(), ...points });
export type ScoreBar = z.infer<typeof ScoreBar>;

/** A part of a score. A value that was not observed is null, and all of its weight unobserved. */
export const ScorePart = z.object({
  name: z.string(),
  value: z.union([z.number(), z.boolean()]).nullable(),
  ...points,
  basis,
});
export type ScorePart = z.infer<typeof ScorePart>;

export const RecommendedAction = z.enum([...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]), 'ignore']);
export type RecommendedAction = z.infer<typeof RecommendedAction>;

/** Qualified and Rejected of a profile. */
export const PreMigrationPlace = z.object({
  source: ListSource,
  passedChecks: z.int(),
  totalChecks: z.int().describe('How many checks the profile has.'),
  checks: z.array(Check),
  listedAt: z.int(),
  ...changeSince,
});
export const RejectedPlace = PreMigrationPlace.extend({
  rejectionReason: z
    .string()
    .describe('The first check that failed, with its value and limit, as a sentence.'),
});

const HIGH_HYPE_SOURCE = z.enum(['bonded-analyzed', 'discovery']);

/** High Hype, micro-caps, Early Stage and New. Early Stage begins with the alert. */
export const HighHypePlace = z.object({
  source: HIGH_HYPE_SOURCE.describe('Of which of the lists that High Hype is merged from it is.'),
  ...sinceListing,
});
export const BondedAnalyzedPlace = HighHypePlace.extend({
  buyRatio: Num.describe(
    'Share of buys among the trades of 5 minutes, 0–1; null without trades, and where these were not seen whole.',
  ),
});

export const UltimatePlace = z.object({
  ...sinceListing,
  score: Num.describe('The score of Ultimate, 0–100; null where none was computed.'),
  coverage: Num.describe('Share of its weight that was observed, 0–1.'),
  best: Num.describe('What complete data could still give.'),
  action: RecommendedAction.nullable().describe('What the score recommends; null where there is none.'),
  bullishDescription: z
    .string()
    .nullable()
    .describe(
      'Why this token: two or three sentences of the strongest earned parts and the largest risk; null where nothing is known of either.',
    ),
  qualificationReasons: z.array(z.string()).describe('One for each gate that it passes, with its value.'),
  offChainReasons: z
    .array(z.string())
    .describe(
      'Those of them that more than the chain tells: of posts and accounts, and of the rug risk, whose layers look at documents and accounts too.',
    ),
  components: z.array(ScorePart).describe('The six components of the score.'),
  gates: z
    .array(Gate)
    .describe(
      'The gates of the profile in their order, then the score; a token counts at the first that it does not pass.',
    ),
});
export const UltimateNearPlace = UltimatePlace.extend({
  missedGate: Gate.describe('The one gate that it fails, or at which nothing was seen.'),
});

/** Daily and Social. `hypeScore` is Daily Boosted's here. */
export const DailyPlace = z.object({
  ...sinceListing,
  hypeScore: Num.describe(
    "The profile's composite of pattern, social and security, 0–100; null where none was computed.",
  ),
  hypeCoverage: Num.describe("Share of the composite's weight that was observed, 0–1."),
  hypeBest: Num.describe('The composite that complete data could still give.'),
  bars: z
    .array(ScoreBar)
    .describe(
      'Pattern, social and security: the points that each brings out of its weight, which add up to the composite.',
    ),
});
export const ShilledPlace = DailyPlace.extend({
  shillReason: z.string().describe('What is loud about it, and how few bought it, as a sentence.'),
  shillRatio: Num.describe(
    'Posts of an hour and boosts for each organic buyer of that hour; null where these are unknown.',
  ),
});

const itemOf = <Shape extends z.ZodRawShape>(place: z.ZodObject<Shape>) => ScreenedToken.extend(place.shape);

export const PreMigrationToken = itemOf(PreMigrationPlace);
export type PreMigrationToken = z.infer<typeof PreMigrationToken>;
export const RejectedToken = itemOf(RejectedPlace);
export type RejectedToken = z.infer<typeof RejectedToken>;
export const HighHypeToken = itemOf(HighHypePlace);
export type HighHypeToken = z.infer<typeof HighHypeToken>;
export const BondedAnalyzedToken = itemOf(BondedAnalyzedPlace);
export type BondedAnalyzedToken = z.infer<typeof BondedAnalyzedToken>;
export const UltimateToken = itemOf(UltimatePlace);
export type UltimateToken = z.infer<typeof UltimateToken>;
export const UltimateNearToken = itemOf(UltimateNearPlace);
export type UltimateNearToken = z.infer<typeof UltimateNearToken>;
export const DailyToken = itemOf(DailyPlace);
export type DailyToken = z.infer<typeof DailyToken>;
export const ShilledToken = itemOf(ShilledPlace);
export type ShilledToken = z.infer<typeof ShilledToken>;

/** The kinds of lists, by what they say of a token. */
export const LIST_KINDS = {
  preMigration: { place: PreMigrationPlace, item: PreMigrationToken },
  rejected: { place: RejectedPlace, item: RejectedToken },
  highHype: { place: HighHypePlace, item: HighHypeToken },
  bondedAnalyzed: { place: BondedAnalyzedPlace, item: BondedAnalyzedToken },
  ultimate: { place: UltimatePlace, item: UltimateToken },
  ultimateNear: { place: UltimateNearPlace, item: UltimateNearToken },
  daily: { place: DailyPlace, item: DailyToken },
  shilled: { place: ShilledPlace, item: ShilledToken },
} as const;
export type ListKind = keyof typeof LIST_KINDS;
