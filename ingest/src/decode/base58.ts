const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const LETTER_ONE = CODES[0]!;

const DIGITS_PER_STEP = 5;
const STEP = 58 ** DIGITS_PER_STEP;
const MAX_BYTES = 64;

/**
 * For an input of each length in 16-bit halves: every half's weight (65536^n) in base 58^5, digits in one order for
 * all halves, the greatest first. A half (16 bits) times a digit (30 bits), summed over 32 halves, stays below 2^53.
 */
const tables = Array.from({ length: MAX_BYTES / 2 + 1 }, (_, halves) => {
  const steps = stepsOf(halves);
  const weights = new Float64Array(halves * steps);
  for (let half = 0; half < halves; half++) {
    let weight = 65_536n ** BigInt(halves - 1 - half);
    for (let step = steps - 1; step >= 0; step--) {
      weights[half * steps + step] = Number(weight % BigInt(STEP));
      weight /= BigInt(STEP);
    }
  }
  return { weights, steps };
});
const sums = new Float64Array(stepsOf(MAX_BYTES / 2));
const letters = new Uint8Array(sums.length * DIGITS_PER_STEP + MAX_BYTES);
const ascii = new TextDecoder('latin1');

/** How many digits of base 58^5 hold any number of so many halves. */
function stepsOf(halves: number): number {
  return Math.ceil((halves * Math.log(65_536)) / Math.log(STEP));
}

/**
 * Base58 of `length` bytes (even, at most 64) at `at`. Changes the base by a sum over precomputed weights instead of
 * one long division for each digit, whose steps would wait for each other.
 */
export function encodeBase58(view: DataView, at: number, length: number): string {
  const halves = length >> 1;
  const { weights, steps } = tables[halves]!;
  for (let step = 0; step < steps; step++) sums[step] = 0;
  for (let half = 0; half < halves; half++) {
    const value = view.getUint16(at + half * 2);
    const row = half * steps;
    // Weights of the later halves have fewer digits.
    for (let step = steps - tables[halves - half]!.steps; step < steps; step++)
      sums[step]! += value * weights[row + step]!;
  }
  for (let step = steps - 1; step > 0; step--) {
    const carry = Math.floor(sums[step]! / STEP);
    sums[step]! -= carry * STEP;
    sums[step - 1]! += carry;
  }

  let zeros = 0;
  while (zeros < length && view.getUint8(at + zeros) === 0) zeros++;
  let end = zeros;
  for (let step = 0; step < steps; step++) {
    let digits = sums[step]! | 0;
    for (let i = DIGITS_PER_STEP - 1; i >= 0; i--) {
      const rest = (digits / 58) | 0;
      letters[end + i] = CODES[digits - rest * 58]!;
      digits = rest;
    }
    end += DIGITS_PER_STEP;
  }
  // The number's own leading digits may be zero; what stands for zero bytes is written exactly.
  let from = zeros;
  while (from < end && letters[from] === LETTER_ONE) from++;
  for (let i = 0; i < zeros; i++) letters[--from] = LETTER_ONE;
  return ascii.decode(letters.subarray(from, end));
}

/** The same few addresses (mints, pools, programs, fee accounts) come again and again: 65,536 slots take about 8 MB. */
const CACHE_SLOTS = 1 << 16;
const WORDS = 8;
const cachedWords = new Uint32Array(CACHE_SLOTS * WORDS);
const cachedTexts: (string | undefined)[] = new Array(CACHE_SLOTS).fill(undefined);

/** Base58 of the 32 bytes at `at`, through a cache in which a newer address takes an older one's slot. */
export function encodeAddress(view: DataView, at: number): string {
  const slot = (Math.imul(view.getUint32(at + 8), 0x9e3779b1) ^ view.getUint32(at + 20)) >>> 16;
  const text = cachedTexts[slot];
  const base = slot * WORDS;
  if (text !== undefined) {
    let i = 0;
    while (i < WORDS && cachedWords[base + i] === view.getUint32(at + i * 4)) i++;
    if (i === WORDS) return text;
  }
  for (let i = 0; i < WORDS; i++) cachedWords[base + i] = view.getUint32(at + i * 4);
  const encoded = encodeBase58(view, at, 32);
  cachedTexts[slot] = encoded;
  return encoded;
}

/** The same cache for addresses that stand as base58 text: their letters in place of their bytes. */
const cachedSpellings: (string | undefined)[] = new Array(CACHE_SLOTS).fill(undefined);
const utf8 = new TextDecoder();
const MIN_ADDRESS_LETTERS = 32;
const MAX_ADDRESS_LETTERS = 44;

/** The text at `[from, to)`, most likely an address that was seen before. */
export function readSpelling(view: DataView, from: number, to: number): string {
  const length = to - from;
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, length);
  if (length < MIN_ADDRESS_LETTERS) return utf8.decode(bytes);
  const slot = (Math.imul(view.getUint32(from + 8), 0x9e3779b1) ^ view.getUint32(from + 20)) >>> 16;
  const text = cachedSpellings[slot];
  if (text?.length === length) {
    let i = 0;
    while (i < length && text.charCodeAt(i) === bytes[i]) i++;
    if (i === length) return text;
  }
  const read = utf8.decode(bytes);
  // As many letters as bytes: no letter of several bytes, with which a comparison by bytes would go wrong.
  if (read.length === length && length <= MAX_ADDRESS_LETTERS) cachedSpellings[slot] = read;
  return read;
}

const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));
/** 58^9 is the greatest power that a double holds exactly. */
const DIGITS_PER_CHUNK = 9;
const CHUNK = 58n ** BigInt(DIGITS_PER_CHUNK);

/**
 * The bytes that base58 `text` stands for; null where a letter is not of its alphabet. Halves are read apart and put
 * together, so that the time is that of multiplying numbers so long, and not the square of the length.
 */
export function decodeBase58(text: string): Uint8Array | null {
  let zeros = 0;
  while (text[zeros] === ALPHABET[0]) zeros++;
  const chunks: bigint[] = [];
  const first = text.length - Math.floor((text.length - zeros) / DIGITS_PER_CHUNK) * DIGITS_PER_CHUNK;
  for (let from = zeros, to = first; to <= text.length; from = to, to += DIGITS_PER_CHUNK) {
    let chunk = 0;
    for (let at = from; at < to; at++) {
      const value = VALUES.get(text[at]!);
      if (value === undefined) return null;
      chunk = chunk * 58 + value;
    }
    chunks.push(BigInt(chunk));
  }
  const hex = joinChunks(chunks).toString(16);
  const digits = hex === '0' ? '' : hex.padStart(hex.length + (hex.length % 2), '0');
  return Buffer.concat([new Uint8Array(zeros), Buffer.from(digits, 'hex')]);
}

/** The number whose digits in base 58^9 are `chunks`: neighbours become one, until one is left. */
function joinChunks(chunks: readonly bigint[]): bigint {
  let parts = chunks;
  for (let base = CHUNK; parts.length > 1; base *= base) {
    const isOdd = parts.length % 2;
    const joined = isOdd ? [parts[0]!] : [];
    for (let i = isOdd; i < parts.length; i += 2) joined.push(parts[i]! * base + parts[i + 1]!);
    parts = joined;
  }
  return parts[0]!;
}
