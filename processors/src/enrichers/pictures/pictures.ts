import { createHash } from 'node:crypto';
import type { RefusedPicture } from './answer.js';
import type { DecodesPictures } from './decoder.js';
import { PicturesStore } from './pictures-store.js';
import { isPicture } from './sniff-picture.js';

/** `sha256` is of the bytes as they came. */
export type TakenPicture = { sha256: string; perceptualHash: string };

const WRONG_TYPE: RefusedPicture = {
  failure: 'wrong-type',
  detail: 'its bytes begin as no PNG, JPEG, GIF, WebP or AVIF',
};

/** Takes pictures as somebody fetched them, and keeps of each what `/api/images/` serves. */
export class Pictures {
  readonly #store: PicturesStore;
  readonly #decoder: DecodesPictures;
  /** By SHA-256: the same bytes that come twice at a time are decoded once. */
  readonly #underWay = new Map<string, Promise<TakenPicture | RefusedPicture>>();

  constructor({ dir, maxBytes, decoder }: { dir: string; maxBytes: number; decoder: DecodesPictures }) {
    this.#store = new PicturesStore(dir, maxBytes);
    this.#decoder = decoder;
  }

  /** Rejects where the fault is ours, such as a full disk: the picture is worth another try. */
  take(bytes: Buffer): Promise<TakenPicture | RefusedPicture> {
    if (!isPicture(bytes)) return Promise.resolve(WRONG_TYPE);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const underWay = this.#underWay.get(sha256);
    if (underWay) return underWay;
    const taken = this.#take(sha256, bytes).finally(() => this.#underWay.delete(sha256));
    this.#underWay.set(sha256, taken);
    return taken;
  }

  /** Whether it is still kept; asking counts as a use of it. */
  async has(sha256: string): Promise<boolean> {
    return (await this.#store.find(sha256)) !== null;
  }

  close(): Promise<void> {
    return this.#decoder.close();
  }

  async #take(sha256: string, bytes: Buffer): Promise<TakenPicture | RefusedPicture> {
    const known = await this.#store.find(sha256);
    if (known !== null) return { sha256, perceptualHash: known };
    const decoded = await this.#decoder.decode(bytes);
    if ('failure' in decoded) return decoded;
    await this.#store.keep(sha256, decoded);
    return { sha256, perceptualHash: decoded.perceptualHash };
  }
}
