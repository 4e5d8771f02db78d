import { constants, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { NotAnApkError } from './not-an-apk.js';

/** How the contents of an app are hashed for a signature. */
export type ContentDigest = 'sha256' | 'sha512' | 'verity';

type Algorithm = {
  key: 'rsa' | 'ec' | 'dsa';
  hash: 'sha256' | 'sha512';
  contents: ContentDigest;
  /** Bytes of salt, of RSASSA-PSS alone. */
  saltBytes?: number;
};

/** https://source.android.com/docs/security/features/apksigning/v2#signature-algorithm-ids, and those of fs-verity beside them */
const ALGORITHMS: Readonly<Record<number, Algorithm>> = {
  257: { key: 'rsa', hash: 'sha256', contents: 'sha256', saltBytes: 32 },
  258: { key: 'rsa', hash: 'sha512', contents: 'sha512', saltBytes: 64 },
  259: { key: 'rsa', hash: 'sha256', contents: 'sha256' },
  260: { key: 'rsa', hash: 'sha512', contents: 'sha512' },
  513: { key: 'ec', hash: 'sha256', contents: 'sha256' },
  514: { key: 'ec', hash: 'sha512', contents: 'sha512' },
  769: { key: 'dsa', hash: 'sha256', contents: 'sha256' },
  1057: { key: 'rsa', hash: 'sha256', contents: 'verity' },
  1059: { key: 'ec', hash: 'sha256', contents: 'verity' },
  1061: { key: 'dsa', hash: 'sha256', contents: 'verity' },
};
export const ALGORITHMS_KNOWN = Object.keys(ALGORITHMS).length;

function algorithmOf(id: number): Algorithm {
  const algorithm = ALGORITHMS[id];
  if (algorithm) return algorithm;
  throw new NotAnApkError(`The APK is signed by an algorithm that is not known here (0x${id.toString(16)}).`);
}

export const contentDigestOf = (algorithm: number): ContentDigest => algorithmOf(algorithm).contents;

/** @param spki the key as X.509 writes it (SubjectPublicKeyInfo, DER) */
export function readPublicKey(spki: Buffer): KeyObject {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch {
    throw new NotAnApkError('The key that the APK is signed with cannot be read.');
  }
}

const verifyAside = promisify(verify);

/** Whether who has the private key of this one signed these bytes. Others have their turn meanwhile: keys may be long. */
export async function isSignedWith(
  key: KeyObject,
  algorithm: number,
  signed: Buffer,
  signature: Buffer,
): Promise<boolean> {
  const { key: type, hash, saltBytes } = algorithmOf(algorithm);
  if (key.asymmetricKeyType !== type) return false;
  const padding = saltBytes === undefined ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING;
  try {
    return await verifyAside(
      hash,
      signed,
      { key, ...(type === 'rsa' && { padding }), ...(saltBytes !== undefined && { saltLength: saltBytes }) },
      signature,
    );
  } catch {
    return false;
  }
}
