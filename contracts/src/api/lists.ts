/** The registry of lists: from an entry come its endpoint, its documentation, its part of the stream and the page's query. */
import { z } from 'zod';
import { ListSource, ProfileName } from '../events/index.js';
import {
  BONDED_ANALYZED,
  HIGH_HYPE,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  limitTextIn,
  MICROCAPS,
  NEW_LAUNCHES,
  PROGRESS,
  type ListName as RuledList,
  SOCIAL_PROOF,
} from '../rules/index.js';
import {
  BondedAnalyzedToken,
  DailyToken,
  HighHypeToken,
  LIST_KINDS,
  type ListKind,
  PreMigrationToken,
  RejectedToken,
  ShilledToken,
  UltimateNearToken,
  UltimateToken,
} from './places.js';
import { Ms } from './shared.js';

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    profile: ProfileName,
    asOf: Ms.describe('Stream time of the answer; null before the first slot.'),
    nextCursor: z.string().nullable(),
    position: z
      .string()
      .describe('Where the answer stands in the stream, which goes on from it: after of /api/stream.'),
  });

export const QualifiedTokens = list(PreMigrationToken);
export type QualifiedTokens = z.infer<typeof QualifiedTokens>;
export const RejectedTokens = list(RejectedToken);
export type RejectedTokens = z.infer<typeof RejectedTokens>;
export const HighHypeTokens = list(HighHypeToken);
export type HighHypeTokens = z.infer<typeof HighHypeTokens>;
export const BondedAnalyzedTokens = list(BondedAnalyzedToken);
export type BondedAnalyzedTokens = z.infer<typeof BondedAnalyzedTokens>;
export const UltimateTokens = list(UltimateToken);
export type UltimateTokens = z.infer<typeof UltimateTokens>;
export const UltimateNearTokens = list(UltimateNearToken);
export type UltimateNearTokens = z.infer<typeof UltimateNearTokens>;
export const DailyTokens = list(DailyToken);
export type DailyTokens = z.infer<typeof DailyTokens>;
export const ShilledTokens = list(ShilledToken);
export type ShilledTokens = z.infer<typeof ShilledTokens>;

export const ListQuery = z.object({
  profile: ProfileName.default('live'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).optional(),
});
/** `source` narrows a list to the items of one. */
export const PreMigrationQuery = ListQuery.extend({ source: ListSource.optional() });
/** `show=near` asks for the list `ultimateNear` in place of `ultimate`. */
export const UltimateQuery = ListQuery.extend({ show: z.literal('near').optional() });
export const UltimateAnswer = z.union([UltimateNearTokens, UltimateTokens]);

/** "5 posts in 24 h or 1 verified account". */
const PROOFS = SOCIAL_PROOF.any.map(({ limit, of }) => `${limit} ${of}`).join(' or ');

/**
 * By name on the wire: `on` are the lists of the rules that it is in each profile, which say who is on it and in which
 * order. Two lists of one path are told apart by what `asked` names.
 */
export const LISTS = {
  qualified: {
    path: '/api/tokens/qualified',
    summary:
      'Tokens that pass Pre-Migration, those listed last first, of both sources unless one is asked for',
    on: { live: 'liveQualified', whitepaper: 'whitepaperQualified' },
    kind: 'preMigration',
    query: PreMigrationQuery,
    answer: QualifiedTokens,
  },
  rejected: {
    path: '/api/tokens/rejected',
    summary:
      'Tokens that Pre-Migration rejects, each with its reason, those listed last first, of both sources unless one is asked for',
    on: { live: 'liveRejected', whitepaper: 'whitepaperRejected' },
    kind: 'rejected',
    query: PreMigrationQuery,
    answer: RejectedTokens,
  },
  ultimate: {
    path: '/api/discovery/ultimate',
    summary:
      'Tokens that pass every gate of Ultimate and its score, those listed last first. With show=near those that pass all but one, by score',
    on: { live: 'liveUltimate', whitepaper: 'whitepaperUltimate' },
    kind: 'ultimate',
    query: UltimateQuery,
    answer: UltimateTokens,
  },
  ultimateNear: {
    path: '/api/discovery/ultimate',
    asked: { show: 'near' },
    summary: 'Tokens that pass all of the gates and the score of Ultimate but one, by score',
    on: { live: 'liveNear', whitepaper: 'whitepaperNear' },
    kind: 'ultimateNear',
    query: UltimateQuery,
    answer: UltimateNearTokens,
  },
  daily: {
    path: '/api/discovery/daily',
    summary:
      "Tokens that are boosted or have a paid profile, and whose composite reaches the profile's limit, by composite",
    on: { live: 'liveDaily', whitepaper: 'whitepaperDaily' },
    kind: 'daily',
    query: ListQuery,
    answer: DailyTokens,
  },
  social: {
    path: '/api/discovery/social',
    summary: `Tokens with at least ${PROOFS}, by social score, then by posts`,
    on: { live: 'social', whitepaper: 'whitepaperSocial' },
    kind: 'daily',
    query: ListQuery,
    answer: DailyTokens,
  },
  shilled: {
    path: '/api/discovery/shilled',
    summary:
      'Warnings: tokens that are loud, while few organic buyers buy them, by posts and boosts for each of these',
    on: { live: 'shilled', whitepaper: 'shilled' },
    kind: 'shilled',
    query: ListQuery,
    answer: ShilledTokens,
  },
  discoveryQualified: {
    path: '/api/discovery/qualified',
    summary: `Tokens that pass Pre-Migration with a hype score of ${limitTextIn(HIGH_HYPE.live, 'hype')} and more, by hype score`,
    on: { live: 'liveHighHype', whitepaper: 'whitepaperHighHype' },
    kind: 'highHype',
    query: ListQuery,
    answer: HighHypeTokens,
  },
  bondedAnalyzed: {
    path: '/api/bonded/analyzed',
    summary: `Bonded tokens with a hype score of ${limitTextIn(BONDED_ANALYZED, 'hype')} and more, by hype score`,
    on: { live: 'bondedAnalyzed', whitepaper: 'bondedAnalyzed' },
    kind: 'bondedAnalyzed',
    query: ListQuery,
    answer: BondedAnalyzedTokens,
  },
  earlyStage: {
    path: '/api/discovery/early-stage',
    summary: `Tokens between ${PROGRESS.alertFrom} and ${PROGRESS.alertTo}% of their bonding curve, whatever their score, the newest alert first`,
    on: { live: 'earlyStage', whitepaper: 'earlyStage' },
    kind: 'highHype',
    query: ListQuery,
    answer: HighHypeTokens,
  },
  microcaps: {
    path: '/api/discovery/microcaps',
    summary: `Tokens under ${limitTextIn(MICROCAPS, 'marketCap')} that grow over 1 h and 24 h, with a hype score of ${limitTextIn(MICROCAPS, 'hype')} and more, by hype score`,
    on: { live: 'microcaps', whitepaper: 'microcaps' },
    kind: 'highHype',
    query: ListQuery,
    answer: HighHypeTokens,
  },
  newLaunches: {
    path: '/api/discovery/new',
    summary: `Tokens under ${limitTextIn(NEW_LAUNCHES, 'progress')} of their bonding curve that were traded within ${limitTextIn(NEW_LAUNCHES, 'traded')}, the newest first`,
    on: { live: 'newLaunches', whitepaper: 'newLaunches' },
    kind: 'highHype',
    query: ListQuery,
    answer: HighHypeTokens,
  },
} as const satisfies Record<
  string,
  {
    path: `/api/${string}`;
    asked?: Readonly<Record<string, string>>;
    summary: string;
    on: Record<ProfileName, RuledList>;
    kind: ListKind;
    query: z.ZodObject;
    answer: z.ZodObject;
  }
>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** What of a question asks for the list, besides its path. */
export function askedOf(name: ListName): Readonly<Record<string, string>> {
  const entry = LISTS[name];
  return 'asked' in entry ? entry.asked : {};
}

/** What the list says of a token besides what every list says, and both together. */
export const placeSchemaOf = <Name extends ListName>(name: Name) =>
  LIST_KINDS[LISTS[name].kind].place as PlaceSchema<Name>;
export const itemSchemaOf = <Name extends ListName>(name: Name) =>
  LIST_KINDS[LISTS[name].kind].item as ItemSchema<Name>;

type KindOf<Name extends ListName> = (typeof LIST_KINDS)[(typeof LISTS)[Name]['kind']];
export type PlaceSchema<Name extends ListName> = KindOf<Name>['place'];
export type ItemSchema<Name extends ListName> = KindOf<Name>['item'];
export type ListPlace<Name extends ListName> = z.infer<PlaceSchema<Name>>;
export type ListItem<Name extends ListName> = z.infer<ItemSchema<Name>>;
