/** The hot lists: the newest measurement of every token that a list shows, and of every partition's scan. */
import {
  itemSchemaOf,
  LIST_NAMES,
  LISTS,
  type ListItem,
  type ListLeaving,
  type ListName,
  type ProfileName,
  ProfileName as Profiles,
  placeSchemaOf,
  ScreenedToken,
  type Source,
} from '@cryptonite/contracts/api';
import type { LayerAssessed, PriceTrailed, ScanAdvanced, TokenDescribed } from '@cryptonite/contracts/events';
import { type Measurement, movesWithSol, trailAfter, trailOf } from '@cryptonite/contracts/measures';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { keepNewest } from '../../../platform/keep-newest.js';
import { assessedOf } from '../scores/found.js';
import { type RowScores, rowScoresOf } from '../scores/row-scores.js';
import { isNewer, type Known, nothingKnown, shownOf } from './known.js';
import { type Places, placeOf, placesOf, standingOn } from './list-places.js';
import { ListView } from './list-view.js';
import { RecentLayers } from './recent-layers.js';
import { type LeftRow, RecentLeavings } from './recent-leavings.js';
import type { Measured, Said } from './said.js';
import { type ShownToken, toScreenedToken } from './screened-token.js';
import { Unsaid } from './unsaid.js';

/** A token without a trade for so long has left every list; the hour is for partitions that lag. */
const QUIET_FOR_MS = WINDOW_MS.h24 + WINDOW_MS.h1;
/** Who a token is and its trail are said when it comes onto a list, about when its measurement says so. */
const WAITING_MAX = 10_000;

/** What is made of it when somebody asks, until something of it changes. */
type Made = {
  scores: RowScores | null;
  token: ScreenedToken;
  /** The token as JSON, once a list asked for it: all of them say it. */
  text: string | null;
  places: Map<ProfileName, Places>;
};
type Held = Omit<ShownToken, 'scores'> & Known & { made: Made | null };

function madeOf(token: Omit<ShownToken, 'scores'>, solPriceUsd: number | null): Made {
  const scores = rowScoresOf(token.measurement, token.layers);
  return {
    scores,
    token: toScreenedToken({ scores, ...token }, solPriceUsd),
    text: null,
    places: new Map(),
  };
}

/** In dollars of its own time, by which it left. */
function itemOf<Name extends ListName>(
  row: LeftRow,
  name: Name,
  profile: ProfileName,
): ListItem<Name> | null {
  const { measurement, layers, listing } = row;
  const { solPriceUsd } = measurement;
  const { scores, token } = madeOf(row, solPriceUsd);
  const place = placeOf({ name, profile, listing, solPriceUsd, measurement, layers, scores });
  const said = itemSchemaOf(name).safeParse({ ...token, ...place });
  return place && said.success ? (said.data as ListItem<Name>) : null;
}

/** The lists whose items say something of a token otherwise than the token does. */
const SAYS_ANEW: ReadonlySet<ListName> = new Set(
  LIST_NAMES.filter((name) =>
    Object.keys(placeSchemaOf(name).shape).some((field) => field in ScreenedToken.shape),
  ),
);

/** The lists that ask for a score or for checks: what they show was not filtered out. */
const CURATED = [
  ...(['qualified', 'ultimate', 'daily', 'social'] as const),
  ...(['discoveryQualified', 'bondedAnalyzed', 'microcaps'] as const),
] satisfies ListName[];

export class ScreeningProjection {
  readonly #tokens = new Map<string, Held>();
  /** What was said of tokens that no list holds now, the oldest first. */
  readonly #waiting = new Map<string, Known>();
  readonly #scans = new Map<number, ScanAdvanced>();
  #scanEveryMs: number | null = null;
  readonly #lists = new Map(
    Profiles.options.map((profile) => [
      profile,
      new Map(LIST_NAMES.map((name) => [name, new ListView((mint) => this.#encode(mint, profile, name))])),
    ]),
  );
  readonly #unsaid = new Unsaid();
  readonly #recentLayers = new RecentLayers();
  readonly #leavings = new RecentLeavings();
  #source: Source | null = null;
  #streamTime: number | null = null;
  /** The scan with the newest price of SOL, and that price as a number. */
  #solPrice: { time: number; usd: number | null } | null = null;

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

  /** A token that a list holds is not said, because its schema refuses what there is of it. */
  noteUnsaid(mint: string, refused: unknown): void {
    this.#unsaid.note(mint, refused);
  }

  /** A token and its places on the lists of a profile; no token where none of them holds it. */
  describe(mint: string, profile: ProfileName): { token: ScreenedToken | null; lists: Places } {
    const held = this.#tokens.get(mint);
    if (!held) return { token: null, lists: {} };
    const { made, lists } = this.#placed(held, profile);
    return { token: Object.keys(lists).length > 0 ? made.token : null, lists };
  }

  #placed(token: Held, profile: ProfileName): { made: Made; lists: Places } {
    const solPriceUsd = this.solPriceFor(token.measurement);
    token.made ??= madeOf(token, solPriceUsd);
    const { made, measurement, layers } = token;
    const lists =
      made.places.get(profile) ??
      placesOf({ measurement, layers, scores: made.scores }, profile, solPriceUsd);
    made.places.set(profile, lists);
    return { made, lists };
  }

  /** The newest of a token that a list of any profile holds. */
  held(mint: string): Omit<ShownToken, 'scores'> | null {
    return this.#tokens.get(mint) ?? null;
  }

  /** Of its layers what was told last, whole; none of what was told long ago. */
  recentLayers(mint: string): LayerAssessed[] {
    return this.#recentLayers.of(mint);
  }

  /** The lists of a profile that hold a token, with its source there: less work than to describe it. */
  standings(mint: string, profile: ProfileName): { name: ListName; source: string | null }[] {
    const measurement = this.#tokens.get(mint)?.measurement;
    if (!measurement) return [];
    return LIST_NAMES.flatMap((name) => {
      const standing = standingOn(name, profile, measurement);
      return standing ? [{ name, source: standing.source }] : [];
    });
  }

  /** How a token left a list, as it was measured then; undefined where that is not known, or long ago. */
  leaving<Name extends ListName>(
    mint: string,
    name: Name,
    profile: ProfileName,
  ): (ListLeaving & { item: ListItem<Name> | null }) | undefined {
    const left = this.#leavings.of(LISTS[name].on[profile], mint);
    if (!left) return undefined;
    const { reason, gate, row } = left;
    return { reason, gate, item: row && itemOf(row, name, profile) };
  }

  /** The newest of every token that a list of any profile holds. */
  *measurements(): Generator<Measurement> {
    for (const { measurement } of this.#tokens.values()) yield measurement;
  }

  /** Tokens that any list of a profile holds that asks for a score or for checks. */
  countShown(profile: ProfileName): number {
    const shown = new Set<string>();
    for (const name of CURATED) for (const mint of this.list(name, profile).mints()) shown.add(mint);
    return shown.size;
  }

  /** Of all tokens that any list holds. */
  mints(): Iterable<string> {
    return this.#tokens.keys();
  }

  scans(): ScanAdvanced[] {
    return [...this.#scans.values()];
  }

  /** Ms of stream time between the last two passes of a partition; null before one had two. */
  get scanEveryMs(): number | null {
    return this.#scanEveryMs;
  }

  #noteScanEvery({ partition, time }: ScanAdvanced): void {
    const before = this.#scans.get(partition);
    if (before) this.#scanEveryMs = time - before.time;
  }

  /**
   * The newest (time, position) of a mint or a partition wins, so records may come twice or out of turn. A token that
   * no list shows is let go with its version: an older record may then bring it back until its newest is read again,
   * so answers wait until the topic's end is reached.
   *
   * @returns the mints of which a list says something else now
   */
  apply(said: Said): string[] {
    switch (said.kind) {
      case 'Measured':
        this.#advance(said.measurement.time);
        return this.#applyMeasured(said);
      case 'TokenDescribed':
        return this.#applyDescribed(said);
      case 'PriceTrailed':
        return this.#applyTrailed(said);
      case 'LayerAssessed':
        return this.#applyAssessed(said);
      case 'ScanAdvanced':
        this.#advance(said.time);
        if (!isNewer(said, this.#scans.get(said.partition))) return [];
        this.#noteScanEvery(said);
        this.#scans.set(said.partition, said);
        return this.#applySolPrice(said);
      case 'ListLeft':
        this.#leavings.note(said);
        return [];
      // Findings: what they say stands in the measurement that goes out with them.
      case 'TokenQualified':
      case 'TokenRejected':
      case 'TokenUnlisted':
      case 'LifecycleChanged':
      case 'BondingAlertRaised':
      case 'ListEntered':
      case 'OutcomeObserved':
        return [];
    }
  }

  /** Lets go of tokens that have been quiet for longer than any list shows them. @returns their mints */
  evictQuiet(): string[] {
    const evicted: string[] = [];
    if (this.#streamTime === null) return evicted;
    for (const { measurement } of this.#tokens.values()) {
      if ((measurement.lastTradeAt ?? measurement.time) >= this.#streamTime - QUIET_FOR_MS) continue;
      this.#letGo(measurement.mint);
      evicted.push(measurement.mint);
    }
    return evicted;
  }

  #applyMeasured({ measurement, source }: Measured): string[] {
    const { mint } = measurement;
    const held = this.#tokens.get(mint);
    if (!isNewer(measurement, held?.measurement)) return [];
    const { described, trail, layers } = held ?? this.#waiting.get(mint) ?? nothingKnown();
    const now = {
      described,
      trail: trail && trailAfter(trail, measurement),
      layers,
      measurement,
      source: this.#once(source),
    };
    if (held) this.#leavings.measured(held, now);
    if (measurement.lists === 0) return this.#letGo(mint) ? [mint] : [];
    this.#waiting.delete(mint);
    this.#tokens.set(mint, { ...now, made: null });
    for (const [profile, lists] of this.#lists)
      for (const [name, list] of lists) list.put(mint, standingOn(name, profile, measurement));
    return [mint];
  }

  /** Frame after frame names the same: all tokens hold one. */
  #once(source: Source): Source {
    const { kind, name } = this.#source ?? {};
    if (this.#source === null || kind !== source.kind || name !== source.name) this.#source = source;
    return this.#source;
  }

  #applyDescribed(described: TokenDescribed): string[] {
    const known = this.#knownOf(described.mint);
    // What is told again, as the token comes onto a list, is of the same time and place.
    if (known.described && isNewer(known.described, described)) return [];
    known.described = shownOf(described);
    return this.#touch(described.mint);
  }

  #applyTrailed(trailed: PriceTrailed): string[] {
    const known = this.#knownOf(trailed.mint);
    // It holds the measurement of its time, which may have been read before it.
    if (known.trail && isNewer(known.trail, trailed)) return [];
    known.trail = trailOf(trailed);
    return this.#touch(trailed.mint);
  }

  #applyAssessed(assessed: LayerAssessed): string[] {
    const { layers } = this.#knownOf(assessed.mint);
    const known = layers[assessed.layer];
    // What is told again is of the same time and place.
    if (known && isNewer(known, assessed)) return [];
    layers[assessed.layer] = assessedOf(assessed);
    this.#recentLayers.keep(assessed);
    return this.#touch(assessed.mint);
  }

  /** Dollars follow the price of SOL without a measurement. */
  #applySolPrice({ time, solPriceUsd }: ScanAdvanced): string[] {
    const before = this.#solPrice;
    if (before && before.time > time) return [];
    this.#solPrice = { time, usd: solPriceUsd === null ? null : Number(solPriceUsd) };
    if (before?.usd === this.#solPrice.usd) return [];
    return [...this.#tokens.values()].flatMap(({ measurement }) =>
      movesWithSol(measurement) ? this.#touch(measurement.mint) : [],
    );
  }

  /** Dollars of one SOL: of the newest scan, but for a token measured since. */
  solPriceFor({ time, solPriceUsd }: Measurement): number | null {
    return this.#solPrice && this.#solPrice.time >= time ? this.#solPrice.usd : solPriceUsd;
  }

  /** Where what is said of a token beside its measurements is kept, whether a list holds it or not. */
  #knownOf(mint: string): Known {
    const held = this.#tokens.get(mint);
    if (held) return held;
    const known = this.#waiting.get(mint) ?? nothingKnown();
    keepNewest(this.#waiting, mint, known, WAITING_MAX);
    return known;
  }

  #touch(mint: string): string[] {
    const held = this.#tokens.get(mint);
    if (!held) return [];
    held.made = null;
    for (const lists of this.#lists.values()) for (const list of lists.values()) list.touch(mint);
    return [mint];
  }

  /** @returns whether a list held it */
  #letGo(mint: string): boolean {
    const held = this.#tokens.get(mint);
    if (!held) return false;
    this.#tokens.delete(mint);
    const { described, layers } = held;
    keepNewest(this.#waiting, mint, { described, trail: null, layers }, WAITING_MAX);
    for (const lists of this.#lists.values()) for (const list of lists.values()) list.put(mint, null);
    return true;
  }

  #encode(mint: string, profile: ProfileName, name: ListName): string | null {
    try {
      const held = this.#tokens.get(mint);
      if (!held) return null;
      const { made, lists } = this.#placed(held, profile);
      const place = placeSchemaOf(name).parse(lists[name]);
      // Where the place has a field of the token's name, it says it.
      if (SAYS_ANEW.has(name)) return JSON.stringify({ ...made.token, ...place });
      made.text ??= JSON.stringify(made.token);
      return `${made.text.slice(0, -1)},${JSON.stringify(place).slice(1)}`;
    } catch (refused) {
      this.noteUnsaid(mint, refused);
      return null;
    }
  }

  #advance(time: number): void {
    if (this.#streamTime === null || time > this.#streamTime) this.#streamTime = time;
  }
}
