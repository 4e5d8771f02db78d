/** Android's own apksigner (Debian's package of that name) beside this check: what one takes the other takes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packApk } from '../../../../testing/apk.js';
import { KEYS, SIGNED, TAMPERED } from '../../../../testing/signed-apps.js';
import { checkApk } from './check-apk.js';

const isThere = spawnSync('apksigner', ['--version']).status === 0;
if (!isThere) console.warn('apksigner is not installed: this check is not held against it.');

/** The first versions of Android that know v2 and v3: for the first of them apksigner looks at both. */
const KNOWS_V2 = '24';
const KNOWS_V3 = '28';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'apksigner-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const isTaken = (bytes: Buffer) =>
  checkApk({ sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) }).then(
    ({ signers }) => signers,
    () => null,
  );
const verify = (bytes: Buffer, minSdk: string) =>
  spawnSync('apksigner', ['verify', '--print-certs', '--min-sdk-version', minSdk, write('app.apk', bytes)], {
    encoding: 'utf8',
  });

describe.skipIf(!isThere)('apksigner', () => {
  it.each(SIGNED)('takes what is signed here: %s', (_, app) => {
    const { status, stdout, stderr } = verify(app, KNOWS_V3);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(stdout).toMatch(/certificate SHA-256 digest: [0-9a-f]{64}/);
  });

  it.each(TAMPERED)('refuses what is refused here: %s', async (_, app) => {
    expect(await isTaken(app)).toBeNull();
    expect(verify(app, KNOWS_V2).status).not.toBe(0);
  });

  const keyOf = (name: keyof typeof KEYS) => {
    const { privateKey, certificate } = KEYS[name];
    return [
      '--key',
      write(`${name}.pk8`, privateKey.export({ format: 'der', type: 'pkcs8' })),
      '--cert',
      write(`${name}.der`, certificate),
    ];
  };
  const lineage = () => {
    const path = join(folder, 'lineage');
    execFileSync('apksigner', [
      'rotate',
      '--out',
      path,
      '--old-signer',
      ...keyOf('ec'),
      '--new-signer',
      ...keyOf('next'),
    ]);
    return path;
  };

  it.each<[string, () => string[], keyof typeof KEYS]>([
    ['v2', () => ['--v3-signing-enabled', 'false', ...keyOf('rsa')], 'rsa'],
    ['v3', () => ['--v2-signing-enabled', 'false', ...keyOf('ec')], 'ec'],
    ['v2 and v3', () => keyOf('ec'), 'ec'],
    ['DSA', () => keyOf('dsa'), 'dsa'],
    ['fs-verity', () => ['--verity-enabled', 'true', ...keyOf('rsa')], 'rsa'],
    ['a lineage', () => [...keyOf('ec'), '--next-signer', ...keyOf('next'), '--lineage', lineage()], 'ec'],
  ])('signs apps that are taken here: %s', async (_, options, signer) => {
    const unsigned = write(
      'unsigned.apk',
      packApk({ signingBlock: Buffer.alloc(0), padding: Buffer.alloc(3_000_000, 'x') }),
    );
    const signed = join(folder, 'signed.apk');
    execFileSync('apksigner', [
      'sign',
      '--min-sdk-version',
      KNOWS_V3,
      '--v1-signing-enabled',
      'false',
      ...options(),
      '--out',
      signed,
      unsigned,
    ]);
    const signers = await isTaken(readFileSync(signed));
    expect(signers?.every(({ lineage }) => lineage.includes(KEYS[signer].sha256))).toBe(true);
  });
});
