import type { PreMigrationQuery, PreMigrationToken } from '@cryptonite/contracts/api';
import type { Listing, ProfileName, TokenScored } from '@cryptonite/contracts/events';
import type { z } from 'zod';
import { askedCursor } from '../../screening/asked-cursor.js';
import { takePage } from '../../screening/view/list-page.js';
import type { ScreeningProjection } from '../../screening/view/projection.js';

type Ask = z.output<typeof PreMigrationQuery>;

/** One of the two Pre-Migration lists of a profile, by `listedAt`, which a token keeps while it is listed. */
export function listTokens<Item extends PreMigrationToken>(
  projection: ScreeningProjection,
  verdict: Listing['verdict'],
  { profile, source, limit, cursor }: Ask,
  show: (token: TokenScored, profile: ProfileName) => Item | null,
) {
  const listed = [...projection.tokens()].filter((token) => {
    const { listing } = token.profiles[profile];
    return listing?.verdict === verdict && (source === undefined || listing.source === source);
  });
  const { items, ...rest } = takePage(
    listed,
    (token) => ({ time: token.profiles[profile].listing?.listedAt ?? 0, mint: token.mint }),
    { limit, after: askedCursor(cursor) },
  );
  return { items: items.map((token) => show(token, profile)), ...rest, profile, asOf: projection.streamTime };
}
