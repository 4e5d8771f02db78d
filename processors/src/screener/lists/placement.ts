/** Where a fact alone can move a token to, told in constant time: what changes it has the token measured in its slot. */
import type { Lifecycle } from '@cryptonite/contracts/events';
import { PROGRESS } from '@cryptonite/contracts/rules';

const LIFECYCLES: readonly (Lifecycle | null)[] = [null, 'bonding', 'migrating', 'graduated'];

/** The bands of progress whose edges are those of the lists; the alert's includes its upper edge. */
function bandOf(progress: number | null): number {
  if (progress === null) return 0;
  if (progress < PROGRESS.alertFrom) return 1;
  if (progress < PROGRESS.windowFrom) return 2;
  if (progress <= PROGRESS.alertTo) return 3;
  return progress < PROGRESS.migratingFrom ? 4 : 5;
}

/** The lifecycle and the band of progress as one number. */
export const placementOf = (lifecycle: Lifecycle | null, progress: number | null): number =>
  LIFECYCLES.indexOf(lifecycle) * 6 + bandOf(progress);
