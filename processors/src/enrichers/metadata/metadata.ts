/** Reads a launch's document and its picture. */
import { createHash } from 'node:crypto';
import type { FetchFailure } from '@cryptonite/contracts/events';
import { cleanText } from '../clean-text.js';
import { FetchFailed, NotAsked, WayIsAway } from '../fetch/guard.js';
import type { RefusedPicture } from '../pictures/answer.js';
import type { Pictures } from '../pictures/pictures.js';
import type { AskOf, Provider, Said } from '../provider.js';
import type { Content } from './content.js';
import { readContentAddress } from './content-address.js';
import { type Document, parseDocument } from './parse-document.js';

/** Above what a gateway takes that is slow and gives it all the same; so long it is waited for, too. */
const WITHIN_MS = 15_000;
const TIMES = { turnWithinMs: WITHIN_MS, timeoutMs: WITHIN_MS };
const DOCUMENT_BYTES_MOST = 256 << 10;
const PICTURE_BYTES_MOST = 10 << 20;
/** What says nothing of the document: it is asked for again. */
const OF_US = [NotAsked, WayIsAway];
const DETAIL_MOST = 300;
/** As long as `from` of the contract; a name of DNS may be longer. */
const FROM_MOST = 200;

/** Keeps pictures, and says of each what tells it from others. */
export type TakesPictures = Pick<Pictures, 'has'> & {
  take(bytes: Buffer): Promise<{ sha256: string; perceptualHash: string | null } | RefusedPicture>;
};

type Picture = {
  pictureSha256: string | null;
  picturePerceptualHash: string | null;
  pictureFailure: FetchFailure | null;
  pictureFailureDetail: string | null;
};

const NO_PICTURE: Picture = {
  pictureSha256: null,
  picturePerceptualHash: null,
  pictureFailure: null,
  pictureFailureDetail: null,
};
const NO_DOCUMENT: Document = {
  name: null,
  symbol: null,
  description: null,
  twitter: null,
  telegram: null,
  website: null,
  imageUri: null,
};

export class Metadata implements Provider<'metadata'> {
  constructor(
    private readonly content: Pick<Content, 'get'>,
    private readonly pictures: TakesPictures,
  ) {}

  async answer(ask: AskOf<'metadata'>): Promise<Said | null> {
    const { uri, nearness, knownDocumentSha256, knownPictureSha256, knownPictureFailure = null } = ask;
    // Content by its id, or in its address, says what it said; a picture that had to make room is fetched anew.
    const isFixed =
      knownDocumentSha256 !== null &&
      knownPictureFailure === null &&
      ['ipfs', 'data'].includes(readContentAddress(uri).kind);
    if (isFixed && knownPictureSha256 !== null && (await this.pictures.has(knownPictureSha256))) return null;
    const base = { kind: 'MetadataResolved' as const, uri };
    try {
      const bounds = { nearness, ...TIMES, maxBytes: DOCUMENT_BYTES_MOST };
      const { bytes, host } = await this.content.get(uri, bounds);
      const documentSha256 = createHash('sha256').update(bytes).digest('hex');
      const { pictureAddress, ...document } = parseDocument(bytes);
      const picture = await this.#picture(pictureAddress, nearness);
      const { pictureSha256, pictureFailure } = picture;
      // A picture that is away now stays known.
      const isPictureKnown =
        [null, knownPictureSha256].includes(pictureSha256) && pictureFailure === knownPictureFailure;
      if (documentSha256 === knownDocumentSha256 && isPictureKnown) return null;
      const found = { documentSha256, failure: null, failureDetail: null };
      return { ...base, from: host.slice(0, FROM_MOST), ...found, ...document, ...picture };
    } catch (error) {
      if (!(error instanceof FetchFailed) || OF_US.some((Failed) => error instanceof Failed)) throw error;
      const failed = { documentSha256: null, failure: error.failure, failureDetail: detailOf(error.message) };
      return { ...base, from: hostOf(uri), ...failed, ...NO_DOCUMENT, ...NO_PICTURE };
    }
  }

  async #picture(address: string | null, nearness: AskOf<'metadata'>['nearness']): Promise<Picture> {
    try {
      const bounds = { nearness, ...TIMES, maxBytes: PICTURE_BYTES_MOST };
      const { bytes } = await this.content.get(address, bounds);
      const taken = await this.pictures.take(bytes);
      if ('failure' in taken) throw new FetchFailed(taken.failure, taken.detail);
      return { ...NO_PICTURE, pictureSha256: taken.sha256, picturePerceptualHash: taken.perceptualHash };
    } catch (error) {
      // Where gateways or our own network are away the picture is worth another try; who hosts it alone must not keep the document back.
      if (!(error instanceof FetchFailed) || error instanceof WayIsAway) throw error;
      return { ...NO_PICTURE, pictureFailure: error.failure, pictureFailureDetail: detailOf(error.message) };
    }
  }
}

const detailOf = (message: string): string => cleanText(message).slice(0, DETAIL_MOST);

/** Whom an address leads to, for an answer that nobody gave. */
function hostOf(uri: string): string {
  const address = readContentAddress(uri);
  return address.kind === 'web' ? new URL(address.url).host.slice(0, FROM_MOST) : 'nobody';
}
