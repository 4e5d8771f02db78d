import { type LookupAddress, promises } from 'node:dns';
import { FetchFailed, OwnNetworkFailed } from './fetch-failed.js';

/** All addresses of a name; rejects with {@link FetchFailed}. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** A name server that is silent is asked twice, in less than a connection may take. */
const ASKED = { timeout: 2_000, tries: 2 };
/** Of c-ares: there is no such name, none of this family, or none that could be one. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Asks name servers, the system's where none are given, without the system's own look-up: that one has four threads for all of a
 * process, so names whose servers are silent would hold back our services', and it looks into the hosts file and appends
 * search domains, by which a stranger's name could mean a machine in here.
 */
export const resolveStrangers =
  (servers?: readonly string[]): Resolve =>
  async (host) => {
    // Of each look-up its own: it reads which servers the system has now.
    const resolver = new promises.Resolver(ASKED);
    if (servers) resolver.setServers(servers);
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = asked.flatMap((outcome, index) =>
      outcome.status === 'rejected'
        ? []
        : outcome.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    for (const outcome of asked)
      if (outcome.status === 'rejected' && !NO_ADDRESS.has(outcome.reason.code))
        throw new OwnNetworkFailed('unresolved', `${host}: ${outcome.reason.code}`);
    throw new FetchFailed('unresolved', `${host} has no address`);
  };
