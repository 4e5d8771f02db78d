import { STREAM_EVENTS } from '@cryptonite/contracts/api';
import type { ScreeningStore } from '../screening/screening.store.js';
import { writeVector } from '../screening/view/change-log.js';
import type { TextSink } from './text-sink.js';
import { joinFrames, writeFrame } from './view/frames.js';
import { type Asked, type Telling, TICKS_APART, ToldTokens } from './view/told-tokens.js';

/** Beyond so many tokens at once (1.5 MB), reading the lists anew costs a client less. */
const TOKENS_AT_ONCE_MAX = 500;

/** `heard`: the mints of which the client was told, and so holds what its group was told. */
type Member = { sink: TextSink; heard: Set<string> };

/** The clients that ask alike. */
export class StreamGroup {
  readonly #members = new Map<TextSink, Member>();
  readonly #told: ToldTokens;
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

  /** `mints`: what changed since the client was last told; null where that is not known. */
  join(sink: TextSink, mints: readonly string[] | null): void {
    // What the others were not told yet is theirs too: it would be taken for told once this one is.
    this.flush();
    const member: Member = { sink, heard: new Set() };
    this.#members.set(sink, member);
    if (!mints || mints.length > TOKENS_AT_ONCE_MAX) sink.write(this.#reset());
    else
      this.#write(
        member,
        mints.map((mint) => this.#told.tellAgain(mint, this.#tick)),
      );
  }

  leave(sink: TextSink): void {
    this.#members.delete(sink);
  }

  note(mint: string): void {
    this.#told.note(mint);
  }

  /** A quarter of a second has passed. What changed between two ticks is told within three more. */
  tick(): void {
    this.#tick++;
    this.#ids = [...this.#ids, writeVector(this.store.offsets)].slice(-TICKS_APART);
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
    if (tellings.length > 0) for (const member of this.#members.values()) this.#write(member, tellings);
  }

  resetAll(): void {
    this.#told.begin();
    this.#ids = [];
    for (const { sink, heard } of this.#members.values()) {
      heard.clear();
      sink.write(this.#reset());
    }
  }

  /** What is said to all alike. */
  say(frames: readonly string[]): void {
    // An id says that everything up to it was told, so what waits and is not held back goes first.
    if (!this.#isHeldBack) this.flush();
    const text = joinFrames(frames, this.#id());
    for (const { sink } of this.#members.values()) sink.write(text);
  }

  #write({ sink, heard }: Member, tellings: readonly Telling[]): void {
    const frames = tellings.flatMap(({ mint, whole, change, isGone }) => {
      const isHeard = heard.has(mint);
      if (isGone) heard.delete(mint);
      else heard.add(mint);
      return isHeard && change !== null ? [change] : [whole()];
    });
    sink.write(joinFrames(frames, this.#id()));
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
