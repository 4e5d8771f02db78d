/** Where a document or a picture may be had by the address that its author wrote. */

/** Content ids of version 0 (base58) and 1 (base32): https://docs.ipfs.tech/concepts/content-addressing/ */
const CONTENT_ID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,110})$/;

export type ContentAddress =
  /** A path below `/ipfs/`: any gateway has it, and it never changes. */
  { kind: 'ipfs'; path: string } | { kind: 'web'; url: string } | { kind: 'none' };

const NONE: ContentAddress = { kind: 'none' };

/** As `ipfs://<cid>`, as any gateway's address of either form, or as an address of the web. */
export function readContentAddress(text: string | null): ContentAddress {
  const trimmed = text?.trim() ?? '';
  const [, bare] = /^ipfs:\/\/(?:ipfs\/)?([^?#]+)/.exec(trimmed) ?? [];
  if (bare !== undefined) return ipfs(bare) ?? NONE;
  if (!URL.canParse(trimmed)) return NONE;
  const { protocol, hostname, pathname, href } = new URL(trimmed);
  if (!/^https?:$/.test(protocol)) return NONE;
  const [, below] = /^\/ipfs\/(.+)$/.exec(pathname) ?? [];
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
