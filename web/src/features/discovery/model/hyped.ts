import { HYPE_BANDS } from '@cryptonite/contracts/rules';
import type { Answer } from './held-lists';
import { beyond } from './list-state';

/**
 * What of the lists that High Hype is merged from has the hype for it. Early Stage holds tokens of any score: those beyond
 * its answer are not counted.
 */
export function keepHyped<Item extends { hypeScore: number | null }>(
  all: Answer<Item>,
  early: Answer<unknown> | undefined,
): Answer<Item> {
  const items = all.items.filter(({ hypeScore }) => (hypeScore ?? 0) >= HYPE_BANDS.medium);
  return { ...all, items, total: items.length + beyond(all) - (early ? beyond(early) : 0) };
}
