import {
  Keypair,
  type MessageV0,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedBytes } from './malformed.js';
import { parseWireTransaction } from './wire-transaction.js';

const payer = Keypair.fromSeed(new Uint8Array(32).fill(3));
const instruction = SystemProgram.transfer({
  fromPubkey: payer.publicKey,
  toPubkey: new PublicKey(new Uint8Array(32).fill(4)),
  lamports: 5n,
});
const message = new TransactionMessage({
  payerKey: payer.publicKey,
  recentBlockhash: new PublicKey(new Uint8Array(32).fill(5)).toBase58(),
  instructions: [instruction],
});

/** SIMD-0385 by hand: web3.js does not write it. */
function encodeV1(signature: Uint8Array, { staticAccountKeys, compiledInstructions }: MessageV0): Uint8Array {
  const headers = compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => [
    programIdIndex,
    accountKeyIndexes.length,
    data.length & 0xff,
    data.length >> 8,
  ]);
  const payloads = compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [
    ...accountKeyIndexes,
    ...data,
  ]);
  // The mask sets three bits: a priority fee of two slots, and a compute limit.
  return Uint8Array.from([
    ...[0x81, 1, 0, 1],
    ...[0b111, 0, 0, 0],
    ...new Uint8Array(32).fill(5),
    ...[compiledInstructions.length, staticAccountKeys.length],
    ...staticAccountKeys.flatMap((key) => [...key.toBytes()]),
    ...new Uint8Array(12).fill(8),
    ...headers,
    ...payloads,
    ...signature,
  ]);
}

const v0 = new VersionedTransaction(message.compileToV0Message());
v0.sign([payer]);
const legacy = new VersionedTransaction(message.compileToLegacyMessage());
legacy.sign([payer]);
const v1 = encodeV1(v0.signatures[0]!, message.compileToV0Message());

describe.each([
  ['legacy', legacy.serialize(), 'legacy'],
  ['v0', v0.serialize(), 0],
  ['v1', v1, 1],
] as const)('a %s transaction', (_, bytes, version) => {
  it('gives its signature, keys and instructions', () => {
    const parsed = parseWireTransaction(bytes);
    expect(parsed.version).toBe(version);
    expect(parsed.signatures).toHaveLength(1);
    expect(parsed.accountKeys.map((key) => new PublicKey(key).toBase58())).toEqual(
      message.compileToV0Message().staticAccountKeys.map((key) => key.toBase58()),
    );
    expect(parsed.instructions).toHaveLength(1);
    expect([...parsed.instructions[0]!.data]).toEqual([...instruction.data]);
  });

  it('that is cut or damaged is refused or read, never anything else', () => {
    const attempt = (damaged: Uint8Array): void => {
      try {
        parseWireTransaction(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedBytes);
      }
    };
    for (let length = 0; length < bytes.length; length++) attempt(bytes.slice(0, length));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Uint8Array.from(bytes);
        damaged[at] = byte;
        attempt(damaged);
      }),
    );
  });
});
