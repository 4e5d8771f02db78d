import { Source } from '@cryptonite/contracts/events';
import { z } from 'zod';

/** Our own sources say in their version what they simulate or replay. */
const OwnVersion = z.object({
  package: z.enum(['cryptonite-market', 'cryptonite-tape']),
  source: Source,
});

/** Where data come from, from the provider's answer to `GetVersion`; anything but our own sources is a provider. */
export function sourceOf(version: string, host: string): Source {
  try {
    return OwnVersion.parse(JSON.parse(version)).source;
  } catch {
    return { kind: 'provider', name: host.slice(0, 200) };
  }
}

/** Whether slots of both count the same chain: all providers do, every tape and every market is its own. */
export const isSameChain = (a: Source, b: Source): boolean =>
  a.kind === b.kind && (a.kind === 'provider' || a.name === b.name);
