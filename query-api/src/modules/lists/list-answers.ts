import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { askedOf, LISTS, type ListName, type ProfileName } from '@cryptonite/contracts/api';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
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

/** Both profiles of every list, by default and as the page asks. */
const KEPT_MAX = 64;
/** Parts behind a cursor, and as many items as nobody else asks for: who asks for many of these takes away none of the others. */
const KEPT_OF_PARTS_MAX = 16;
/** Of the beginning of a list: by default, a count alone, and all that may be asked for. */
const USUAL_LIMITS: ReadonlySet<number> = new Set([1, LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX]);
/** More than there are ways to write what is kept by its URL. */
const URLS_MAX = 1_000;
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

const isUsual = ({ limit, after }: AskedList): boolean => after === null && USUAL_LIMITS.has(limit);

/** The ways to ask for the beginning of a list that are told by the URL alone: as the page writes it, and with less that goes without saying. */
function urlsOf({ name, profile, limit, source }: AskedList): string[] {
  const { path } = LISTS[name];
  const asked = { ...(source && { source }), ...askedOf(name) };
  const write = (parameters: Record<string, string>) => `${path}?${new URLSearchParams(parameters)}`;
  const urls = [write({ profile, ...asked, limit: String(limit) })];
  if (limit !== LIST_LIMIT_DEFAULT) return urls;
  return [
    ...urls,
    write({ profile, ...asked }),
    ...(profile === 'live' && Object.keys(asked).length === 0 ? [path] : []),
  ];
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
  readonly #parts = new Map<string, Kept>();
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
      this.#parts.clear();
      this.#id = randomUUID();
    }
    this.#projection = projection;
    const { version } = projection.list(name, profile);
    const second = Math.floor((projection.streamTime ?? 0) / SECOND_MS);
    const state = `${version}.${second}`;
    const key = `${name} ${profile} ${limit} ${source} ${after && writeCursor(after)}`;
    const [all, most] = isUsual(asked) ? [this.#kept, KEPT_MAX] : [this.#parts, KEPT_OF_PARTS_MAX];
    const kept = all.get(key);
    const answer = kept?.state === state ? kept.answer : this.#make(asked, `W/"${this.#id}.${state}"`);
    keepNewest(all, key, { state, answer }, most);
    return answer;
  }

  /** To be called once a URL was read, so that {@link again} needs not read it. One that is written otherwise is not kept. */
  remember(url: string, asked: AskedList): void {
    if (isUsual(asked) && urlsOf(asked).includes(url)) keepNewest(this.#asked, url, asked, URLS_MAX);
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
