/** What a launch's document says of it. Its author may have written anything. */
import type { MetadataResolved } from '@cryptonite/contracts/events';
import { cleanText } from '../clean-text.js';
import { FetchFailed } from '../fetch/guard.js';

export type Document = Pick<
  MetadataResolved,
  'name' | 'symbol' | 'description' | 'twitter' | 'telegram' | 'website' | 'imageUri'
>;

type Field = keyof Document;

/** What launchers call each field, first what most do. https://developers.metaplex.com/token-metadata/token-standard */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  name: ['name'],
  symbol: ['symbol'],
  description: ['description'],
  twitter: ['twitter', 'x', 'twitter_url', 'twitterUrl'],
  telegram: ['telegram', 'telegram_url', 'telegramUrl'],
  website: ['website', 'website_url', 'websiteUrl', 'external_url', 'externalUrl'],
  imageUri: ['image', 'image_url', 'imageUrl', 'imageUri', 'image_uri', 'logo', 'logoURI'],
};
/** Objects of a document that hold some of them. */
const WITHIN = ['extensions', 'properties', 'socials', 'links'];
/** A document's own alone: elsewhere they name something else. */
const OWN_ALONE: ReadonlySet<Field> = new Set(['name', 'symbol']);

/**
 * The fields of a document, each where the document first has a text for it: in itself, in what stands within, and of pictures
 * among its files. `pictureAddress` is `imageUri` at its whole length: a picture may stand in it.
 * Throws {@link FetchFailed} where the bytes are no document.
 */
export function parseDocument(bytes: Uint8Array): Document & { pictureAddress: string | null } {
  const value = readJson(new TextDecoder().decode(bytes));
  if (!isObject(value)) throw new FetchFailed('wrong-shape', 'the document is JSON and no object');
  const holders = [value, ...WITHIN.map((name) => ownOf(value, name))];
  const textOf = (field: Field): string | null => {
    const looked = OWN_ALONE.has(field) ? [value] : holders;
    const texts = looked.flatMap((holder) => NAMES[field].map((name) => linkOf(ownOf(holder, name))));
    return texts.find((text) => text !== null) ?? null;
  };
  const cleanOf = (text: string | null) => (text === null ? null : cleanText(text));
  const pictureAddress = textOf('imageUri') ?? pictureAmong(ownOf(ownOf(value, 'properties'), 'files'));
  const document = {
    name: cleanOf(textOf('name')),
    symbol: cleanOf(textOf('symbol')),
    description: cleanOf(textOf('description')),
    twitter: cleanOf(textOf('twitter')),
    telegram: cleanOf(textOf('telegram')),
    website: cleanOf(textOf('website')),
    imageUri: cleanOf(pictureAddress),
  };
  if (Object.values(document).every((text) => text === null))
    throw new FetchFailed('wrong-shape', 'the document has none of the fields that launches have');
  return { ...document, pictureAddress };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of its own fields alone: whatever `__proto__` says is nobody's. */
const ownOf = (value: unknown, field: string): unknown =>
  isObject(value) && Object.hasOwn(value, field) ? Reflect.get(value, field) : null;

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A text, or the `url` of an object in its place. */
const linkOf = (value: unknown): string | null => textIn(value) ?? textIn(ownOf(value, 'url'));

const IS_PICTURE = /^image\//i;
const ENDS_AS_PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** More than any document has: what stands behind is not looked at. */
const FILES_MOST = 100;

/** The first file that says that it is a picture, or is named as one and says nothing. */
function pictureAmong(files: unknown): string | null {
  if (!Array.isArray(files)) return null;
  for (const file of files.slice(0, FILES_MOST)) {
    const [uri, type] = [textIn(ownOf(file, 'uri')), textIn(ownOf(file, 'type'))];
    if (uri !== null && (type === null ? ENDS_AS_PICTURE : IS_PICTURE).test(type ?? uri)) return uri;
  }
  return null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^\s*[[{]/.test(text)) throw new FetchFailed('unreadable', 'the document is damaged JSON');
    throw new FetchFailed('wrong-type', 'the document is no JSON');
  }
}
