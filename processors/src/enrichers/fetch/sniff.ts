/** What bytes are by themselves, whatever their sender says of them. */

export type Kind = 'json' | 'html' | 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg' | 'other';

/** What tells a kind stands at its beginning. */
const LOOKED_AT = 1_024;

const MAGIC: readonly (readonly [Kind, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
];
const AVIF_BRANDS = new Set(['avif', 'avis']);

/** What may stand before a document's first element, and says nothing: a byte order mark, space, comments, `<?xml … ?>`. */
const BEFORE = /^(?:\xef\xbb\xbf|[\t\n\f\r ]|<!--.*?-->|<\?.*?\?>)+/s;
const SVG = /^<(?:!doctype\s+svg|(?:[\w-]+:)?svg)(?=[\s/>])/i;
/** The elements of https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type. */
const HTML =
  /^<(?:!doctype\s+html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|meta|link|img)(?=[\s/>])/i;

export function sniff(bytes: Buffer): Kind {
  const head = bytes.toString('latin1', 0, LOOKED_AT);
  for (const [kind, magic] of MAGIC) if (head.startsWith(magic)) return kind;
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (isAvif(head)) return 'avif';
  const text = head.replace(BEFORE, '');
  if (SVG.test(text)) return 'svg';
  if (HTML.test(text)) return 'html';
  return /^[{[]/.test(text) || isJson(bytes, text) ? 'json' : 'other';
}

/** ISO 14496-12: a box `ftyp` of its size, a brand, a version, then the brands it is compatible with. */
function isAvif(head: string): boolean {
  if (head.slice(4, 8) !== 'ftyp') return false;
  const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE();
  const brands = head.slice(8, Math.min(size, LOOKED_AT)).match(/.{4}/gs) ?? [];
  return brands.some((brand, i) => i !== 1 && AVIF_BRANDS.has(brand));
}

/** A bare text, number or word. */
function isJson(bytes: Buffer, text: string): boolean {
  if (!/^["\-\dtfn]/.test(text)) return false;
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
