/** Why a token is not in its list any more, as the end of the sentence "Left the list: …". */
import type { Check, ListLeaving } from '@cryptonite/contracts/api';
import { amountBeside, amountOf, LEFT_QUIET, PROGRESS, sentenceAbout } from '@cryptonite/contracts/rules';
import { shortLabelOf } from './checks';
import type { HeldToken, ListedToken } from './held-lists';
import type { Leave } from './hold-rows';
import type { Reason } from './shown-row';

/** Of a token in the other list of its source. */
export function whyLeft(elsewhere: ListedToken): Reason {
  const { checks, passedChecks, totalChecks, rejectionReason } = elsewhere;
  if (rejectionReason === undefined)
    return { text: `Qualified with ${passedChecks} of ${totalChecks} checks`, tone: 'plain' };
  const failed =
    checks.find(({ verdict }) => verdict === 'fail') ?? checks.find(({ verdict }) => verdict === 'unknown');
  if (!failed) return { text: rejectionReason, tone: 'failed' };
  const text = sentenceAbout(shortLabelOf(failed.name), failed);
  return { text, tone: failed.verdict === 'fail' ? 'failed' : 'unknown' };
}

/**
 * A token of neither list as it is drawn beside {@link whyOutside} where nothing is told of how it left: it was last listed inside the window, so that its bar and
 * its check would say another progress than the reason does. The same object while nothing changes. `now` is what is known
 * of it since.
 */
export function asItLeft(token: ListedToken, now: HeldToken | undefined): ListedToken {
  const progress = now?.bondingCurveProgress ?? null;
  if (progress === null || progress === token.bondingCurveProgress) return token;
  const { lifecycle = token.lifecycle, quoteRaised = token.quoteRaised } = now ?? {};
  const moved = { ...token, bondingCurveProgress: progress, lifecycle, quoteRaised };
  // Whoever went on to migrate failed nothing.
  if (progress >= PROGRESS.windowFrom) return moved;
  const checks = token.checks.map(
    (check): Check => (check.name === 'progress' ? { ...check, verdict: 'fail', value: progress } : check),
  );
  return { ...moved, checks, passedChecks: checks.filter(({ verdict }) => verdict === 'pass').length };
}

/** Of a token of neither list, which has left the window; null where its progress, in percent, does not tell that. */
export function whyOutside(progress: number | null): Reason | null {
  if (progress === null) return null;
  if (progress >= PROGRESS.migratingFrom) return { text: 'Migrating, see Bonded', tone: 'plain' };
  if (progress >= PROGRESS.windowFrom) return null;
  const limit = PROGRESS.windowFrom;
  const check = { name: 'progress', verdict: 'fail', value: progress, limit } as const;
  return { text: sentenceAbout(shortLabelOf('progress'), check), tone: 'failed' };
}

/** As the stream told it; null where it told none. */
export function toldReason({ reason, gate }: ListLeaving): Reason | null {
  if (reason === null) return null;
  if (reason === LEFT_QUIET) return { text: reason, tone: 'plain' };
  return { text: reason, tone: gate?.verdict === 'unknown' ? 'unknown' : 'failed' };
}

/**
 * A token that left, as the stream told of it. A reason that names numbers stands beside no others: without those that it is
 * of, the token has none.
 */
export function toldLeave<Token>(token: Token, told: ListLeaving & { item: Token | null }): Leave<Token> {
  const { item, reason } = told;
  if (item !== null) return { token: item, reason: toldReason(told) };
  return { token, reason: reason === LEFT_QUIET ? toldReason(told) : null };
}

/** Why a token is not in the alert window; null where it is in it, or nobody knows. Whoever went on failed nothing. */
export function whyNotEarly(progress: number | null): Reason | null {
  if (progress === null) return null;
  const { alertFrom, alertTo } = PROGRESS;
  const words = (relation: string, limit: number) =>
    `${shortLabelOf('progress')} ${amountBeside(progress, limit, '%')} is ${relation} ${amountOf(limit, '%')}`;
  if (progress < alertFrom) return { text: words('below', alertFrom), tone: 'failed' };
  return progress > alertTo ? { text: words('above', alertTo), tone: 'plain' } : null;
}
