import { deflateSync } from 'node:zlib';
import { Random } from '@cryptonite/provider/random.js';
import { type MetadataKeys, pictureUri, readContentId } from '../names/content-id.js';
import { type CoinName, isOffensive, nameCoin } from '../names/name-coin.js';
import { ADJECTIVES, CREATURES, PLACES, THINGS } from '../names/words.js';
import { type Answer, badGateway, json, text } from './answer.js';
import { drawPicture } from './draw-picture.js';
import { assemblePng } from './png.js';

/** How documents and pictures are served, by share; what remains is sound. */
const DOCUMENT_FAULTS = {
  missing: 0.02,
  slow: 0.02,
  stalled: 0.005,
  huge: 0.005,
  cut: 0.005,
  malformed: 0.01,
  'wrong type': 0.01,
  'wrong shape': 0.01,
  hostile: 0.015,
  redirected: 0.005,
} as const;
const PICTURE_FAULTS = {
  missing: 0.02,
  slow: 0.02,
  stalled: 0.005,
  huge: 0.005,
  cut: 0.01,
  'wrong type': 0.01,
  script: 0.01,
  bomb: 0.005,
} as const;

export type DocumentFault = keyof typeof DOCUMENT_FAULTS;
export type PictureFault = keyof typeof PICTURE_FAULTS;

/** What is wrong with how a key's content is served, null for nothing. `scale` multiplies the shares: 0 is never. */
const faultOf = <Fault extends string>(
  faults: Readonly<Record<Fault, number>>,
  label: string,
  scale: number,
): Fault | null => {
  const shares = Object.entries(faults) as [Fault, number][];
  return new Random(label).pickByShare(shares.map(([fault, share]) => [fault, share * scale]));
};

export const documentFault = ({ document }: MetadataKeys, scale: number): DocumentFault | null =>
  faultOf(DOCUMENT_FAULTS, `document ${document}`, scale);
export const pictureFault = (picture: number, scale: number): PictureFault | null =>
  faultOf(PICTURE_FAULTS, `picture ${picture}`, scale);

const SLOW_MS = 8_000;
const STALLED_MS = 600_000;
const HUGE_PIECE = 64 << 10;
const HUGE_PIECES = 1_024;
const FOREVER = { 'cache-control': 'public, max-age=29030400, immutable' };

/**
 * `/ipfs/<cid>` as a public gateway answers it: the documents that create transactions name, and the pictures that
 * those name. What an address serves is a function of the address.
 */
export function serveContent(path: string, faultScale: number): Answer | null {
  const cid = /^\/ipfs\/([^/]+)\/?$/.exec(path)?.[1];
  if (cid === undefined) return null;
  const content = readContentId(cid);
  if (content === null) return notFound(cid);
  const answer =
    content.kind === 'document'
      ? serveDocument(content.keys, faultScale)
      : servePicture(content.picture, faultScale);
  const headers = { etag: `"${cid}"`, 'x-ipfs-path': `/ipfs/${cid}`, ...answer.headers };
  return { ...answer, headers: answer.status === 200 ? { ...FOREVER, ...headers } : answer.headers };
}

/** What a gateway says of content that no peer has, after looking for it. */
const notFound = (cid: string): Answer => ({
  ...text(504, `failed to resolve /ipfs/${cid}: no providers found for the CID\n`),
  delayMs: 1_000,
});

/** What goes wrong on the way, whatever is sent. */
function deliverBadly(sound: Answer, fault: 'missing' | 'slow' | 'stalled' | 'cut'): Answer {
  switch (fault) {
    case 'missing':
      return badGateway(504);
    case 'slow':
      return { ...sound, delayMs: SLOW_MS };
    case 'stalled':
      return { ...sound, delayMs: STALLED_MS };
    case 'cut':
      return { ...sound, isCut: true };
  }
}

function serveDocument(keys: MetadataKeys, faultScale: number): Answer {
  const document = documentOf(keys);
  const sound = json(200, document);
  const fault = documentFault(keys, faultScale);
  switch (fault) {
    case null:
      return sound;
    case 'missing':
    case 'slow':
    case 'stalled':
    case 'cut':
      return deliverBadly(sound, fault);
    case 'huge':
      return { ...sound, body: `{"name":"${'a'.repeat(HUGE_PIECE)}",\n`, times: HUGE_PIECES };
    case 'malformed':
      return { ...sound, body: String(sound.body).slice(0, -7) };
    case 'wrong type':
      return text(200, '<!doctype html><title>Parked</title><h1>This name is for sale</h1>', 'text/html');
    case 'wrong shape':
      return json(200, misshape(document, keys.document));
    case 'hostile':
      return json(200, { ...document, ...hostileFields(keys.document) });
    case 'redirected':
      return { ...text(302, ''), headers: { location: redirectOf(keys.document) } };
  }
}

export interface MetadataDocument extends CoinName {
  description: string;
  image: string;
  showName: boolean;
  createdOn: string;
  twitter?: string;
  telegram?: string;
  website?: string;
}

/** The document as the launchpad's page writes it. */
export function documentOf(keys: MetadataKeys): MetadataDocument {
  const { name, symbol } = nameCoin(keys.name);
  const handle = handleOf(keys.name);
  return {
    name,
    symbol,
    description: describe(name, keys.name),
    image: pictureUri(keys.picture),
    showName: true,
    createdOn: 'https://pump.fun',
    ...(keys.socials.twitter && { twitter: `https://x.com/${handle}` }),
    ...(keys.socials.telegram && { telegram: `https://t.me/${handle}` }),
    // A top-level name that nobody can own (RFC 2606).
    ...(keys.socials.website && { website: `https://${handle.replace('_', '-')}.example` }),
  };
}

/** The handle of a name's accounts: a copycat points at those of the original. X allows 15 characters. */
export function handleOf(nameKey: number): string {
  const { name } = nameCoin(nameKey);
  const number = new Random(`handle ${nameKey}`).below(10_000);
  return `${slugOf(name)}_${String(number).padStart(4, '0')}`;
}

/** What a handle begins with; the cut may leave what the name did not hold. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 10);
  return slug === '' || isOffensive(slug) ? 'coin' : slug;
}

function describe(name: string, key: number): string {
  const random = new Random(`description ${key}`);
  for (;;) {
    const sentences = [
      `${name} is the ${random.pick(ADJECTIVES).toLowerCase()} ${random.pick(CREATURES).toLowerCase()} of Solana.`,
      `No promises, just a ${random.pick(THINGS).toLowerCase()}.`,
      `Straight out of the ${random.pick(PLACES).toLowerCase()}. Community takeover welcome.`,
      `It all began with one ${random.pick(THINGS).toLowerCase()} and a ${random.pick(CREATURES).toLowerCase()}.`,
      '',
    ];
    const description = [random.pick(sentences), random.pick(sentences)].join(' ').trim();
    if (!isOffensive(description)) return description;
  }
}

/** Right JSON that is no metadata: other types, other nesting. */
function misshape(document: MetadataDocument, key: number): unknown {
  const shapes: readonly unknown[] = [
    null,
    [],
    'metadata',
    [document],
    { ...document, name: 7, image: [document.image], twitter: { url: document.twitter } },
    { metadata: document },
    { ...document, image: null, description: null },
  ];
  return shapes[key % shapes.length];
}

/** What an attacker writes into a document: addresses inside the reader's network, scripts, bidi and giants. */
function hostileFields(key: number): Record<string, unknown> {
  const fields: readonly Record<string, unknown>[] = [
    {
      image: 'http://169.254.169.254/latest/meta-data/',
      website: 'http://127.0.0.1:18123/?query=SELECT%201',
    },
    { image: 'javascript:alert(1)', twitter: 'javascript:alert(document.domain)' },
    {
      image: 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
      telegram: 'tg://resolve?domain=x',
    },
    { twitter: 'https://x.com@evil.example/login', website: 'https://xn--pump-fun.example/%2e%2e/' },
    { name: '\u202Emoc.nup\u202C', description: '<script>alert(1)</script>'.repeat(40) },
    { image: 'file:///etc/passwd', website: 'https://[::1]:9000/' },
    { description: '\u0000\uFFFE', twitter: `https://x.com/${'a'.repeat(5_000)}` },
    JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
    { attributes: nest(2_000) },
  ];
  return fields[key % fields.length]!;
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const REDIRECTS = [
  'http://127.0.0.1:22/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'https://ipfs.io/ipfs/bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'file:///etc/passwd',
] as const;
const redirectOf = (key: number): string => REDIRECTS[key % REDIRECTS.length]!;

function servePicture(key: number, faultScale: number): Answer {
  const sound: Answer = { status: 200, headers: { 'content-type': 'image/png' }, body: drawPicture(key) };
  const fault = pictureFault(key, faultScale);
  switch (fault) {
    case null:
      return sound;
    case 'missing':
    case 'slow':
    case 'stalled':
    case 'cut':
      return deliverBadly(sound, fault);
    case 'huge':
      return { ...sound, body: Buffer.alloc(HUGE_PIECE, sound.body), times: HUGE_PIECES };
    case 'wrong type':
      return { ...sound, body: '<!doctype html><title>Not an image</title>' };
    case 'script':
      return text(
        200,
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>',
        'image/svg+xml',
      );
    case 'bomb':
      return { ...sound, body: bomb() };
  }
}

/** A picture of 30,000 by 30,000 pixels in a few kilobytes. */
const bomb = (): Buffer => assemblePng(30_000, 30_000, [0, 0xffffff], deflateSync(Buffer.alloc(4 << 20)));
