/** How a change that the stream reports enters an answer that was read. */
import type {
  EarlyStageTokens,
  HighHypeToken,
  ListSource,
  PreMigrationToken,
  RejectedToken,
  StreamToken,
} from '@cryptonite/contracts/api';
import type { ListName } from './url-state';

export type ListedToken = PreMigrationToken & Partial<Pick<RejectedToken, 'rejectionReason'>>;
export type TokenList = Omit<EarlyStageTokens, 'items'> & { items: ListedToken[] };

/** `answer` with the change in it; the same object when the change does not touch it. */
export function patchTokenList(
  answer: TokenList,
  list: ListName,
  source: ListSource,
  change: StreamToken,
): TokenList {
  const item = change.list === list && change.item?.source === source ? change.item : null;
  return patch(answer, change, item);
}

/** The same for the early stage: tokens between 30 and 50%. */
export function patchEarlyStage(answer: EarlyStageTokens, change: StreamToken): EarlyStageTokens {
  return patch(answer, change, change.earlyStage);
}

type Answer<Item> = Omit<EarlyStageTokens, 'items'> & { items: Item[] };

function patch<Item extends ListedToken | HighHypeToken>(
  answer: Answer<Item>,
  change: StreamToken,
  item: Item | null,
): Answer<Item> {
  if (change.profile !== answer.profile) return answer;
  const held = answer.items.find(({ mint }) => mint === change.mint);
  const measuredAt = item?.measuredAt ?? change.asOf;
  // An answer may be newer than a change that was under way while it was read.
  if (held && measuredAt !== null && measuredAt < held.measuredAt) return answer;
  if (!held && !item) return answer;
  const asOf = Math.max(answer.asOf ?? 0, change.asOf ?? 0) || null;
  if (!item) {
    const items = answer.items.filter(({ mint }) => mint !== change.mint);
    return { ...answer, items, total: answer.total - 1, asOf };
  }
  if (!held) return { ...answer, items: [...answer.items, item], total: answer.total + 1, asOf };
  return { ...answer, items: answer.items.map((other) => (other === held ? item : other)), asOf };
}

/** Newest first, by the time of listing, so that no change of a value moves a card. */
export function byListing(a: ListedToken, b: ListedToken): number {
  return b.listedAt - a.listedAt || (a.mint < b.mint ? -1 : 1);
}

/** The nearest to the window first. */
export function byProgress(a: HighHypeToken, b: HighHypeToken): number {
  return (b.bondingCurveProgress ?? -1) - (a.bondingCurveProgress ?? -1) || (a.mint < b.mint ? -1 : 1);
}
