/** Where a document or a picture may be had by the address that its author wrote. */

/** Content ids of version 0 (base58) and 1 (base32): https://docs.ipfs.tech/concepts/content-addressing/ */
const CONTENT_ID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,110})$/;

export type ContentAddress =
  /** A path below `/ipfs/`: any gateway has it, and it never changes. */
  | { kind: 'ipfs'; path: string }
  | { kind: 'web'; url: string }
  /** The content itself, as it stands in the address: nobody is asked. */
  | { kind: 'data'; isBase64: boolean; text: string }
  | { kind: 'none' };

const NONE: ContentAddress = { kind: 'none' };

/** Documents and pictures alone: nobody's page is one. RFC 2397 */
const DATA = /^data:(?:application\/json|text\/(?:plain|json)|image\/[\w.+-]+)?((?:;[\w=".+-]+)*),(.*)$/is;
/** https://docs.arweave.net: a transaction's id, and a path below it. */
const ARWEAVE = /^ar:\/*([\w-]{43}(?:\/.*)?)$/i;
const ARWEAVE_GATEWAY = 'https://arweave.net/';
/** A name of DNS with something behind it: `a.png` alone is a file's name. */
const WITHOUT_SCHEME = /^(?:\/\/)?(?=(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d+)?\/)/i;

/** As `ipfs://<cid>`, as a content id alone, as any gateway's address of either form, or as an address of the web. */
export function readContentAddress(text: string | null): ContentAddress {
  const trimmed = text?.trim() ?? '';
  const [, parameters, data] = DATA.exec(trimmed) ?? [];
  if (data !== undefined) return { kind: 'data', isBase64: /;base64$/i.test(parameters!), text: data };
  const [, bare = ''] = /^(?:ipfs:\/*|\/)?(?:ipfs\/)*([^?#]*)/i.exec(trimmed)!;
  const [, onArweave] = ARWEAVE.exec(trimmed) ?? [];
  return ipfs(bare) ?? web(onArweave === undefined ? trimmed : `${ARWEAVE_GATEWAY}${onArweave}`);
}

function web(text: string): ContentAddress {
  const whole = text.replace(WITHOUT_SCHEME, 'https://');
  if (!URL.canParse(whole)) return NONE;
  const { protocol, hostname, pathname, href } = new URL(whole);
  if (!/^https?:$/.test(protocol)) return NONE;
  const [, below] = /^\/(?:ipfs\/)+(.+)$/.exec(pathname) ?? [];
  const [, asHost] = /^([^.]+)\.ipfs\./.exec(hostname) ?? [];
  const found =
    below !== undefined ? ipfs(below) : asHost !== undefined ? ipfs(`${asHost}${pathname}`) : null;
  return found ?? { kind: 'web', url: href };
}

/** Dots, slashes and what parsers of addresses take out of them or cut off. */
const NOT_PLAIN = /^\.{1,2}$|%2e|%2f|[\\\0- \x7f]/i;

/** A path that begins with a content id and holds nothing but plain parts: no parser leads it out of its content. */
function ipfs(path: string): ContentAddress | null {
  const [id = '', ...rest] = path.split('/').filter((part) => part !== '');
  if (!CONTENT_ID.test(id) || rest.some((part) => NOT_PLAIN.test(part))) return null;
  const plain = [id, ...rest].join('/');
  const { pathname } = new URL(`https://gateway/ipfs/${plain}`);
  return `${pathname}/`.startsWith(`/ipfs/${id}/`) ? { kind: 'ipfs', path: plain } : null;
}

/** The bytes of an address that holds them. Whatever is coded wrongly stays as it is written. */
export function bytesOfData({ isBase64, text }: Extract<ContentAddress, { kind: 'data' }>): Buffer {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, isBase64 ? 'base64' : 'latin1');
}
