import { STREAM_EVENTS } from '@cryptonite/contracts/api';
import type { ScreeningStore } from '../screening/screening.store.js';
import { writeVector } from '../screening/view/change-log.js';
import { type Party, SharedPacking } from './shared-packing.js';
import type { TextSink } from './text-sink.js';
import { joinFrames, writeFrame } from './view/frames.js';
import { type Asked, type Telling, TICKS_APART, ToldTokens } from './view/told-tokens.js';

/** Beyond so many tokens at once (1.5 MB), reading the lists anew costs a client less. */
const TOKENS_AT_ONCE_MAX = 500;

/** Of those so many are told at a time, in some milliseconds: others have their turn in between. */
const TOKENS_A_TURN = 20;

/** So often those who were told something else than the others get in step with them: the next text is packed alone for it. */
const IN_STEP_EVERY_TICKS = 20;

/**
 * `heard`: the mints of which the client was told, and so holds what its group was told. `owed`: those that changed before it came
 * and that it was not told of yet; until then it is told no id, which would say that it was.
 */
type Member = { sink: TextSink; heard: Set<string>; owed: Set<string> };

/** The clients that ask alike. */
export class StreamGroup {
  readonly #members = new Map<TextSink, Member>();
  readonly #told: ToldTokens;
  readonly #packing = new SharedPacking();
  readonly #isHeldBack: boolean;
  #tick = 0;
  /** The ids of the last ticks, the oldest first: once there are enough, everything up to that one has been told. */
  #ids: string[] = [];

  constructor(
    asked: Asked,
    private readonly store: ScreeningStore,
  ) {
    this.#told = new ToldTokens(asked, () => store.projection);
    // Lists that are still loading reset everybody once they stand.
    if (store.isLoaded) this.#told.begin();
    this.#isHeldBack = asked.pace === 'second';
  }

  get size(): number {
    return this.#members.size;
  }

  /**
   * @param mints what changed since the client was last told; null where that is not known
   * @returns whether more is owed to it than it was told at once: {@link tellOwed}
   */
  join(sink: TextSink, mints: readonly string[] | null): boolean {
    // What stands on the lists that it may read now is told, so that it hears when that leaves.
    this.flush();
    const isKnown = mints !== null && mints.length <= TOKENS_AT_ONCE_MAX;
    this.#members.set(sink, { sink, heard: new Set(), owed: new Set(isKnown ? mints : []) });
    if (isKnown) return this.tellOwed(sink);
    this.#packing.writeTo(sink, this.#reset());
    return false;
  }

  /** Tells a client a part of what it is owed. @returns whether there is more */
  tellOwed(sink: TextSink): boolean {
    const member = this.#members.get(sink);
    if (!member) return false;
    // What the others were not told yet is theirs too: it would be taken for told once this one is.
    this.flush();
    const mints = [...member.owed].slice(0, TOKENS_A_TURN);
    for (const mint of mints) member.owed.delete(mint);
    const tellings = mints.map((mint) => this.#told.tellAgain(mint, this.#tick));
    for (const { text } of this.#partiesOf([member], tellings)) this.#packing.writeTo(sink, text);
    return member.owed.size > 0;
  }

  leave(sink: TextSink): void {
    this.#members.delete(sink);
    this.#packing.leave(sink);
  }

  /** What only this one is told, and bears no id. */
  sayTo(sink: TextSink, frames: readonly string[]): void {
    if (this.#members.has(sink)) this.#packing.writeTo(sink, joinFrames(frames, ''));
  }

  note(mint: string): void {
    this.#told.note(mint);
  }

  /** A quarter of a second has passed. What changed between two ticks is told within three more. */
  tick(): void {
    this.#tick++;
    this.#ids = [...this.#ids, writeVector(this.store.offsets)].slice(-TICKS_APART);
    if (this.#tick % IN_STEP_EVERY_TICKS === 0) this.#packing.bringInStep(this.#members.keys());
    this.flush();
  }

  /** Tells what is due. */
  flush(): void {
    const mints = this.#told.due(this.#tick);
    if (mints.length > TOKENS_AT_ONCE_MAX) {
      this.resetAll();
      return;
    }
    const tellings = mints.flatMap((mint) => this.#told.tell(mint, this.#tick) ?? []);
    if (tellings.length > 0) this.#packing.write(this.#partiesOf(this.#members.values(), tellings));
  }

  resetAll(): void {
    this.#told.begin();
    this.#ids = [];
    for (const { heard, owed } of this.#members.values()) {
      heard.clear();
      owed.clear();
    }
    this.#writeToAll([writeFrame(STREAM_EVENTS.reset, {})], this.#currentId());
  }

  /** What is said to all alike. */
  say(frames: readonly string[]): void {
    // An id says that everything up to it was told, so what waits and is not held back goes first.
    if (!this.#isHeldBack) this.flush();
    this.#writeToAll(frames, this.#id());
  }

  #writeToAll(frames: readonly string[], id: string): void {
    const [owed, others] = [true, false].map((isOwed) =>
      [...this.#members.values()].filter((member) => member.owed.size > 0 === isOwed).map(({ sink }) => sink),
    );
    this.#packing.write([
      { text: joinFrames(frames, id), sinks: others! },
      { text: joinFrames(frames, ''), sinks: owed! },
    ]);
  }

  /** Those who have heard of the same of these tokens are told the same. */
  #partiesOf(members: Iterable<Member>, tellings: readonly Telling[]): Party[] {
    const id = this.#id();
    const parties = new Map<string, Party>();
    for (const { sink, heard, owed } of members) {
      const isHeard = tellings.map(({ mint }) => heard.has(mint));
      for (const { mint, isGone } of tellings) {
        owed.delete(mint);
        if (isGone) heard.delete(mint);
        else heard.add(mint);
      }
      const ownId = owed.size > 0 ? '' : id;
      const key = `${ownId} ${isHeard.join()}`;
      const party = parties.get(key);
      if (party) party.sinks.push(sink);
      else {
        const frames = tellings.map(({ whole, change }, index) =>
          isHeard[index] && change !== null ? change : whole(),
        );
        parties.set(key, { text: joinFrames(frames, ownId), sinks: [sink] });
      }
    }
    return [...parties.values()];
  }

  #reset(): string {
    return joinFrames([writeFrame(STREAM_EVENTS.reset, {})], this.#currentId());
  }

  #id(): string {
    if (!this.#isHeldBack) return this.#currentId();
    return this.#ids.length < TICKS_APART ? '' : (this.#ids[0] ?? '');
  }

  #currentId(): string {
    return writeVector(this.store.offsets);
  }
}
