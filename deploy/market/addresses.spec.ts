import { createHash } from 'node:crypto';
import { web3 } from '@coral-xyz/anchor';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { addressBytes, deriveAddress, keyFor, PUMP, SHARED, SYSTEM, toBase58 } from './addresses.js';
import { encodeKey } from './base58.js';
import { isOnCurve } from './curve-point.js';

const digests = Array.from({ length: 300 }, (_, index) =>
  createHash('sha256').update(`key ${index}`).digest(),
);

describe('addresses', () => {
  it('are written in base58 as by bs58', () => {
    const zeros = [0, 1, 2, 31].map((count) => Buffer.alloc(32, 0xff).fill(0, 0, count));
    for (const bytes of [...digests, ...zeros, Buffer.alloc(32, 0xff)]) {
      expect(encodeKey(bytes.toString('latin1'))).toBe(bs58.encode(bytes));
    }
    expect(encodeKey(SYSTEM)).toBe('1'.repeat(32));
  });

  it('finds the same points on the curve as web3.js', () => {
    const small = Array.from({ length: 40 }, (_, value) => Buffer.alloc(32).fill(value, 0, 1));
    for (const bytes of [...digests, ...small]) {
      expect(isOnCurve(bytes)).toBe(web3.PublicKey.isOnCurve(bytes));
    }
  });

  it('derives the same program addresses and bumps as web3.js', () => {
    const program = new web3.PublicKey(addressBytes(PUMP));
    for (const mint of digests.slice(0, 50)) {
      const [key, bump] = web3.PublicKey.findProgramAddressSync(
        [Buffer.from('bonding-curve'), mint],
        program,
      );
      const derived = deriveAddress(PUMP, ['bonding-curve', mint]);
      expect([toBase58(derived.key), derived.bump]).toEqual([key.toBase58(), bump]);
    }
  });

  it("knows mainnet's global account and event authority", () => {
    expect(toBase58(SHARED.pumpGlobal)).toBe('4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf');
    expect(toBase58(SHARED.pumpEventAuthority)).toBe('Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1');
  });

  it('gives equal keys for equal labels only', () => {
    expect(keyFor('a')).toBe(keyFor('a'));
    expect(keyFor('a')).not.toBe(keyFor('b'));
  });
});
