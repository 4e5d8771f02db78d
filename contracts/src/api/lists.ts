/** The registry of lists: from an entry come its endpoint, its documentation, its part of the stream and the page's query. */
import { z } from 'zod';
import { ListSource, ProfileName } from '../events/index.js';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../rules/index.js';
import { Ms } from './shared.js';
import {
  HighHypePlace,
  HighHypeToken,
  PreMigrationPlace,
  PreMigrationToken,
  RejectedPlace,
  RejectedToken,
} from './tokens.js';

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    profile: ProfileName,
    /** Stream time of the answer; null before the first slot. */
    asOf: Ms,
    nextCursor: z.string().nullable(),
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

/** All lists go by `listedAt`, the newest first, ties by mint. */
export const LISTS = {
  qualified: {
    path: '/api/tokens/qualified',
    summary:
      'Tokens that pass Pre-Migration, those listed last first, of both sources unless one is asked for',
    query: PreMigrationQuery,
    place: PreMigrationPlace,
    item: PreMigrationToken,
    answer: QualifiedTokens,
  },
  rejected: {
    path: '/api/tokens/rejected',
    summary:
      'Tokens that Pre-Migration rejects, each with its reason, those listed last first, of both sources unless one is asked for',
    query: PreMigrationQuery,
    place: RejectedPlace,
    item: RejectedToken,
    answer: RejectedTokens,
  },
  earlyStage: {
    path: '/api/discovery/early-stage',
    summary: 'Tokens between 30 and 50% of their bonding curve, whatever their score, the newest alert first',
    query: ListQuery,
    place: HighHypePlace,
    item: HighHypeToken,
    answer: EarlyStageTokens,
  },
} as const satisfies Record<string, { path: `/api/${string}`; summary: string } & Record<string, unknown>>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];
export type ListPlace<Name extends ListName> = z.infer<(typeof LISTS)[Name]['place']>;
export type ListItem<Name extends ListName> = z.infer<(typeof LISTS)[Name]['item']>;
