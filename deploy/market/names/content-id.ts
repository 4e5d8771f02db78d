import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { Random } from '@cryptonite/provider/random.js';

/** Which links a launch's metadata give. */
export interface Socials {
  twitter: boolean;
  telegram: boolean;
  website: boolean;
}

/** What everything about a launch's looks follows from; numbers are unsigned 32-bit. */
export interface MetadataKeys {
  /** Its name, symbol, description and handles. */
  name: number;
  picture: number;
  /** What else is in its document, and how it is served. */
  document: number;
  socials: Socials;
}

/**
 * Content ids as IPFS writes them (CIDv1, raw, SHA-256, base32), which look like any other and yet say what they
 * stand for: a document's keys or a picture's are sealed in the digest. So metadata are served from the address
 * alone, with no list of launches, and equal content has an equal address.
 */
export type Content = { kind: 'document'; keys: MetadataKeys } | { kind: 'picture'; picture: number };

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Version 1, codec raw (0x55), hash sha2-256 (0x12) of 32 bytes. */
const CID_PREFIX = Buffer.of(0x01, 0x55, 0x12, 0x20);
const CID_LENGTH = 59;

/** Hides the keys from whoever reads addresses: nothing about a launch can be told from its own. No secret. */
const SEAL = createHash('sha256').update('market content ids').digest();

const KINDS = ['document', 'picture'] as const;

export function contentId(content: Content): string {
  const plain = Buffer.alloc(32);
  plain.writeUInt8(KINDS.indexOf(content.kind), 0);
  if (content.kind === 'document') {
    const { socials, document, name, picture } = content.keys;
    plain.writeUInt8((socials.twitter ? 1 : 0) | (socials.telegram ? 2 : 0) | (socials.website ? 4 : 0), 1);
    plain.writeUInt32LE(document, 2);
    plain.writeUInt32LE(name, 6);
    plain.writeUInt32LE(picture, 10);
  } else {
    plain.writeUInt32LE(content.picture, 10);
  }
  return `b${toBase32(Buffer.concat([CID_PREFIX, seal(plain)]))}`;
}

/** What an address stands for; null for one that this market did not make. */
export function readContentId(cid: string): Content | null {
  if (cid.length !== CID_LENGTH || cid[0] !== 'b') return null;
  const bytes = fromBase32(cid.slice(1));
  if (!bytes?.subarray(0, 4).equals(CID_PREFIX)) return null;
  const plain = open(bytes.subarray(4));
  // The second half of what is sealed is empty; other digests open to noise.
  if (plain.subarray(14).some((byte) => byte !== 0)) return null;
  const kind = KINDS[plain.readUInt8(0)];
  const picture = plain.readUInt32LE(10);
  if (kind === 'picture') return { kind, picture };
  if (kind !== 'document') return null;
  const flags = plain.readUInt8(1);
  const socials = { twitter: (flags & 1) > 0, telegram: (flags & 2) > 0, website: (flags & 4) > 0 };
  const keys = { document: plain.readUInt32LE(2), name: plain.readUInt32LE(6), picture, socials };
  return { kind, keys };
}

/** Other gateways and forms of an address, and what creators write who know no better or mean harm. */
const ODD_ADDRESSES: readonly ((cid: string) => string)[] = [
  (cid) => `ipfs://${cid}`,
  (cid) => `https://gateway.pinata.cloud/ipfs/${cid}`,
  (cid) => `https://cf-ipfs.com/ipfs/${cid}`,
  (cid) => `https://${cid}.ipfs.dweb.link/`,
  () => '',
  () => 'https://pump.example/metadata/none.json',
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'http://127.0.0.1:18123/?query=SELECT%201',
  () => 'javascript:alert(1)',
  () => 'data:application/json,{"name":"Safe","symbol":"SAFE"}',
  () => `https://ipfs.io/ipfs/${'../'.repeat(20)}etc/passwd`,
];
const ODD_SHARE = 0.03;

/** The address that a create transaction names. */
export function metadataUri(keys: MetadataKeys): string {
  const cid = contentId({ kind: 'document', keys });
  const random = new Random(`metadata address ${keys.document}`);
  return random.chance(ODD_SHARE) ? random.pick(ODD_ADDRESSES)(cid) : `https://ipfs.io/ipfs/${cid}`;
}

export const pictureUri = (picture: number): string =>
  `https://ipfs.io/ipfs/${contentId({ kind: 'picture', picture })}`;

/** CBC, so that the second half, always empty, differs from address to address. */
const seal = (plain: Buffer): Buffer => cipher(createCipheriv('aes-256-cbc', SEAL, Buffer.alloc(16)), plain);
const open = (sealed: Buffer): Buffer =>
  cipher(createDecipheriv('aes-256-cbc', SEAL, Buffer.alloc(16)), sealed);

function cipher(transform: ReturnType<typeof createCipheriv>, bytes: Buffer): Buffer {
  transform.setAutoPadding(false);
  return Buffer.concat([transform.update(bytes), transform.final()]);
}

function toBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31];
    }
  }
  return bits > 0 ? text + BASE32[(held << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    const value = BASE32.indexOf(letter);
    if (value < 0) return null;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}
