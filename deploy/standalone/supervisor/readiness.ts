import type { Health } from '@cryptonite/contracts/api';

const LISTS_LIMIT_MS = 20_000;
/** From when the lists are loaded. A Yellowstone stream has sent a block within a second or two, an RPC within some more. */
const NEW_BLOCK_LIMIT_MS = 20_000;
/** Where none is expected: a tape was played to its end, or the source is said to be away, which one being started beside it is at first. */
const NONE_EXPECTED_LIMIT_MS = 3_000;

/** `but`: what a visitor should know of a start that is ready, as health says it. */
export type Verdict = { isReady: true; but: string | null } | { isReady: false; why: string };

/**
 * Whether a start is ready, by what health says one time after the other: the lists are loaded, health is not `failed`,
 * and a block has come since, for the folder may hold old ones. Does not wait for ever: what is missing then is said.
 * It holds no clock: times are the caller's, in ms, of a clock that never goes back.
 */
export class Readiness {
  #loadedMs: number | null = null;
  /** Stream time as it was when the lists were loaded; null where there was none. */
  #streamTimeFound: number | null = null;

  constructor(private readonly startedMs: number) {}

  /** @param health null where the page does not answer. Null where it is too early to tell. */
  judge(health: Health | null, nowMs: number): Verdict | null {
    // Before the lists are loaded there is no stream time, and the status is `failed`.
    if (health && this.#loadedMs === null && (health.streamTime !== null || health.status !== 'failed')) {
      this.#loadedMs = nowMs;
      this.#streamTimeFound = health.streamTime;
    }
    if (health && health.status !== 'failed' && this.#hasNewBlock(health))
      return {
        isReady: true,
        but: health.problems.find((problem) => problem.startsWith('Catching up')) ?? null,
      };
    // A tape may have been played to its end before.
    const isPlayed = health?.status === 'ok' && health.streamTime !== null && health.lagMs === null;
    const isNoneExpected = isPlayed || (health?.sourceAway ?? null) !== null;
    const isLate =
      this.#loadedMs === null
        ? nowMs - this.startedMs > LISTS_LIMIT_MS
        : nowMs - this.#loadedMs > (isNoneExpected ? NONE_EXPECTED_LIMIT_MS : NEW_BLOCK_LIMIT_MS);
    if (!isLate) return null;
    if (!health) return { isReady: false, why: 'The page does not answer.' };
    if (isPlayed) return { isReady: true, but: null };
    return { isReady: false, why: health.problems.join(' ') || 'No new block has come from the source yet.' };
  }

  #hasNewBlock({ streamTime }: Health): boolean {
    return streamTime !== null && (this.#streamTimeFound === null || streamTime > this.#streamTimeFound);
  }
}
