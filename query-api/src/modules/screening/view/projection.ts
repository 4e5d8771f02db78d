/** The hot lists: the newest measurement of every token that a list shows, and of every partition's scan. */
import {
  LIST_NAMES,
  LISTS,
  type ListName,
  type ProfileName,
  ProfileName as Profiles,
  type ScreenedToken,
} from '@cryptonite/contracts/api';
import type { ScanAdvanced, ScreeningEvent, TokenScored } from '@cryptonite/contracts/events';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { type Places, placesOf } from './list-places.js';
import { ListView } from './list-view.js';
import { toScreenedToken } from './screened-token.js';

/** A token without a trade for so long has left every list; the hour is for partitions that lag. */
const QUIET_FOR_MS = WINDOW_MS.h24 + WINDOW_MS.h1;

type Version = { time: number; position: string };

const isNewer = (candidate: Version, known: Version | undefined) =>
  known === undefined ||
  candidate.time > known.time ||
  (candidate.time === known.time && candidate.position > known.position);

export class ScreeningProjection {
  readonly #tokens = new Map<string, TokenScored>();
  readonly #scans = new Map<number, ScanAdvanced>();
  readonly #lists = new Map(
    Profiles.options.map((profile) => [
      profile,
      new Map(LIST_NAMES.map((name) => [name, new ListView((mint) => this.#encode(mint, profile, name))])),
    ]),
  );
  #streamTime: number | null = null;

  /** The newest block time seen, ms. */
  get streamTime(): number | null {
    return this.#streamTime;
  }

  /** How many tokens the lists hold together. */
  get size(): number {
    return this.#tokens.size;
  }

  list(name: ListName, profile: ProfileName): ListView {
    const list = this.#lists.get(profile)?.get(name);
    if (!list) throw new Error(`no list ${name} of profile ${profile}`);
    return list;
  }

  /** A token and its places on the lists of a profile; no token where none of them holds it. */
  describe(mint: string, profile: ProfileName): { token: ScreenedToken | null; lists: Places } {
    const token = this.#tokens.get(mint);
    const lists = token ? placesOf(token, profile) : {};
    return { token: token && Object.keys(lists).length > 0 ? toScreenedToken(token) : null, lists };
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
      this.#letGo(token.mint);
      evicted.push(token.mint);
    }
    return evicted;
  }

  #applyToken(token: TokenScored): boolean {
    const { mint } = token;
    if (!isNewer(token, this.#tokens.get(mint))) return false;
    let isShown = false;
    for (const [profile, lists] of this.#lists) {
      const places = placesOf(token, profile);
      for (const [name, list] of lists) {
        const place = places[name] ?? null;
        list.put(mint, place);
        isShown ||= place !== null;
      }
    }
    if (!isShown) return this.#tokens.delete(mint);
    this.#tokens.set(mint, token);
    return true;
  }

  #letGo(mint: string): void {
    this.#tokens.delete(mint);
    for (const lists of this.#lists.values()) for (const list of lists.values()) list.put(mint, null);
  }

  #encode(mint: string, profile: ProfileName, name: ListName): string {
    const { token, lists } = this.describe(mint, profile);
    return JSON.stringify(LISTS[name].item.parse({ ...token, ...lists[name] }));
  }

  #advance(time: number): void {
    if (this.#streamTime === null || time > this.#streamTime) this.#streamTime = time;
  }
}
