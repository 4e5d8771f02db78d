/** The hot lists: the newest measurement of every token that a list may show, and of every partition's scan. */
import type { ScanAdvanced, ScreeningEvent, TokenScored } from '@cryptonite/contracts/events';
import { PROGRESS, WINDOW_MS } from '@cryptonite/contracts/rules';

/** A token without a trade for so long has left every list; the hour is for partitions that lag. */
const QUIET_FOR_MS = WINDOW_MS.h24 + WINDOW_MS.h1;

/** Progress within the alert window of 30–50%. */
export function isEarlyStage({ lifecycle, bondingProgressPercent }: TokenScored): boolean {
  return (
    lifecycle === 'bonding' &&
    bondingProgressPercent !== null &&
    bondingProgressPercent >= PROGRESS.alertFrom &&
    bondingProgressPercent <= PROGRESS.alertTo
  );
}

const isShown = (token: TokenScored) =>
  token.profiles.live.listing !== null || token.profiles.whitepaper.listing !== null || isEarlyStage(token);

type Version = { time: number; position: string };

const isNewer = (candidate: Version, known: Version | undefined) =>
  known === undefined ||
  candidate.time > known.time ||
  (candidate.time === known.time && candidate.position > known.position);

export class ScreeningProjection {
  readonly #tokens = new Map<string, TokenScored>();
  readonly #scans = new Map<number, ScanAdvanced>();
  #streamTime: number | null = null;

  /** The newest block time seen, ms. */
  get streamTime(): number | null {
    return this.#streamTime;
  }

  get(mint: string): TokenScored | undefined {
    return this.#tokens.get(mint);
  }

  tokens(): Iterable<TokenScored> {
    return this.#tokens.values();
  }

  scans(): ScanAdvanced[] {
    return [...this.#scans.values()];
  }

  /**
   * The newest (time, position) of a mint or a partition wins, so records may come twice or out of turn. A token that
   * no list shows is let go with its version: an older record may then bring it back until its newest is read again,
   * so answers wait until the topic's end is reached.
   *
   * @returns the mint whose place or measurement changed, else null
   */
  apply(event: ScreeningEvent): string | null {
    switch (event.kind) {
      case 'TokenScored':
        this.#advance(event.time);
        return this.#applyToken(event) ? event.mint : null;
      case 'ScanAdvanced':
        this.#advance(event.time);
        if (isNewer(event, this.#scans.get(event.partition))) this.#scans.set(event.partition, event);
        return null;
      // Findings: what they say stands in the measurement that goes out with them.
      case 'TokenDescribed':
      case 'PriceTrailed':
      case 'TokenQualified':
      case 'TokenRejected':
      case 'TokenUnlisted':
      case 'LifecycleChanged':
      case 'BondingAlertRaised':
        return null;
    }
  }

  /** Lets go of tokens that have been quiet for longer than any list shows them. @returns their mints */
  evictQuiet(): string[] {
    const evicted: string[] = [];
    if (this.#streamTime === null) return evicted;
    for (const token of this.#tokens.values()) {
      if ((token.lastTradeAt ?? token.time) >= this.#streamTime - QUIET_FOR_MS) continue;
      this.#tokens.delete(token.mint);
      evicted.push(token.mint);
    }
    return evicted;
  }

  #applyToken(token: TokenScored): boolean {
    if (!isNewer(token, this.#tokens.get(token.mint))) return false;
    if (!isShown(token)) return this.#tokens.delete(token.mint);
    this.#tokens.set(token.mint, token);
    return true;
  }

  #advance(time: number): void {
    if (this.#streamTime === null || time > this.#streamTime) this.#streamTime = time;
  }
}
