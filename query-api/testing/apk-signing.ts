/** Signatures of apps for tests, made as apksigner makes them. */
import { constants, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { row } from './row.js';

/** What is signed of an archive; its end says that the directory begins where the signing block does. */
export type Contents = { entries: Buffer; directory: Buffer; end: Buffer };

export type Key = {
  type: 'rsa' | 'ec' | 'dsa';
  privateKey: KeyObject;
  spki: Buffer;
  certificate: Buffer;
  /** SHA-256 of the certificate, hex. */
  sha256: string;
};

export function makeKey(type: Key['type'], name: string): Key {
  const { privateKey, publicKey } = generate(type);
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const certificate = certify(privateKey, spki, type, name);
  return {
    type,
    privateKey,
    spki,
    certificate,
    sha256: createHash('sha256').update(certificate).digest('hex'),
  };
}

const generate = (type: Key['type']) =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
    : type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('dsa', { modulusLength: 2_048, divisorLength: 256 });

/** DER: a tag, a length and what it holds. */
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80
      ? Buffer.from([body.length])
      : body.length < 0x100
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
/** SHA-256 with each kind of key: RFC 4055, 5758. */
const SIGNED_WITH = {
  rsa: sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05)),
  ec: sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex'))),
  dsa: sequence(der(0x06, Buffer.from('608648016503040302', 'hex'))),
};

/** A certificate that its own key signs: RFC 5280. */
function certify(key: KeyObject, spki: Buffer, type: Key['type'], name: string): Buffer {
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)));
  const called = sequence(der(0x31, commonName));
  const dates = ['200101000000Z', '491231235959Z'].map((date) => der(0x17, Buffer.from(date)));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SIGNED_WITH[type],
    called,
    sequence(...dates),
    called,
    spki,
  );
  return sequence(signed, SIGNED_WITH[type], der(0x03, Buffer.from([0]), sign('sha256', signed, key)));
}

/** Bytes behind their length, and elements each behind its own. */
const bytes = (value: Buffer) => row([4, value.length], value);
const all = (values: readonly Buffer[]) => bytes(Buffer.concat(values.map(bytes)));

/** Ids of https://source.android.com/docs/security/features/apksigning/v2#signature-algorithm-ids */
const RSA_PSS = new Set([0x0101, 0x0102]);
const SHA512 = new Set([0x0102, 0x0104, 0x0202]);
const VERITY = new Set([0x0421, 0x0423, 0x0425]);
export const ALGORITHM = { rsa: 0x0103, ec: 0x0201, dsa: 0x0301 } as const;

function signWith({ privateKey, type }: Key, algorithm: number, signed: Buffer): Buffer {
  const hash = SHA512.has(algorithm) ? 'sha512' : 'sha256';
  const isPss = RSA_PSS.has(algorithm);
  const padding = isPss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING;
  return sign(hash, signed, {
    key: privateKey,
    ...(type === 'rsa' && { padding }),
    ...(isPss && { saltLength: hash === 'sha512' ? 64 : 32 }),
  });
}

const CHUNK_BYTES = 1024 * 1024;

export function digestOf({ entries, directory, end }: Contents, algorithm: number): Buffer {
  const sections = [entries, directory, end];
  if (VERITY.has(algorithm)) return verityOf(Buffer.concat(sections));
  const hash = SHA512.has(algorithm) ? 'sha512' : 'sha256';
  const head = (first: number, count: number) => row(Buffer.from([first]), [4, count]);
  const digest = (...parts: Buffer[]) => createHash(hash).update(Buffer.concat(parts)).digest();
  const chunks = sections.flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / CHUNK_BYTES) }, (_, n) =>
      section.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES),
    ),
  );
  return digest(head(0x5a, chunks.length), ...chunks.map((chunk) => digest(head(0xa5, chunk.length), chunk)));
}

function verityOf(contents: Buffer): Buffer {
  const page = 4_096;
  const hashes = (level: Buffer) =>
    Buffer.concat(
      Array.from({ length: Math.ceil(level.length / page) }, (_, n) => {
        const part = level.subarray(n * page, (n + 1) * page);
        return createHash('sha256')
          .update(Buffer.concat([Buffer.alloc(8), part, Buffer.alloc(page - part.length)]))
          .digest();
      }),
    );
  let level = hashes(contents);
  while (level.length > 32) level = hashes(level);
  return row(level, [8, contents.length]);
}

export type SignOptions = {
  algorithms?: readonly number[];
  /** The algorithms of signatures, where they shall be others than those that what is signed names. */
  outside?: readonly number[];
  /** Attributes of what is signed. */
  attributes?: readonly (readonly [id: number, value: Buffer])[];
};

type Sdks = { minSdk?: number; maxSdk?: number };

function signerOf(contents: Contents, key: Key, options: SignOptions, sdks: Buffer): Buffer {
  const { algorithms = [ALGORITHM[key.type]], outside = algorithms, attributes = [] } = options;
  const signed = row(
    all(algorithms.map((algorithm) => row([4, algorithm], bytes(digestOf(contents, algorithm))))),
    all([key.certificate]),
    sdks,
    all(attributes.map(([id, value]) => row([4, id], value))),
  );
  const signatureBy = new Map(
    [...new Set(outside)].map((algorithm) => [
      algorithm,
      row([4, algorithm], bytes(signWith(key, algorithm, signed))),
    ]),
  );
  const signatures = outside.map((algorithm) => signatureBy.get(algorithm)!);
  return row(bytes(signed), sdks, all(signatures), bytes(key.spki));
}

/** The value of scheme v2. */
export const signV2 = (contents: Contents, keys: readonly Key[], options: SignOptions = {}): Buffer =>
  all(keys.map((key) => signerOf(contents, key, options, Buffer.alloc(0))));

/** The value of scheme v3, and of those after it. */
export const signV3 = (
  contents: Contents,
  keys: readonly Key[],
  { minSdk = 28, maxSdk = 0x7fffffff, ...options }: SignOptions & Sdks = {},
): Buffer => all(keys.map((key) => signerOf(contents, key, options, row([4, minSdk], [4, maxSdk]))));

/** The attribute that says how the last of these keys came to be in the place of the first. */
export function lineageOf(keys: readonly Key[]): readonly [id: number, value: Buffer] {
  const nodes = keys.map((key, index) => {
    const before = keys[index - 1];
    const given = before === undefined ? 0 : ALGORITHM[before.type];
    const signed = row(bytes(key.certificate), [4, given]);
    const signature = before === undefined ? Buffer.alloc(0) : signWith(before, given, signed);
    return bytes(row(bytes(signed), [4, 0x1f], [4, ALGORITHM[key.type]], bytes(signature)));
  });
  return [0x3ba06f8c, row([4, 1], ...nodes)];
}
