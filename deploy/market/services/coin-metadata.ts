import type { Coin } from '../coin.js';
import { readContentId } from '../names/content-id.js';
import { documentOf, handleOf, type MetadataDocument } from './metadata.js';

/** What a launch's own metadata address says of it. */
export interface CoinMetadata {
  document: MetadataDocument;
  picture: number;
  /** Of its accounts, where the document names any. */
  handle: string;
}

const known = new WeakMap<Coin, CoinMetadata | null>();

/** Null for a launch whose address is of another kind. */
export function metadataOf(coin: Coin): CoinMetadata | null {
  let metadata = known.get(coin);
  if (metadata === undefined) {
    const content = readContentId(coin.uri.split('/').at(-1) ?? '');
    metadata =
      content?.kind === 'document'
        ? {
            document: documentOf(content.keys),
            picture: content.keys.picture,
            handle: handleOf(content.keys.name),
          }
        : null;
    known.set(coin, metadata);
  }
  return metadata;
}
