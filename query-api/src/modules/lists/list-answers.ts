import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ListName, ProfileName } from '@cryptonite/contracts/api';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { Injectable } from '@nestjs/common';
import { ScreeningStore } from '../screening/screening.store.js';
import { writeVector } from '../screening/view/change-log.js';
import type { Cursor } from '../screening/view/cursor.js';
import type { ScreeningProjection } from '../screening/view/projection.js';

const zip = promisify(gzip);
/** As that of other answers. */
const LEVEL = 4;

/** Beginnings that are asked for again and again: by default, and by the page. */
const KEPT_LIMITS: ReadonlySet<number> = new Set([LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX]);

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
  readonly etag: string;
  #zipped: Promise<Buffer> | null = null;

  constructor(text: string) {
    this.body = Buffer.from(text);
    this.etag = `W/"${createHash('sha1').update(this.body).digest('base64url')}"`;
  }

  zipped(): Promise<Buffer> {
    this.#zipped ??= zip(this.body, { level: LEVEL });
    return this.#zipped;
  }
}

type Kept = { version: number; asOf: number | null; answer: ListAnswer };

/** Answers of lists: the beginning of a list is made anew when the list has changed, or stream time, and somebody asks. */
@Injectable()
export class ListAnswers {
  readonly #kept = new Map<string, Kept>();
  /** What they are of; another one takes its place when all is read anew. */
  #projection: ScreeningProjection | null = null;

  constructor(private readonly store: ScreeningStore) {}

  of(asked: AskedList): ListAnswer {
    const { name, profile, limit, source, after } = asked;
    if (after !== null || !KEPT_LIMITS.has(limit)) return this.#make(asked);
    const { projection } = this.store;
    if (projection !== this.#projection) this.#kept.clear();
    this.#projection = projection;
    const { version } = projection.list(name, profile);
    const asOf = projection.streamTime;
    const key = `${name} ${profile} ${limit} ${source}`;
    const kept = this.#kept.get(key);
    if (kept?.version === version && kept.asOf === asOf) return kept.answer;
    const answer = this.#make(asked);
    this.#kept.set(key, { version, asOf, answer });
    return answer;
  }

  #make({ name, profile, ...asked }: AskedList): ListAnswer {
    const { projection } = this.store;
    const { items, ...rest } = projection.list(name, profile).page(asked);
    const position = writeVector(this.store.offsets);
    const end = JSON.stringify({ ...rest, profile, asOf: projection.streamTime, position });
    return new ListAnswer(`{"items":[${items.join(',')}],${end.slice(1)}`);
  }
}
