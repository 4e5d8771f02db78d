/** Why a token is not in its list any more, as the end of the sentence "Left the list: …". */
import { PROGRESS, sentenceAbout } from '@cryptonite/contracts/rules';
import { shortLabelOf } from './checks';
import type { ListedToken } from './held-lists';

/**
 * `elsewhere` is the token in the other list of its source; `progress` what is known of its curve now, in percent.
 * Null where neither tells.
 */
export function whyLeft(elsewhere: ListedToken | undefined, progress: number | null): string | null {
  if (!elsewhere) return whyOutside(progress);
  const { checks, passedChecks, totalChecks, rejectionReason } = elsewhere;
  if (rejectionReason === undefined) return `Qualified with ${passedChecks} of ${totalChecks} checks`;
  const failed =
    checks.find(({ verdict }) => verdict === 'fail') ?? checks.find(({ verdict }) => verdict === 'unknown');
  if (!failed) return rejectionReason;
  return sentenceAbout(shortLabelOf(failed.name), failed).replace(' -', ' −');
}

/** A token of neither list has left the window. */
function whyOutside(progress: number | null): string | null {
  if (progress === null) return null;
  if (progress >= PROGRESS.migratingFrom) return 'Migrating, see Bonded';
  if (progress >= PROGRESS.windowFrom) return null;
  const limit = PROGRESS.windowFrom;
  return sentenceAbout(shortLabelOf('progress'), {
    name: 'progress',
    verdict: 'fail',
    value: progress,
    limit,
  });
}
