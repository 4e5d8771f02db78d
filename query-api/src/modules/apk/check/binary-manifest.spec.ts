import { describe, expect, it } from 'vitest';
import { packManifest } from '../../../../testing/apk.js';
import { readVersion } from './binary-manifest.js';
import { NotAnApkError } from './not-an-apk.js';

const long = '1'.repeat(100);

describe('the version of a manifest', () => {
  it.each([false, true])('is the text that it names (UTF-8: %s)', (isUtf8) => {
    for (const version of ['1.2.3', '2.0 "Ümläut" 🙂', `${long.slice(0, 90)}üüü`])
      expect(readVersion(packManifest({ version, isUtf8 }))).toEqual({ version, versionCode: 7 });
  });

  it('may be a number', () => {
    expect(readVersion(packManifest({ version: 12 })).version).toBe('12');
  });

  it.each([
    ['no version', {}],
    ['a reference to a resource', { version: { resource: 0x7f010001 } }],
    ['an empty text', { version: '' }],
    ['more than 100 characters', { version: `${long}1` }],
    ['two lines', { version: '1.0\n2.0' }],
    ['signs that turn text around', { version: '1.0\u202e' }],
  ])('is unknown where it names %s', (_, options) => {
    expect(readVersion(packManifest(options)).version).toBeNull();
  });
});

it('the number of a version is what Android compares', () => {
  for (const versionCode of [0, 7, 0x7fffffff])
    expect(readVersion(packManifest({ versionCode })).versionCode).toBe(versionCode);
  for (const versionCode of [null, { resource: 0x7f010001 }])
    expect(() => readVersion(packManifest({ versionCode }))).toThrow(/names no versionCode/);
});

describe('what is no manifest', () => {
  const manifest = packManifest({ version: '1.2.3' });

  it.each([
    ['XML as text', Buffer.from('<?xml version="1.0"?><manifest/>')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
    ['another document', packManifest({ root: 'layout' })],
  ])('is refused: %s', (_, bytes) => {
    expect(() => readVersion(bytes)).toThrow(NotAnApkError);
  });

  it('is refused wherever it is cut', () => {
    for (let length = 0; length < manifest.length; length += 1)
      expect(() => readVersion(manifest.subarray(0, length)), `${length}`).toThrow(NotAnApkError);
  });

  it('gives a version or is refused, whichever byte is another', () => {
    for (let at = 0; at < manifest.length; at += 1)
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(manifest);
        changed[at] = value;
        try {
          const { version, versionCode } = readVersion(changed);
          expect([null, expect.any(String)]).toContainEqual(version);
          expect(versionCode).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error, `${at}`).toBeInstanceOf(NotAnApkError);
        }
      }
  });
});
