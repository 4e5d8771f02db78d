import { type LookupAddress, promises } from 'node:dns';
import { FetchFailed, OwnNetworkFailed } from './fetch-failed.js';

/** All addresses of a name; rejects with {@link FetchFailed}. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** A name server that is silent is asked twice, in less than a connection may take. */
const ASKED = { timeout: 2_000, tries: 2 };
const FAILED_KEPT = 1_000;
/** Of c-ares: there is no such name, none of this family, or none that could be one. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Asks name servers, the system's where none are given, without the system's own look-up: that one has four threads for all of a
 * process, so names whose servers are silent would hold back our services', and it looks into the hosts file and appends
 * search domains, by which a stranger's name could mean a machine in here.
 */
export function resolveStrangers(servers?: readonly string[]): Resolve {
  /** Of names that name servers said nothing of: how many others had been answered by then. */
  const failed = new Map<string, number>();
  let answered = 0;

  /** A broken domain looks like name servers of ours that are away, until these answer for another in between. */
  function isAtFault(host: string): boolean {
    const before = failed.get(host);
    if (before !== undefined) return answered > before;
    const [oldest] = failed.keys();
    if (failed.size === FAILED_KEPT && oldest !== undefined) failed.delete(oldest);
    failed.set(host, answered);
    return false;
  }

  return async (host) => {
    // Of each look-up its own: it reads which servers the system has now.
    const resolver = new promises.Resolver(ASKED);
    if (servers) resolver.setServers(servers);
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = asked.flatMap((outcome, index) =>
      outcome.status === 'rejected'
        ? []
        : outcome.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    const unanswered = asked.find(
      (outcome) => outcome.status === 'rejected' && !NO_ADDRESS.has(outcome.reason.code),
    );
    if (found.length === 0 && unanswered?.status === 'rejected') {
      const Failed = isAtFault(host) ? FetchFailed : OwnNetworkFailed;
      throw new Failed('unresolved', `${host}: ${unanswered.reason.code}`);
    }
    answered += 1;
    failed.delete(host);
    if (found.length > 0) return found;
    throw new FetchFailed('unresolved', `${host} has no address`);
  };
}
