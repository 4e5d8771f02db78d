import { describe, expect, it, vi } from 'vitest';
import { packApk, SCHEME_V2, signingBlockOf } from '../../../../testing/apk.js';
import { signV2 } from '../../../../testing/apk-signing.js';
import {
  AMBIGUOUS,
  COSTLY,
  KEYS,
  SIGNED,
  SIGNED_BESIDES,
  TAMPERED,
} from '../../../../testing/signed-apps.js';
import { checkApk } from './check-apk.js';
import { isSignedBy } from './check-signatures.js';
import { NotAnApkError } from './not-an-apk.js';
import { isSignedWith } from './signature-algorithms.js';

// What it verifies is verified, and counted.
vi.mock('./signature-algorithms.js', { spy: true });

const check = (bytes: Buffer) =>
  checkApk({ sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) });

describe('an app that is signed', () => {
  it.each([...SIGNED, ...SIGNED_BESIDES])(
    'is taken, and its signers are known: %s',
    async (_, app, signer) => {
      const { signers } = await check(app);
      expect(signers[0]?.certificate).toBe(KEYS[signer].sha256);
      expect(isSignedBy(signers, KEYS[signer].sha256)).toBe(true);
      expect(isSignedBy(signers, KEYS.stranger.sha256)).toBe(false);
    },
  );

  it('by two is by none of them alone', async () => {
    const signingBlock = (contents: Parameters<typeof signV2>[0]) =>
      signingBlockOf([[SCHEME_V2, signV2(contents, [KEYS.ec, KEYS.rsa])]]);
    const { signers } = await check(packApk({ signingBlock }));
    expect(signers).toHaveLength(2);
    expect([KEYS.ec, KEYS.rsa].map(({ sha256 }) => isSignedBy(signers, sha256))).toEqual([false, false]);
  });

  it('by a key in the place of another is by both, and no older version of it by the newer', async () => {
    const [, rotated = Buffer.alloc(0)] = SIGNED.at(-1) ?? [];
    const { signers } = await check(rotated);
    expect(isSignedBy(signers, KEYS.ec.sha256)).toBe(true);
    expect(isSignedBy(signers, KEYS.next.sha256)).toBe(false);
  });
});

describe('an app that was changed after it was signed', () => {
  it.each([...TAMPERED, ...AMBIGUOUS])('is refused with a sentence: %s', async (_, app) => {
    const refused = check(app);
    await expect(refused).rejects.toBeInstanceOf(NotAnApkError);
    await expect(refused).rejects.toThrow(/^[A-Z].*\.$/);
  });

  it.each(COSTLY)('is refused before anything is verified: %s', async (_, app) => {
    vi.mocked(isSignedWith).mockClear();
    await expect(check(app)).rejects.toThrow(/^The signature of .*\.$/);
    expect(isSignedWith).not.toHaveBeenCalled();
  });

  it('is refused whichever byte of its signing block is another', async () => {
    const app = packApk();
    const directory = app.readUInt32LE(app.length - 6);
    const start = directory - Number(app.readBigUInt64LE(directory - 24)) - 8;
    for (let at = start; at < directory; at += 1) {
      const changed = Buffer.from(app);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      await expect(check(changed), `${at - start}`).rejects.toBeInstanceOf(NotAnApkError);
    }
  });
});
