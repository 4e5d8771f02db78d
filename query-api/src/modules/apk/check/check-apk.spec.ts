import { describe, expect, it } from 'vitest';
import {
  type ArchiveOptions,
  type Packed,
  packApk,
  packArchive,
  packManifest,
  SCHEME_V2,
  signingBlockOf,
} from '../../../../testing/apk.js';
import { row } from '../../../../testing/row.js';
import { checkApk } from './check-apk.js';
import { NotAnApkError } from './not-an-apk.js';

const MB = 1024 * 1024;

/** A file in memory that counts what is read of it. */
function fileOf(bytes: Buffer) {
  const file = {
    sizeBytes: bytes.length,
    readBytes: 0,
    read: async (start: number, end: number) => {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(bytes.length);
      file.readBytes += end - start;
      return bytes.subarray(start, end);
    },
  };
  return file;
}
const check = (bytes: Buffer) => checkApk(fileOf(bytes));

const manifest: Packed = {
  name: 'AndroidManifest.xml',
  data: packManifest({ version: '1.2.3' }),
  isDeflated: true,
};
const code: Packed = { name: 'classes.dex', data: Buffer.from('dex\n035\0') };
const pack = (entries: Packed[] = [], options?: ArchiveOptions) =>
  packArchive([manifest, code, ...entries], options);

describe('an app', () => {
  it('is taken, and its version read', async () => {
    expect(await check(packApk({ version: '4.5.6' }))).toMatchObject({ version: '4.5.6', versionCode: 7 });
    expect(await check(packArchive([{ ...manifest, data: packManifest({}) }, code]))).toMatchObject({
      version: null,
    });
  });

  it('may have a comment behind it', async () => {
    expect(await check(pack([], { comment: 'built on Monday' }))).toMatchObject({ version: '1.2.3' });
  });

  it('of 50 MB and of 20,000 files is read once, and little besides', async () => {
    const large = fileOf(packApk({ padding: Buffer.alloc(50 * MB, 1) }));
    await checkApk(large);
    expect(large.readBytes - large.sizeBytes).toBeLessThan(200_000);
    const files = Array.from({ length: 20_000 }, (_, n) => ({ name: `res/${n}.png`, data: Buffer.alloc(9) }));
    const many = fileOf(pack(files));
    await checkApk(many);
    expect(many.readBytes - many.sizeBytes).toBeLessThan(2 * MB);
  });

  it('that cannot be had is no fault of the app', async () => {
    const bytes = packApk({ padding: Buffer.alloc(MB) });
    const away = new Error('away');
    for (let failing = 0; failing < 5; failing += 1) {
      let reads = 0;
      const { read, ...file } = fileOf(bytes);
      const failingAt = async (start: number, end: number) => {
        if (reads++ === failing) throw away;
        return read(start, end);
      };
      await expect(checkApk({ ...file, read: failingAt })).rejects.toBe(away);
    }
  });
});

describe('what is no app', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5_000, 3)]);
  const signedByNobody = pack([], { signingBlock: Buffer.alloc(0) });
  const v1 = pack([{ name: 'META-INF/CERT.RSA', data: Buffer.alloc(900, 1) }], {
    signingBlock: Buffer.alloc(0),
  });
  const wide = row([8, 5 * MB], [8, 5 * MB], 'APK Sig Block 42');
  const padding = (change: Partial<Packed>) => ({ name: 'padding', data: Buffer.alloc(100), ...change });

  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /no ZIP archive/],
    ['a PNG with another name', png, /no ZIP archive/],
    ['an archive that is cut short', packApk().subarray(0, -1), /no ZIP archive/],
    ['an archive that goes on', Buffer.concat([packApk(), png]), /no ZIP archive/],
    ['an archive behind something', Buffer.concat([png, packApk()]), /not where its end says/],
    [
      'a document of an office',
      packArchive([{ name: 'word/document.xml', data: png }]),
      /no AndroidManifest/,
    ],
    ['an app without code', packArchive([manifest]), /no classes\.dex/],
    ['an app in a folder', packArchive([{ ...manifest, name: 'a/AndroidManifest.xml' }, code]), /no Android/],
    ['an app that nobody signed', signedByNobody, /not signed by scheme v2 or v3/],
    ['an app signed by scheme v1 alone', v1, /not signed by scheme v2 or v3/],
    ['a signing block without a signature', pack([], { signingBlock: signingBlockOf([]) }), /not signed/],
    [
      'a signing block of other things',
      pack([], { signingBlock: signingBlockOf([[0x42726577, Buffer.alloc(9)]]) }),
      /not signed/,
    ],
    [
      'a signing block of something unknown',
      pack([], { signingBlock: signingBlockOf([[0x12345678, Buffer.alloc(9)]]) }),
      /not known here \(0x12345678\)/,
    ],
    [
      'an empty signature',
      pack([], { signingBlock: signingBlockOf([[SCHEME_V2, Buffer.alloc(0)]]) }),
      /signing block .* damaged/,
    ],
    ['a signing block of 5 MB', pack([], { signingBlock: wide }), /signing block .* longer than/],
    [
      'a signing block that begins before the file',
      pack([], { signingBlock: row([8, 4 * MB], 'APK Sig Block 42') }),
      /signing block .* damaged/,
    ],
    ['two manifests', pack([manifest]), /AndroidManifest\.xml twice/],
    ['a file outside', pack([padding({ name: '../../outside' })]), /damaged: invalid relative path/],
    ['a file at an absolute place', pack([padding({ name: '/etc/passwd' })]), /damaged: absolute path/],
    [
      'a file that is encrypted',
      pack([padding({ isDeflated: true, said: { flags: 1 } })]),
      /Android does not know/,
    ],
    ['a file packed by another method', pack([padding({ said: { method: 12 } })]), /Android does not know/],
    [
      'a manifest as text',
      packArchive([{ ...manifest, data: Buffer.from('<manifest/>') }, code]),
      /form that/,
    ],
  ])('is refused with a sentence: %s', async (_, bytes, sentence) => {
    const refused = check(bytes);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toBeInstanceOf(NotAnApkError);
  });

  it('is refused wherever its end has another byte, or is taken', async () => {
    const bytes = packApk();
    for (let at = bytes.length - 400; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      await check(changed).catch((error) => expect(error, `${at}`).toBeInstanceOf(NotAnApkError));
    }
  });
});

describe('a bomb', () => {
  const zeros = Buffer.alloc(20 * MB);
  /** Deflate: blocks of stored bytes, five of head and none that follow. */
  const emptyBlocks = Buffer.alloc(20 * MB, Buffer.from([0, 0, 0, 0xff, 0xff]));

  it.each<[string, Buffer, RegExp]>([
    [
      'files of 4 GB each',
      pack(
        [0, 1, 2].map((n) => ({ name: `${n}`, data: zeros, isDeflated: true, said: { unpackedBytes: 4e9 } })),
      ),
      /unpacks to more than 1073741824 bytes/,
    ],
    [
      'one file that thousands of names stand for',
      pack(
        Array.from({ length: 2_000 }, (_, n) => ({
          name: `${n}`,
          data: zeros.subarray(0, 1_000),
          isDeflated: true,
          said: { offset: 0 },
        })),
      ),
      /overlaps what follows/,
    ],
    [
      'a file that reaches into the signing block',
      pack([{ name: 'padding', data: Buffer.alloc(9), said: { offset: 100 } }]),
      /overlaps what follows/,
    ],
    [
      'a manifest of 20 MB',
      packArchive([{ ...manifest, data: zeros }, code]),
      /AndroidManifest\.xml is larger than 1048576 bytes/,
    ],
    [
      'a manifest that says 1 kB and is 20 MB',
      packArchive([{ ...manifest, data: zeros, said: { unpackedBytes: 1_024 } }, code]),
      /damaged: too many bytes/,
    ],
    [
      'a manifest of 900 bytes behind 20 MB that unpack to nothing',
      packArchive([{ ...manifest, packed: emptyBlocks, said: { unpackedBytes: 900 } }, code]),
      /AndroidManifest\.xml is larger than 1048576 bytes/,
    ],
  ])('is refused without being unpacked: %s', async (_, bytes, sentence) => {
    const file = fileOf(bytes);
    await expect(checkApk(file)).rejects.toThrow(sentence);
    expect(file.readBytes).toBeLessThan(MB);
  });

  it('that is a directory of 9 MB is not read', async () => {
    const names = Array.from({ length: 150 }, (_, n) => ({
      name: `${n}`.padEnd(65_000, 'x'),
      data: Buffer.alloc(0),
    }));
    const file = fileOf(pack(names));
    await expect(checkApk(file)).rejects.toThrow(/directory .* longer than 8388608 bytes/);
    expect(file.readBytes).toBeLessThan(100_000);
  });
});
