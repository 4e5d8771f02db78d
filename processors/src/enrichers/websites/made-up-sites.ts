/** Websites of made-up launches: one service stands in for all of them, and no real host is asked. */

import { isInside, refusal } from '../fetch/connect-outside.js';
import { FetchFailed, NotAsked } from '../fetch/guard.js';
import { readTarget, refuseOddPort } from '../fetch/target.js';
import type { Content } from '../metadata/content.js';
import type { Outside } from '../outside.js';

/** @param url where it answers: `/site/sealy.example/about` is `https://sealy.example/about` */
export const madeUpSites = (outside: Outside, service: string, url: string): Pick<Content, 'get'> => ({
  get: async (address, bounds) => {
    const target = readTarget(address ?? '');
    const { hostname, pathname, search } = target;
    if (isInside(hostname)) throw refusal(hostname);
    refuseOddPort(target);
    const wanted = { keep: 'changing' as const, ...bounds, service };
    try {
      const found = await outside.get(`${url}/site/${hostname}${pathname}${search}`, wanted);
      return { ...found, host: hostname };
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      // The service itself is away, which says nothing of a site.
      if (error.failure === 'unreachable' || error.failure === 'unresolved')
        throw new NotAsked(`${service} cannot be asked`);
      throw error;
    }
  },
});
