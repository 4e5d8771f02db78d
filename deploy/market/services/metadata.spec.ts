import { inflateSync } from 'node:zlib';
import { Random } from '@cryptonite/provider/random.js';
import { describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../agents/archetypes.js';
import { contentId, type MetadataKeys, pictureUri } from '../names/content-id.js';
import { drawSocials, inventIdentity } from '../names/identity.js';
import { isOffensive } from '../names/name-coin.js';
import { drawPicture } from './draw-picture.js';
import { documentFault, documentOf, handleOf, pictureFault, serveContent } from './metadata.js';

const random = new Random('metadata');
const drawKeys = (): MetadataKeys =>
  inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials)).keys;
const pathOf = (uri: string) => new URL(uri).pathname;
const documentPath = (keys: MetadataKeys) => `/ipfs/${contentId({ kind: 'document', keys })}`;
const untilFound = (find: (keys: MetadataKeys) => boolean): MetadataKeys => {
  for (;;) {
    const keys = drawKeys();
    if (find(keys)) return keys;
  }
};

describe('a document', () => {
  it('is served at the address of its launch, with its name and only the links it has', () => {
    for (let count = 0; count < 100; count++) {
      const { name, symbol, keys } = inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials));
      const answer = serveContent(documentPath(keys), 0)!;
      expect(answer.status).toBe(200);
      const document = JSON.parse(String(answer.body));
      expect(document).toMatchObject({ name, symbol, createdOn: 'https://pump.fun', showName: true });
      expect('twitter' in document).toBe(keys.socials.twitter);
      expect('telegram' in document).toBe(keys.socials.telegram);
      expect('website' in document).toBe(keys.socials.website);
      const picture = serveContent(pathOf(document.image), 0)!;
      expect(picture.headers['content-type']).toBe('image/png');
      expect(picture.body).toEqual(drawPicture(keys.picture));
    }
  });

  it('says nothing offensive, and names handles that X allows', () => {
    const texts = Array.from({ length: 1_000 }, () => {
      const keys = drawKeys();
      expect(handleOf(keys.name)).toMatch(/^\w{1,15}$/);
      return `${documentOf(keys).description} ${handleOf(keys.name)}`;
    });
    for (let at = 0; at < texts.length; at += 100)
      expect(isOffensive(...texts.slice(at, at + 100))).toBe(false);
  });

  it('is bad in each way as often as is said, twice as often at a scale of 2, never at 0', () => {
    const share = (scale: number) => {
      let bad = 0;
      for (let document = 0; document < 5_000; document++) {
        if (documentFault({ ...keys, document }, scale)) bad++;
      }
      return bad / 5_000;
    };
    const keys = drawKeys();
    expect(share(1)).toBeCloseTo(0.105, 1);
    expect(share(2)).toBeCloseTo(0.21, 1);
    expect(share(0)).toBe(0);
  });

  it.each([
    ['missing', { status: 504 }],
    ['slow', { status: 200, delayMs: 8_000 }],
    ['stalled', { delayMs: 600_000 }],
    ['huge', { times: 1_024 }],
    ['cut', { isCut: true }],
    ['wrong type', { headers: { 'content-type': 'text/html' } }],
    ['redirected', { status: 302 }],
  ] as const)('that is %s is answered so', (fault, expected) => {
    const keys = untilFound((drawn) => documentFault(drawn, 1) === fault);
    expect(serveContent(documentPath(keys), 1)).toMatchObject(expected);
  });

  it('that is malformed is no JSON; of a wrong shape or hostile is JSON that differs from the sound one', () => {
    for (const fault of ['malformed', 'wrong shape', 'hostile'] as const) {
      for (let count = 0; count < 10; count++) {
        const keys = untilFound((drawn) => documentFault(drawn, 1) === fault);
        const { body } = serveContent(documentPath(keys), 1)!;
        if (fault === 'malformed') expect(() => JSON.parse(String(body))).toThrow();
        else expect(JSON.stringify(JSON.parse(String(body)))).not.toBe(JSON.stringify(documentOf(keys)));
      }
    }
  });
});

it.each(['/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', '/ipfs/nonsense'])(
  'content that nobody has is looked for in vain: %s',
  (path) => expect(serveContent(path, 1)).toMatchObject({ status: 504, delayMs: 1_000 }),
);
it('other paths are not the gateway’s', () => expect(serveContent('/ipns/x', 1)).toBeNull());

describe('a picture', () => {
  /** Width, height, pixels and colours of a palette PNG of ours. */
  function readPng(png: Buffer) {
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    const chunks = new Map<string, Buffer>();
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
      at += length + 12;
    }
    const header = chunks.get('IHDR')!;
    const rows = inflateSync(chunks.get('IDAT')!);
    return {
      width: header.readUInt32BE(0),
      height: header.readUInt32BE(4),
      rows,
      palette: chunks.get('PLTE')!,
    };
  }

  it('is a whole PNG of 128 by 128 whose pixels are all in its palette', () => {
    for (let key = 0; key < 50; key++) {
      const { width, height, rows, palette } = readPng(drawPicture(key));
      expect([width, height, rows.length]).toEqual([128, 128, 129 * 128]);
      expect(Math.max(...rows)).toBeLessThan(palette.length / 3);
    }
  });

  it('is small, always the same for a key, and another for another', () => {
    const pictures = Array.from({ length: 200 }, (_, key) => drawPicture(key));
    expect(Math.max(...pictures.map(({ length }) => length))).toBeLessThan(2_000);
    expect(drawPicture(7)).toEqual(pictures[7]);
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(200);
  });

  it('may be a bomb: few bytes that unfold to 900 million pixels', () => {
    let key = 0;
    while (pictureFault(key, 1) !== 'bomb') key++;
    const body = serveContent(pathOf(pictureUri(key)), 1)!.body as Buffer;
    expect(body.length).toBeLessThan(10_000);
    expect(body.readUInt32BE(16) * body.readUInt32BE(20)).toBe(900_000_000);
  });
});
