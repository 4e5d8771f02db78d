import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ListName, ProfileName } from '@cryptonite/contracts/api';
import { Injectable } from '@nestjs/common';
import { SMALLEST_BYTES } from '../../platform/http/compress-answers.js';
import { keepNewest } from '../../platform/keep-newest.js';
import { ScreeningStore } from '../screening/screening.store.js';
import { writeVector } from '../screening/view/change-log.js';
import { type Cursor, writeCursor } from '../screening/view/cursor.js';
import type { ScreeningProjection } from '../screening/view/projection.js';

const zip = promisify(gzip);
/** As that of other answers. */
const LEVEL = 4;

/** Both profiles of every list, by default and as the page asks, and some pages behind. */
const KEPT_MAX = 64;
const SECOND_MS = 1_000;

export type AskedList = {
  name: ListName;
  profile: ProfileName;
  limit: number;
  source?: string | undefined;
  after: Cursor | null;
};

/** An answer as bytes, whoever asks for it and however often. */
export class ListAnswer {
  readonly body: Buffer;
  #zippedBytes: Buffer | null = null;
  #zipped: Promise<Buffer> | null = null;

  constructor(
    text: string,
    readonly etag: string,
  ) {
    this.body = Buffer.from(text);
  }

  /** Too short to be worth compressing, for whoever takes gzip too. */
  get isShort(): boolean {
    return this.body.length < SMALLEST_BYTES;
  }

  /** What a client that takes gzip gets: null until {@link zipped} has made it, where it is not short. */
  get bytesNow(): Buffer | null {
    return this.isShort ? this.body : this.#zippedBytes;
  }

  zipped(): Promise<Buffer> {
    this.#zipped ??= zip(this.body, { level: LEVEL }).then((bytes) => {
      this.#zippedBytes = bytes;
      return bytes;
    });
    return this.#zipped;
  }
}

type Kept = { state: string; answer: ListAnswer };

/**
 * Answers of lists: one is made anew when its list has changed, or the second of stream time, and somebody asks. Those asked
 * for last are kept, whatever part of a list they are of.
 */
@Injectable()
export class ListAnswers {
  /** By all that was asked, the one asked for last at the end. */
  readonly #kept = new Map<string, Kept>();
  /** What URLs asked for that were answered. */
  readonly #asked = new Map<string, AskedList>();
  /** What they are of; another one takes its place when all is read anew. */
  #projection: ScreeningProjection | null = null;
  /** Of this projection alone: versions begin anew with each. */
  #id = '';

  constructor(private readonly store: ScreeningStore) {}

  of(asked: AskedList): ListAnswer {
    const { name, profile, limit, source, after } = asked;
    const { projection } = this.store;
    if (projection !== this.#projection) {
      this.#kept.clear();
      this.#id = randomUUID();
    }
    this.#projection = projection;
    const { version } = projection.list(name, profile);
    const second = Math.floor((projection.streamTime ?? 0) / SECOND_MS);
    const state = `${version}.${second}`;
    const key = `${name} ${profile} ${limit} ${source} ${after && writeCursor(after)}`;
    const kept = this.#kept.get(key);
    const answer = kept?.state === state ? kept.answer : this.#make(asked, `W/"${this.#id}.${state}"`);
    keepNewest(this.#kept, key, { state, answer }, KEPT_MAX);
    return answer;
  }

  /** To be called once a URL was read, so that {@link again} needs not read it. */
  remember(url: string, asked: AskedList): void {
    if (this.#asked.size >= KEPT_MAX) this.#asked.clear();
    this.#asked.set(url, asked);
  }

  /** The answer to a URL that was remembered; null to another, and before the lists are loaded. */
  again(url: string): ListAnswer | null {
    const asked = this.#asked.get(url);
    return asked && this.store.isLoaded ? this.of(asked) : null;
  }

  /** @param etag of the URL, which says what part is asked for: two answers with it have the same items, of the same second */
  #make({ name, profile, ...asked }: AskedList, etag: string): ListAnswer {
    const { projection } = this.store;
    const { items, ...rest } = projection.list(name, profile).page(asked);
    const position = writeVector(this.store.offsets);
    const end = JSON.stringify({ ...rest, profile, asOf: projection.streamTime, position });
    return new ListAnswer(`{"items":[${items.join(',')}],${end.slice(1)}`, etag);
  }
}
