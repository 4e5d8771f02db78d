/** The brand that a file type box names as AVIF: one picture, or a sequence (AV1 Image File Format, 8). */
const AVIF_BRANDS = new Set(['avif', 'avis']);
/** Brands are looked for up to here; real boxes hold a handful. */
const BOX_MOST = 256;

/**
 * Whether bytes begin as a PNG, JPEG, GIF, WebP or AVIF does. What a server or a name calls them counts for nothing: a
 * picture of any other kind (SVG before all, which is a program) must not reach a decoder.
 */
export function isPicture(bytes: Buffer): boolean {
  const says = (at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text;
  return (
    says(0, '\x89PNG\r\n\x1a\n') ||
    says(0, '\xff\xd8\xff') ||
    says(0, 'GIF87a') ||
    says(0, 'GIF89a') ||
    (says(0, 'RIFF') && says(8, 'WEBP')) ||
    (says(4, 'ftyp') && brandsOf(bytes).some((brand) => AVIF_BRANDS.has(brand)))
  );
}

/** Of a file type box (ISO/IEC 14496-12): its length, its name, the major brand, a version, compatible brands. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, BOX_MOST);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}
