import { createHash, X509Certificate } from 'node:crypto';
import { NotAnApkError } from './not-an-apk.js';
import {
  ALGORITHMS_KNOWN,
  type ContentDigest,
  contentDigestOf,
  isSignedWith,
  readPublicKey,
} from './signature-algorithms.js';
import { SignatureFields } from './signature-fields.js';
import type { Scheme } from './signing-block.js';

/** Attributes of signed data. */
const ROTATED_FROM = 0x3ba06f8c;
const SIGNED_BY_NEWER = 0xbeeff00d;
const ROTATED_SINCE_SDK = 0x559f8b02;
const LINEAGE_VERSION = 1;
/** Android takes as many. */
const SIGNERS_MAX = 10;
const LINEAGE_MAX = 50;
/** Of certificates and of attributes, far above what any app has. */
const PARTS_MAX = 100;

export type Signer = {
  scheme: Scheme;
  /** SHA-256 of its certificate, hex. */
  certificate: string;
  /** The certificates that each vouched for the next, the oldest first, this one last; itself alone where no key was changed. */
  lineage: readonly string[];
  /** What the contents' hashes must be. */
  digests: ReadonlyMap<ContentDigest, Buffer>;
};

/**
 * The signers of a value of the signing block, each with its signature verified over what it says of the contents; whether the
 * contents are so is for {@link Signer.digests}. https://source.android.com/docs/security/features/apksigning/v3
 * @param others schemes that the file is signed by
 * @throws NotAnApkError where any of it is not as Android wants it
 */
export async function readSigners(
  scheme: Scheme,
  value: Buffer,
  others: ReadonlySet<Scheme>,
): Promise<Signer[]> {
  const fields = new SignatureFields(value);
  const all = fields.readFields().readAll(SIGNERS_MAX, (signer) => readSigner(scheme, signer));
  if (fields.hasMore || all.length === 0)
    throw new NotAnApkError(`The signature of scheme ${scheme} is damaged.`);
  const signers: Signer[] = [];
  for (const signer of all) signers.push(await verifySigner(scheme, signer, others));
  return signers;
}

const doubt = (scheme: Scheme, what: string) =>
  new NotAnApkError(`The signature of scheme ${scheme} does not hold: ${what}.`);

/** What a signer says, outside and inside of what it signs, of which nothing is verified: that costs time, and comes last. */
function readSigner(scheme: Scheme, signer: SignatureFields) {
  const signed = signer.readBytes();
  const sdks = scheme === 'v2' ? null : [signer.readNumber(), signer.readNumber()];
  const signatures = signer.readFields().readAll(ALGORITHMS_KNOWN, (each) => ({
    algorithm: each.readNumber(),
    signature: each.readBytes(),
  }));
  const spki = signer.readBytes();

  const data = new SignatureFields(signed);
  const digests = data.readFields().readAll(ALGORITHMS_KNOWN, (each) => ({
    algorithm: each.readNumber(),
    digest: each.readBytes(),
  }));
  const certificates = data.readFields().readAll(PARTS_MAX, (each) => each.readRest());
  if (sdks?.some((sdk) => sdk !== data.readNumber()))
    throw doubt(scheme, 'it names other versions of Android outside than inside');
  const attributes = data
    .readFields()
    .readAll(PARTS_MAX, (each) => [each.readNumber(), each.readRest()] as const);

  const algorithms = signatures.map(({ algorithm }) => algorithm);
  if (algorithms.length === 0) throw doubt(scheme, 'there is none');
  if (new Set(algorithms).size !== algorithms.length) throw doubt(scheme, 'it names an algorithm twice');
  if (digests.length !== algorithms.length || digests.some(({ algorithm }, n) => algorithm !== algorithms[n]))
    throw doubt(scheme, 'it names other algorithms outside than inside');
  if (new Map(attributes).size !== attributes.length) throw doubt(scheme, 'it has an attribute twice');
  const [raw] = certificates;
  if (raw === undefined) throw doubt(scheme, 'it has no certificate');
  const certificate = readCertificate(raw);
  if (!certificate.spki.equals(spki)) throw doubt(scheme, 'its key is not that of its certificate');
  return {
    signed,
    signatures,
    key: readPublicKey(spki),
    certificate: certificate.sha256,
    attributes: new Map(attributes),
    digests: new Map(digests.map(({ algorithm, digest }) => [contentDigestOf(algorithm), digest])),
  };
}

async function verifySigner(
  scheme: Scheme,
  { signed, signatures, key, certificate, attributes, digests }: ReturnType<typeof readSigner>,
  others: ReadonlySet<Scheme>,
): Promise<Signer> {
  refuseMissing(scheme, attributes, others);
  for (const { algorithm, signature } of signatures)
    if (!(await isSignedWith(key, algorithm, signed, signature)))
      throw doubt(scheme, 'it is not of its key over what it says');
  const from = attributes.get(ROTATED_FROM);
  const lineage = from === undefined ? [certificate] : await readLineage(from);
  if (lineage.at(-1) !== certificate) throw doubt(scheme, 'its lineage leads to another certificate');
  return { scheme, certificate, lineage, digests };
}

/** A signer says that another scheme signs too, and v3.1 stands beside v3 alone. */
function refuseMissing(
  scheme: Scheme,
  attributes: ReadonlyMap<number, Buffer>,
  others: ReadonlySet<Scheme>,
): void {
  const newer = attributes.get(SIGNED_BY_NEWER);
  const isRotated = scheme === 'v3' && attributes.has(ROTATED_SINCE_SDK);
  const isStripped =
    (scheme === 'v2' && newer?.length === 4 && newer.readUInt32LE() === 3 && !others.has('v3')) ||
    (isRotated && !others.has('v3.1')) ||
    (scheme === 'v3.1' && !others.has('v3'));
  if (isStripped) throw new NotAnApkError('A signature of the APK was taken out that another one names.');
}

/**
 * How a key came to be in the place of another: each certificate is signed by the key of the one before it.
 * @returns their SHA-256, the oldest first
 */
async function readLineage(attribute: Buffer): Promise<string[]> {
  const bad = () => new NotAnApkError('The lineage of the key that signed the APK does not hold.');
  const fields = new SignatureFields(attribute);
  if (fields.readNumber() !== LINEAGE_VERSION) throw bad();
  const lineage: string[] = [];
  let before: { key: ReturnType<typeof readPublicKey>; algorithm: number } | null = null;
  while (fields.hasMore) {
    const node = fields.readFields();
    const signed = node.readBytes();
    node.readNumber();
    const algorithm = node.readNumber();
    const signature = node.readBytes();
    if (lineage.length === LINEAGE_MAX) throw bad();
    if (before !== null && !(await isSignedWith(before.key, before.algorithm, signed, signature)))
      throw bad();
    const data = new SignatureFields(signed);
    const certificate = readCertificate(data.readBytes());
    if (before !== null && data.readNumber() !== before.algorithm) throw bad();
    if (lineage.includes(certificate.sha256)) throw bad();
    lineage.push(certificate.sha256);
    before = { key: readPublicKey(certificate.spki), algorithm };
  }
  return lineage;
}

function readCertificate(raw: Buffer): { sha256: string; spki: Buffer } {
  try {
    const certificate = new X509Certificate(raw);
    if (!certificate.raw.equals(raw)) throw new Error('something stands behind it');
    return {
      sha256: createHash('sha256').update(raw).digest('hex'),
      spki: certificate.publicKey.export({ format: 'der', type: 'spki' }),
    };
  } catch {
    throw new NotAnApkError('A certificate of the APK cannot be read.');
  }
}
