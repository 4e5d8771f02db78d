import { existsSync, readFileSync } from 'node:fs';
import { MetadataResolved, metadataResolvedSamples } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FetchFailed } from '../fetch/guard.js';
import { parseDocument } from './parse-document.js';

const parsed = (text: string) => parseDocument(Buffer.from(text));
const failureOf = (text: string): string => {
  try {
    parsed(text);
  } catch (error) {
    if (error instanceof FetchFailed) return error.failure;
    throw error;
  }
  return 'none';
};

it('reads the fields that launches have', () => {
  const links = {
    twitter: 'https://x.com/sealy',
    telegram: 'https://t.me/sealy',
    website: 'https://sealy.example',
  };
  const fields = { name: 'Sealy', symbol: 'SEALY', description: 'A seal.', ...links };
  expect(parsed(JSON.stringify({ ...fields, image: 'ipfs://x', showName: true }))).toEqual({
    ...fields,
    imageUri: 'ipfs://x',
    pictureAddress: 'ipfs://x',
  });
});

const PICTURE = 'https://ipfs.io/ipfs/picture';

it.each([
  [
    'extensions',
    { extensions: { twitter: 'x.com/sealy', telegram: 't.me/sealy', website: 'sealy.example' } },
  ],
  [
    'properties',
    { properties: { twitter: 'x.com/sealy', telegram: 't.me/sealy', website: 'sealy.example' } },
  ],
  ['external_url', { twitter: 'x.com/sealy', telegram: 't.me/sealy', external_url: 'sealy.example' }],
  ['objects', { twitter: { url: 'x.com/sealy' }, telegram: { url: 't.me/sealy' }, website: 'sealy.example' }],
  [
    'empty ones before',
    { twitter: '', telegram: null, website: 7, extensions: {}, properties: { files: 'none' } },
    { twitter: null, telegram: null, website: null } as object,
  ],
  [
    'both, and its own first',
    {
      twitter: 'x.com/sealy',
      extensions: { twitter: 'x.com/other', telegram: 't.me/sealy' },
      website: 'sealy.example',
    },
  ],
])(
  'reads links in %s',
  (_, fields, expected = { twitter: 'x.com/sealy', telegram: 't.me/sealy', website: 'sealy.example' }) => {
    expect(parsed(JSON.stringify({ symbol: 'S', ...fields }))).toMatchObject({ symbol: 'S', ...expected });
  },
);

it.each([
  [{ image_url: PICTURE }],
  [{ imageUrl: PICTURE }],
  [{ image: '', properties: { image: PICTURE } }],
  [{ properties: { files: [{ uri: PICTURE, type: 'image/png' }], category: 'image' } }],
  [
    {
      properties: {
        files: [null, 7, { uri: 'a.mp4', type: 'video/mp4' }, { uri: PICTURE, type: 'IMAGE/GIF' }],
      },
    },
  ],
  [{ image: PICTURE, properties: { files: [{ uri: 'other', type: 'image/png' }] } }],
])('reads the picture of %j', (fields) => {
  expect(parsed(JSON.stringify({ symbol: 'S', ...fields })).imageUri).toBe(PICTURE);
});

it('takes a file without a type for a picture where its name ends as one', () => {
  const files = [{ uri: 'https://sealy.example/a.html' }, { uri: 'https://sealy.example/a.PNG' }];
  expect(parsed(JSON.stringify({ symbol: 'S', properties: { files } })).imageUri).toBe(files[1]!.uri);
});

it('takes no name from within: it names something else', () => {
  expect(parsed('{"symbol":"S","properties":{"name":"Other"}}').name).toBeNull();
});

it('keeps the address of a picture that stands in it whole', () => {
  const image = `data:image/png;base64,${'A'.repeat(5_000)}`;
  const { imageUri, pictureAddress } = parsed(JSON.stringify({ image }));
  expect([imageUri?.length, pictureAddress]).toEqual([2_000, image]);
});

it('takes other types and empty texts for nothing', () => {
  const document = parsed('{"name":7,"image":["a"],"twitter":{"url":["x"]},"symbol":"S","description":""}');
  expect(document).toMatchObject({
    name: null,
    imageUri: null,
    twitter: null,
    symbol: 'S',
    description: null,
  });
});

it.each([
  ['a page', '<!doctype html><title>Parked</title>', 'wrong-type'],
  ['nothing', '', 'wrong-type'],
  ['a cut object', '{"name":"Sealy","sym', 'unreadable'],
  ['an object twice', '{"name":"a"}{"name":"b"}', 'unreadable'],
  ['null', 'null', 'wrong-shape'],
  ['a text', '"metadata"', 'wrong-shape'],
  ['a list', '[{"name":"Sealy"}]', 'wrong-shape'],
  ['a document within', '{"metadata":{"name":"Sealy"}}', 'wrong-shape'],
  ['a prototype', '{"__proto__":{"name":"Sealy"}}', 'wrong-shape'],
  ['levels without end', '['.repeat(250_000), 'unreadable'],
  ['levels that end', `${'['.repeat(120_000)}${']'.repeat(120_000)}`, 'wrong-shape'],
])('refuses %s', (_, text, failure) => {
  expect(failureOf(text)).toBe(failure);
});

/** Real documents; the tests are skipped where they are absent. */
const FOUND = new URL('../../../../../shared/data/found-2026-11/', import.meta.url);

it.skipIf(!existsSync(FOUND)).each([
  [
    'metadata_links_in_extensions.json',
    {
      twitter: 'https://x.com/outsidecoin',
      telegram: 'https://t.me/outsidecoin',
      website: 'https://outside.example',
    },
  ],
  [
    'metadata_picture_in_properties_files.json',
    { imageUri: 'https://ipfs.io/ipfs/bafkreigz4zjzs5y6l2ksg3vb5cnwqx7eigcqeyhmwkr5dz3gf2u3fdzs7u' },
  ],
  ['metadata_name_of_a_number.json', { name: null, symbol: null, imageUri: 'https://outside.example/a.png' }],
])('reads what was found outside: %s', (name, expected) => {
  const file = new URL(name, FOUND);
  expect(parsed(readFileSync(file, 'utf8'))).toMatchObject(expected);
});

it('takes nothing from a prototype, and gives nothing to one', () => {
  const { name } = parsed(
    '{"symbol":"S","__proto__":{"name":"evil","isAdmin":true},"constructor":{"name":"evil"}}',
  );
  expect([name, Reflect.get({}, 'isAdmin')]).toEqual([null, undefined]);
});

it('of any bytes makes a document of the contract, or says why not', () => {
  const sample = MetadataResolved.parse(metadataResolvedSamples[0]);
  const field = fc.oneof(fc.string({ unit: 'binary', maxLength: 2_500 }), fc.jsonValue());
  const keys = ['name', 'symbol', 'image', 'twitter', 'extensions', 'properties', '__proto__', 'constructor'];
  const document = fc.dictionary(fc.constantFrom(...keys), field, { noNullPrototype: true });
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(text)),
    document.map((value) => Buffer.from(JSON.stringify(value))),
  );
  fc.assert(
    fc.property(bytes, (given) => {
      try {
        MetadataResolved.parse({ ...sample, ...parseDocument(given) });
      } catch (error) {
        if (!(error instanceof FetchFailed)) throw error;
      }
    }),
    { seed: 17, numRuns: 500 },
  );
});
