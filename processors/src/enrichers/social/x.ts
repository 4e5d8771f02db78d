/** X's API v2 with an app's bearer token. */
import type { AsksService } from '../service.js';
import { readAccount, readPosts } from './parse-x.js';
import type { SocialSource } from './social.js';

const DAY_MS = 24 * 60 * 60_000;
/** A day by minutes; who does not look at `start_time` sends a week of them, a megabyte. */
const COUNTS_BYTES_MOST = 4 << 20;
const ACCOUNT_BYTES_MOST = 256 << 10;

/** By minutes: by hours, the last one could not be told from the one before. */
export const postsOnX = (x: AsksService, now: () => number = Date.now): SocialSource => ({
  host: x.host,
  observe: ({ mint, nearness }) => {
    const query = new URLSearchParams({
      query: `"${mint}"`,
      granularity: 'minute',
      start_time: new Date(now() - DAY_MS).toISOString(),
    });
    const request = { nearness, maxBytes: COUNTS_BYTES_MOST, keep: null };
    return x.json(`/2/tweets/counts/recent?${query}`, request).then(readPosts);
  },
});

export const accountOnX = (x: AsksService): SocialSource => ({
  host: x.host,
  observe: ({ twitterHandle, nearness }) => {
    if (twitterHandle === null) return null;
    const fields = 'user.fields=created_at,verified,public_metrics';
    const path = `/2/users/by/username/${encodeURIComponent(twitterHandle)}?${fields}`;
    return x.json(path, { nearness, maxBytes: ACCOUNT_BYTES_MOST, keep: 'changing' }).then(readAccount);
  },
});
