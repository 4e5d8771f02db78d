/** Whether bytes are a point of ed25519, which program addresses must not be: the costly part of deriving one. */

const FIELD = 2n ** 255n - 19n;
/** The constant d of the curve −x² + y² = 1 + d·x²·y² (RFC 8032 §5.1). */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Numbers of 264 bits in 24-bit limbs, the lowest first, so that products with 24 bits are exact in a double. */
const LIMBS = 11;
const LIMB_BITS = 24;
const LIMB = 2 ** LIMB_BITS;

function writeLimbs(value: bigint, into: Float64Array): void {
  let rest = value;
  for (let place = 0; place < LIMBS; place += 2) {
    // Two limbs at a time: big integers are slow to shift.
    const pair = Number(BigInt.asUintN(2 * LIMB_BITS, rest));
    into[place] = pair % LIMB;
    if (place + 1 < LIMBS) into[place + 1] = Math.floor(pair / LIMB);
    rest >>= BigInt(2 * LIMB_BITS);
  }
}

const MODULUS = new Float64Array(LIMBS);
writeLimbs(FIELD, MODULUS);

/** For odd f, -1/f modulo 256: what multiple of f clears the low byte of a number. */
const NEGATIVE_INVERSES = Uint8Array.from({ length: 128 }, (_, half) => {
  const f = 2 * half + 1;
  let inverse = f;
  for (let round = 0; round < 3; round++) inverse = Math.imul(inverse, 2 - Math.imul(f, inverse));
  return -inverse;
});

const f = new Float64Array(LIMBS);
const g = new Float64Array(LIMBS);

/** Batches after which a symbol is certain to be found: twice what the worst of a million took. */
const MOST_BATCHES = 80;

/**
 * The Jacobi symbol (value / 2^255-19); 1 says the value has a square root. By the method of Bernstein and Yang in
 * the form with positive steps that libsecp256k1 uses (src/modinv32_impl.h, jacobi32): 24 steps at a time on the low
 * bits of f and g, whose effect on the whole numbers is four factors.
 */
function jacobi(value: bigint): -1 | 0 | 1 {
  if (value === 0n) return 0;
  f.set(MODULUS);
  writeLimbs(value, g);
  let length = LIMBS;
  let eta = -1;
  let sign = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    let u = 1;
    let v = 0;
    let q = 0;
    let r = 1;
    let lowF = f[0]! | (f[1]! << LIMB_BITS);
    let lowG = g[0]! | (g[1]! << LIMB_BITS);
    for (let left = LIMB_BITS; ; ) {
      const marked = lowG | (-1 << left);
      const zeros = 31 - Math.clz32(marked & -marked);
      lowG >>>= zeros;
      u <<= zeros;
      v <<= zeros;
      eta -= zeros;
      left -= zeros;
      // Halving an odd number of times changes the sign where f is 3 or 5 modulo 8.
      sign ^= zeros & ((lowF >> 1) ^ (lowF >> 2));
      if (left === 0) break;
      if (eta < 0) {
        eta = -eta;
        // So does an exchange where both are 3 modulo 4.
        sign ^= (lowF & lowG) >> 1;
        [lowF, lowG] = [lowG, lowF];
        [u, q] = [q, u];
        [v, r] = [r, v];
      }
      const clears = Math.min(eta + 1, left, 8);
      const times = Math.imul(lowG, NEGATIVE_INVERSES[(lowF >> 1) & 127]!) & ((1 << clears) - 1);
      lowG = (lowG + Math.imul(lowF, times)) | 0;
      q += u * times;
      r += v * times;
    }
    let carryF = 0;
    let carryG = 0;
    let anyF = 0;
    let anyG = 0;
    for (let place = 0; place < length; place++) {
      const sumF = u * f[place]! + v * g[place]! + carryF;
      const sumG = q * f[place]! + r * g[place]! + carryG;
      carryF = Math.floor(sumF / LIMB);
      carryG = Math.floor(sumG / LIMB);
      if (place === 0) continue;
      const limbF = sumF - carryF * LIMB;
      const limbG = sumG - carryG * LIMB;
      f[place - 1] = limbF;
      g[place - 1] = limbG;
      if (place > 1) anyF += limbF;
      anyG += limbG;
    }
    f[length - 1] = carryF;
    g[length - 1] = carryG;
    anyF += carryF;
    anyG += carryG;
    if (f[0] === 1 && anyF === 0) return (sign & 1) === 0 ? 1 : -1;
    if (anyG === 0) return 0;
    while (length > 2 && f[length - 1] === 0 && g[length - 1] === 0) length--;
  }
  throw new Error('no Jacobi symbol found');
}

/** Whether 32 bytes, in the encoding of RFC 8032, are a point of the curve. */
export function isOnCurve(bytes: Buffer): boolean {
  const high = bytes.readBigUInt64LE(24) & 0x7fff_ffff_ffff_ffffn;
  const y =
    bytes.readBigUInt64LE(0) |
    (bytes.readBigUInt64LE(8) << 64n) |
    (bytes.readBigUInt64LE(16) << 128n) |
    (high << 192n);
  const ySquared = (y * y) % FIELD;
  // x² = (y² − 1) / (d·y² + 1) has a root exactly when the product of both does.
  return jacobi(((ySquared + FIELD - 1n) * (D * ySquared + 1n)) % FIELD) >= 0;
}
