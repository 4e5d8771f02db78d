/** Apps that are signed in every way, and what became of some of them after that. */
import {
  packApk,
  packArchive,
  packManifest,
  SCHEME_V2,
  SCHEME_V3,
  SCHEME_V31,
  SCHEME_V32,
  signingBlockOf,
} from './apk.js';
import { type Contents, lineageOf, makeKey, type SignOptions, signV2, signV3 } from './apk-signing.js';
import { row } from './row.js';

export const KEYS = {
  rsa: makeKey('rsa', 'rsa'),
  ec: makeKey('ec', 'ec'),
  dsa: makeKey('dsa', 'dsa'),
  next: makeKey('ec', 'next'),
  stranger: makeKey('ec', 'stranger'),
};
type Values = (contents: Contents) => readonly (readonly [id: number, value: Buffer])[];

/** Contents are longer than one chunk, and entries end at a page, as fs-verity wants. */
export function appOf(values: Values): Buffer {
  const pack = (bytes: number) =>
    packApk({
      padding: Buffer.alloc(bytes, 'contents '),
      signingBlock: (contents) => signingBlockOf(values(contents)),
    });
  const entries = (bytes: number) => {
    let length = 0;
    packApk({
      padding: Buffer.alloc(bytes),
      signingBlock: (contents) => {
        length = contents.entries.length;
        return Buffer.alloc(0);
      },
    });
    return length;
  };
  const least = 2_500_000;
  return pack(least + 4_096 - (entries(least) % 4_096));
}
const v2 =
  (key: keyof typeof KEYS, options?: SignOptions): Values =>
  (contents) => [[SCHEME_V2, signV2(contents, [KEYS[key]], options)]];
const v3 =
  (key: keyof typeof KEYS, options?: Parameters<typeof signV3>[2]): Values =>
  (contents) => [[SCHEME_V3, signV3(contents, [KEYS[key]], options)]];
const both =
  (...all: Values[]): Values =>
  (contents) =>
    all.flatMap((values) => values(contents));
/** Says in v2 that v3 signs too. */
const NEWER = [0xbeeff00d, row([4, 3])] as const;
const SINCE_33 = [0x559f8b02, row([4, 33])] as const;
const ROTATED = { attributes: [lineageOf([KEYS.ec, KEYS.next])] };
const PADDING_ID = 0x42726577;
/** The block with these values and so much padding that it ends at a page. */
const paged =
  (values: Values): Values =>
  (contents) => {
    const own = values(contents);
    const { length } = signingBlockOf([...own, [PADDING_ID, Buffer.alloc(0)]]);
    return [...own, [PADDING_ID, Buffer.alloc(4_096 - (length % 4_096))]];
  };

/** How each is called, and whose the first signature is. */
export const SIGNED: readonly (readonly [name: string, app: Buffer, signer: keyof typeof KEYS])[] = [
  ['v2 by RSA with PKCS #1', appOf(v2('rsa')), 'rsa'],
  ['v2 by RSA with SHA-512', appOf(v2('rsa', { algorithms: [0x0104] })), 'rsa'],
  ['v2 by EC', appOf(v2('ec')), 'ec'],
  ['v2 by EC with SHA-512', appOf(v2('ec', { algorithms: [0x0202] })), 'ec'],
  ['v2 by DSA', appOf(v2('dsa')), 'dsa'],
  ['v2 by EC twice, once for fs-verity', appOf(paged(v2('ec', { algorithms: [0x0201, 0x0423] }))), 'ec'],
  ['v2 by RSA for fs-verity', appOf(paged(v2('rsa', { algorithms: [0x0421] }))), 'rsa'],
  ['v3 by EC', appOf(v3('ec')), 'ec'],
  ['v2 and v3 by RSA', appOf(both(v2('rsa', { attributes: [NEWER] }), v3('rsa'))), 'rsa'],
  ['v2 beside padding', appOf(both(v2('ec'), () => [[PADDING_ID, Buffer.alloc(4_000)]])), 'ec'],
  [
    'v2 by a key and v3 by the one in its place',
    appOf(both(v2('ec', { attributes: [NEWER] }), v3('next', ROTATED))),
    'ec',
  ],
];

/** What Debian's apksigner does not know: its Java has no RSASSA-PSS by Android's name, and later schemes came after it. */
export const SIGNED_BESIDES: typeof SIGNED = [
  ['v2 by RSA with PSS', appOf(v2('rsa', { algorithms: [0x0101] })), 'rsa'],
  ['v2 by RSA with PSS and SHA-512', appOf(v2('rsa', { algorithms: [0x0102] })), 'rsa'],
  [
    'v3 by a key and v3.1 by the one in its place',
    appOf(
      both(v3('ec', { maxSdk: 32, attributes: [SINCE_33] }), (contents) => [
        [SCHEME_V31, signV3(contents, [KEYS.next], { minSdk: 33, ...ROTATED })],
      ]),
    ),
    'ec',
  ],
  [
    'v3 by a key and v3.2 by two in its place',
    appOf(
      both(v3('ec'), (contents) => [[SCHEME_V32, signV3(contents, [KEYS.next], { minSdk: 37, ...ROTATED })]]),
    ),
    'ec',
  ],
];

const good = appOf(both(v2('ec', { attributes: [NEWER] }), v3('ec')));
const verity = appOf(paged(v2('ec', { algorithms: [0x0423] })));

function changed(app: Buffer, at: number): Buffer {
  const copy = Buffer.from(app);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
const after = (app: Buffer, needle: Buffer | string, bytes = 0) => app.indexOf(needle) + bytes;
const id = (scheme: number) => row([4, scheme]);
const endOf = (app: Buffer) => app.length - 22;
const directoryOf = (app: Buffer) => app.readUInt32LE(endOf(app) + 16);
const blockOf = (app: Buffer) => {
  const end = directoryOf(app);
  return end - Number(app.readBigUInt64LE(end - 24)) - 8;
};
/** The same file with another signing block. */
function withBlock(app: Buffer, block: Buffer): Buffer {
  const copy = Buffer.concat([app.subarray(0, blockOf(app)), block, app.subarray(directoryOf(app))]);
  copy.writeUInt32LE(blockOf(app) + block.length, endOf(copy) + 16);
  return copy;
}
const withValues = (app: Buffer, values: Values): Buffer => {
  const end = Buffer.from(app.subarray(endOf(app)));
  end.writeUInt32LE(blockOf(app), 16);
  const contents = {
    entries: app.subarray(0, blockOf(app)),
    directory: app.subarray(directoryOf(app), endOf(app)),
    end,
  };
  return withBlock(app, signingBlockOf(values(contents)));
};
/** The value of a scheme with something done to it. */
const edited =
  (values: Values, edit: (value: Buffer) => Buffer): Values =>
  (contents) =>
    values(contents).map(([scheme, value]) => [scheme, edit(Buffer.from(value))]);
const last = (value: Buffer) => changed(value, value.length - 1);
const signedFor =
  (other: Buffer): Values =>
  () => [[SCHEME_V2, other.subarray(after(other, id(SCHEME_V2), 4), directoryOf(other) - 24)]];
const otherManifest = packArchive(
  [
    { name: 'AndroidManifest.xml', data: packManifest({ version: '9' }), isDeflated: true },
    { name: 'classes.dex', data: Buffer.from('dex\n035\0') },
  ],
  { signingBlock: (contents) => signingBlockOf(v2('ec')(contents)) },
);

/** None of these may be released, though each began as an app that was signed. */
export const TAMPERED: readonly (readonly [name: string, app: Buffer])[] = [
  ['a byte of the first chunk', changed(good, 400)],
  ['a byte of the last chunk', changed(good, blockOf(good) - 1)],
  ['a byte between two entries', changed(good, after(good, 'classes.dex') - 20)],
  ['a byte of the directory', changed(good, directoryOf(good) + 12)],
  ['a time in the directory', changed(good, directoryOf(good) + 14)],
  ['a byte of a file that fs-verity hashes', changed(verity, 5_000)],
  ['a byte of the certificate', changed(good, after(good, KEYS.ec.certificate, 60))],
  ['a byte of the public key', changed(good, after(good, KEYS.ec.spki, 40))],
  ['the last byte of the block of v2, its key', withValues(good, edited(v2('ec'), last))],
  ['the last byte of the block of v3, its key', withValues(good, edited(v3('ec'), last))],
  ['v3 taken out, which v2 names', withValues(good, v2('ec', { attributes: [NEWER] }))],
  ['the signature of another app', withValues(good, signedFor(otherManifest))],
  [
    'a certificate of somebody else',
    withValues(good, (contents) => [
      [SCHEME_V2, signV2(contents, [{ ...KEYS.stranger, certificate: KEYS.ec.certificate }])],
    ]),
  ],
  [
    'a key that does not sign',
    withValues(good, (contents) => [
      [SCHEME_V2, signV2(contents, [{ ...KEYS.ec, privateKey: KEYS.stranger.privateKey }])],
    ]),
  ],
  [
    'an algorithm of another kind of key',
    withValues(
      good,
      edited(v2('ec'), (value) =>
        Buffer.from(value.toString('latin1').replaceAll('\x01\x02\0\0', '\x03\x01\0\0'), 'latin1'),
      ),
    ),
  ],
  [
    'a signature of which half is cut off',
    withValues(
      good,
      edited(v2('ec'), (value) => value.subarray(0, value.length >> 1)),
    ),
  ],
  ['no signer at all', withValues(good, () => [[SCHEME_V2, row([4, 0])]])],
  [
    'a lineage that the older key did not sign',
    withValues(
      good,
      v3('next', {
        attributes: [lineageOf([{ ...KEYS.ec, privateKey: KEYS.stranger.privateKey }, KEYS.next])],
      }),
    ),
  ],
  [
    'a lineage that leads to another key',
    withValues(good, v3('next', { attributes: [lineageOf([KEYS.ec, KEYS.stranger])] })),
  ],
  [
    'a byte of a lineage',
    withValues(
      good,
      v3('next', { attributes: [[ROTATED.attributes[0]![0], last(Buffer.from(ROTATED.attributes[0]![1]))]] }),
    ),
  ],
  [
    'a signature for other versions of Android than it says',
    withValues(
      good,
      edited(v3('ec'), (value) => {
        const at = value.lastIndexOf(row([4, 28], [4, 0x7fffffff]));
        value.writeUInt32LE(21, at);
        return value;
      }),
    ),
  ],
  [
    'entries that go on',
    Buffer.concat([good.subarray(0, blockOf(good)), Buffer.alloc(9), good.subarray(blockOf(good))]),
  ],
  ['something behind the end', Buffer.concat([good, Buffer.alloc(30)])],
];

/** What apksigner passes by, of which telephones of another version may take the other part. */
export const AMBIGUOUS: typeof TAMPERED = [
  ['v2 twice', withValues(good, both(v2('ec'), v2('stranger')))],
  [
    'a value that is not known',
    withValues(
      good,
      both(v2('ec'), () => [[0x12345678, Buffer.alloc(9)]]),
    ),
  ],
  [
    'v3.1 without v3',
    withValues(
      good,
      both(v2('ec'), (contents) => [[SCHEME_V31, signV3(contents, [KEYS.ec])]]),
    ),
  ],
  ['v3.1 taken out, which v3 names', withValues(good, v3('ec', { maxSdk: 32, attributes: [SINCE_33] }))],
  [
    'an algorithm that is not known',
    withValues(
      good,
      edited(v2('ec'), (value) =>
        Buffer.from(value.toString('latin1').replaceAll('\x01\x02\0\0', '\x01\x05\0\0'), 'latin1'),
      ),
    ),
  ],
  [
    'a lineage twice',
    withValues(good, v3('next', { attributes: [...ROTATED.attributes, ...ROTATED.attributes] })),
  ],
  ['fs-verity without a page', appOf(v2('ec', { algorithms: [0x0423] }))],
];

/** What would be verified again and again, or in vain. */
export const COSTLY: typeof TAMPERED = [
  ['one signature 27,000 times', withValues(good, v2('ec', { outside: Array(27_000).fill(0x0201) }))],
  ['an algorithm twice', withValues(good, v2('ec', { algorithms: [0x0201, 0x0201] }))],
  ['another algorithm outside than inside', withValues(good, v2('ec', { outside: [0x0202] }))],
  [
    'one signer more than Android takes',
    withValues(good, (contents) => [[SCHEME_V2, signV2(contents, Array(11).fill(KEYS.ec))]]),
  ],
  [
    'another signer whose certificate is not of its key',
    withValues(good, (contents) => [
      [SCHEME_V2, signV2(contents, [KEYS.ec, { ...KEYS.stranger, certificate: KEYS.ec.certificate }])],
    ]),
  ],
];
