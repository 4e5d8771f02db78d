import { Source } from '@cryptonite/contracts/events';
import { z } from 'zod';

/** Our own sources say in their version what they simulate or replay. */
const OwnVersion = z.object({
  package: z.enum(['cryptonite-market', 'cryptonite-tape']),
  source: Source,
});

/** What a source of our own says of itself in its version; null for any other. */
export function ownSourceOf(version: string): Source | null {
  try {
    return OwnVersion.parse(JSON.parse(version)).source;
  } catch {
    return null;
  }
}

/** Where data come from, from the provider's answer to `GetVersion`; anything but our own sources is a provider. */
export const sourceOf = (version: string, host: string): Source =>
  ownSourceOf(version) ?? { kind: 'provider', name: host.slice(0, 200) };

/** Whether slots of both count the same chain: all providers do, every tape and every market is its own. */
export const isSameChain = (a: Source, b: Source): boolean =>
  a.kind === b.kind && (a.kind === 'provider' || a.name === b.name);
