import { existsSync, readFileSync } from 'node:fs';
import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignedBy } from './verify-signature.js';

const secret = new Uint8Array(32).fill(7);
const wallet = bs58.encode(ed25519.getPublicKey(secret));
const sign = (text: string, key = secret) => bs58.encode(ed25519.sign(new TextEncoder().encode(text), key));

it('a signature holds for its text and its wallet alone', () => {
  expect(isSignedBy(wallet, 'text', sign('text'))).toBe(true);
  expect(isSignedBy(wallet, 'other text', sign('text'))).toBe(false);
  expect(isSignedBy(wallet, 'text', sign('text', new Uint8Array(32).fill(8)))).toBe(false);
});

/** Made by the specification, byte by byte and not by the code under test. */
const u16 = (length: number) => [length % 256, Math.floor(length / 256)];
const publicKey = bs58.decode(wallet);
const start = [0xff, ...Buffer.from('solana offchain')];
const ENVELOPES: Record<string, (text: Uint8Array) => number[]> = {
  'version 0 of ASCII': (text) => [
    ...start,
    0,
    ...Array(32).fill(0),
    0,
    1,
    ...publicKey,
    ...u16(text.length),
    ...text,
  ],
  'version 0 of UTF-8': (text) => [
    ...start,
    0,
    ...Array(32).fill(0),
    1,
    1,
    ...publicKey,
    ...u16(text.length),
    ...text,
  ],
  'version 0 as Ledger knew it, ASCII': (text) => [...start, 0, 0, ...u16(text.length), ...text],
  'version 0 as Ledger knew it, UTF-8': (text) => [...start, 0, 1, ...u16(text.length), ...text],
  'version 1': (text) => [...start, 1, 1, ...publicKey, ...text],
};
const TEXT = `site.example asks for the signature of\n${wallet}`;
const signBytes = (bytes: readonly number[], key = secret) =>
  bs58.encode(ed25519.sign(Uint8Array.from(bytes), key));

describe.each(Object.entries(ENVELOPES))('an envelope of %s', (_, envelopeOf) => {
  const envelope = envelopeOf(Buffer.from(TEXT));

  it('holds the text that its wallet signed', () => {
    expect(isSignedBy(wallet, TEXT, signBytes(envelope))).toBe(true);
    expect(isSignedBy(wallet, `${TEXT}.`, signBytes(envelope))).toBe(false);
    expect(isSignedBy(wallet, TEXT, signBytes(envelope, new Uint8Array(32).fill(8)))).toBe(false);
  });

  it('is refused with any byte changed, of it, of the text or of the signature', () => {
    const signature = bs58.decode(signBytes(envelope));
    const change = fc.record({ place: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
    const changed = (bytes: ArrayLike<number>, { place, by }: { place: number; by: number }) =>
      Array.from(bytes, (byte, at) => (at === place % bytes.length ? byte ^ by : byte));
    // What is changed is of no other kind that holds.
    const isKnown = (bytes: number[]) =>
      Object.values(ENVELOPES).some((other) => `${other(Buffer.from(TEXT))}` === `${bytes}`);
    fc.assert(
      fc.property(change, (one) => {
        const other = changed(envelope, one);
        expect(isSignedBy(wallet, TEXT, signBytes(other))).toBe(isKnown(other));
        expect(isSignedBy(wallet, TEXT, bs58.encode(Uint8Array.from(changed(signature, one))))).toBe(false);
        const text = TEXT.split('');
        text[one.place % text.length] = text[one.place % text.length] === 'x' ? 'y' : 'x';
        expect(isSignedBy(wallet, text.join(''), bs58.encode(signature))).toBe(false);
      }),
      { seed: 17, numRuns: 40 },
    );
  });
});

it('an envelope of several signers, or of another, is refused', () => {
  const text = Buffer.from(TEXT);
  const other = ed25519.getPublicKey(new Uint8Array(32).fill(8));
  for (const signers of [[publicKey, other], [other, publicKey], [other], []]) {
    const listed = [signers.length, ...signers.flatMap((key) => [...key])];
    for (const envelope of [
      [...start, 0, ...Array(32).fill(0), 1, ...listed, ...u16(text.length), ...text],
      [...start, 1, ...listed, ...text],
    ])
      expect(isSignedBy(wallet, TEXT, signBytes(envelope))).toBe(false);
  }
});

it('reads what was found outside', ({ skip }) => {
  const file = new URL(
    '../../../../../shared/data/found-2026-11/offchain_signature_v0.json',
    import.meta.url,
  );
  if (!existsSync(file)) return skip('../shared/data is absent');
  const { walletAddress, message, signature } = JSON.parse(readFileSync(file, 'utf8'));
  expect(isSignedBy(walletAddress, message, signature)).toBe(true);
  expect(isSignedBy(walletAddress, `${message} `, signature)).toBe(false);
});

it('what is no signature, or no key, is refused', () => {
  // 63 bytes; and 2 as the y of a point, of which the curve has none.
  expect(isSignedBy(wallet, 'text', bs58.encode(bs58.decode(sign('text')).subarray(1)))).toBe(false);
  expect(isSignedBy(bs58.encode(new Uint8Array(32).fill(2, 0, 1)), 'text', sign('text'))).toBe(false);
});

it('a key of small order, for which anybody makes signatures, is nobody’s', () => {
  const systemProgram = '11111111111111111111111111111111';
  const zero = bs58.encode(Uint8Array.from({ length: 64 }, (_, place) => (place === 0 ? 1 : 0)));
  const point = ed25519.Point.fromBytes(bs58.decode(systemProgram));
  expect(point.isSmallOrder()).toBe(true);
  expect(
    ed25519.verify(bs58.decode(zero), new TextEncoder().encode('text'), bs58.decode(systemProgram)),
  ).toBe(true);
  expect(isSignedBy(systemProgram, 'text', zero)).toBe(false);
});
