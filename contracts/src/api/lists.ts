/** The registry of lists: from an entry come its endpoint, its documentation, its part of the stream and the page's query. */
import { z } from 'zod';
import { ListSource, ProfileName } from '../events/index.js';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, type ListName as RuledList } from '../rules/index.js';
import { Ms } from './shared.js';
import { HighHypeToken, LIST_KINDS, type ListKind, PreMigrationToken, RejectedToken } from './tokens.js';

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
export const EarlyStageTokens = list(HighHypeToken);
export type EarlyStageTokens = z.infer<typeof EarlyStageTokens>;

export const ListQuery = z.object({
  profile: ProfileName.default('live'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).optional(),
});
/** `source` narrows a list to the items of one. */
export const PreMigrationQuery = ListQuery.extend({ source: ListSource.optional() });

/**
 * By name on the wire: `on` are the lists of the rules that it is in each profile, which say who is on it and in which
 * order.
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
  earlyStage: {
    path: '/api/discovery/early-stage',
    summary: 'Tokens between 30 and 50% of their bonding curve, whatever their score, the newest alert first',
    on: { live: 'earlyStage', whitepaper: 'earlyStage' },
    kind: 'highHype',
    query: ListQuery,
    answer: EarlyStageTokens,
  },
} as const satisfies Record<
  string,
  {
    path: `/api/${string}`;
    summary: string;
    on: Record<ProfileName, RuledList>;
    kind: ListKind;
    query: z.ZodObject;
    answer: z.ZodObject;
  }
>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

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
