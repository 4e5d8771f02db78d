import { createHash } from 'node:crypto';
import { web3 } from '@coral-xyz/anchor';
import { describe, expect, it } from 'vitest';
import { addressBytes, deriveAddress, isOnCurve, keyFor, PUMP, SHARED, toBase58 } from './addresses.js';

const digests = Array.from({ length: 300 }, (_, index) =>
  createHash('sha256').update(`key ${index}`).digest(),
);

describe('addresses', () => {
  it('finds the same points on the curve as web3.js', () => {
    for (const digest of digests) expect(isOnCurve(digest)).toBe(web3.PublicKey.isOnCurve(digest));
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
