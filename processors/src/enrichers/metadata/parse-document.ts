/** What a launch's document says of it. Its author may have written anything. */
import type { MetadataResolved } from '@cryptonite/contracts/events';
import { cleanText } from '../clean-text.js';
import { FetchFailed } from '../fetch/guard.js';

export type Document = Pick<
  MetadataResolved,
  'name' | 'symbol' | 'description' | 'twitter' | 'telegram' | 'website' | 'imageUri'
>;

/** Throws {@link FetchFailed} where the bytes are no document. */
export function parseDocument(bytes: Uint8Array): Document {
  const value = readJson(new TextDecoder().decode(bytes));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FetchFailed('wrong-shape', 'the document is JSON and no object');
  /** Of its own fields alone: whatever `__proto__` says is nobody's. */
  const textOf = (field: string): string | null => {
    const text: unknown = Object.hasOwn(value, field) ? Reflect.get(value, field) : null;
    return typeof text === 'string' && text !== '' ? cleanText(text) : null;
  };
  const document = {
    name: textOf('name'),
    symbol: textOf('symbol'),
    description: textOf('description'),
    twitter: textOf('twitter'),
    telegram: textOf('telegram'),
    website: textOf('website'),
    imageUri: textOf('image'),
  };
  if (Object.values(document).every((text) => text === null))
    throw new FetchFailed('wrong-shape', 'the document has none of the fields that launches have');
  return document;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^\s*[[{]/.test(text)) throw new FetchFailed('unreadable', 'the document is damaged JSON');
    throw new FetchFailed('wrong-type', 'the document is no JSON');
  }
}
