import { expect, it } from 'vitest';
import { contentId, type MetadataKeys, pictureUri } from '../names/content-id.js';
import { documentFault } from '../services/metadata.js';
import { readHasSocials } from './read-socials.js';

const NONE = { twitter: false, telegram: false, website: false };

/** Keys of a document that is served with the given fault. */
function keysWith(fault: ReturnType<typeof documentFault>, socials = NONE): MetadataKeys {
  for (let document = 0; ; document++) {
    const keys = { name: 7, picture: 7, document, socials };
    if (documentFault(keys, 1) === fault) return keys;
  }
}

const idOf = (keys: MetadataKeys): string => contentId({ kind: 'document', keys });
const uriOf = (keys: MetadataKeys): string => `https://ipfs.io/ipfs/${idOf(keys)}`;

it.each([
  ['no link', NONE, false],
  ['X', { ...NONE, twitter: true }, true],
  ['Telegram', { ...NONE, telegram: true }, true],
  ['a website', { ...NONE, website: true }, true],
])('a document may give %s', (_, socials, expected) => {
  expect(readHasSocials(uriOf(keysWith(null, socials)))).toBe(expected);
  expect(readHasSocials(uriOf(keysWith('slow', socials)))).toBe(expected);
});

it.each(['missing', 'stalled', 'huge', 'cut', 'malformed', 'wrong type', 'redirected'] as const)(
  'of a document that is %s nothing is known',
  (fault) => expect(readHasSocials(uriOf(keysWith(fault)))).toBeNull(),
);

const id = idOf(keysWith(null, { ...NONE, twitter: true }));
it.each([
  [`ipfs://${id}`, true],
  [`https://gateway.pinata.cloud/ipfs/${id}`, true],
  [`https://${id}.ipfs.dweb.link/`, true],
  ['', null],
  ['https://pump.example/metadata/none.json', null],
  ['data:application/json,{"name":"Safe","symbol":"SAFE"}', null],
  [pictureUri(7), null],
])('%s is read as any reader would', (uri, expected) => expect(readHasSocials(uri)).toBe(expected));
