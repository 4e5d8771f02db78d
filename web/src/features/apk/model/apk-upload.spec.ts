import { MAX_APK_BYTES } from '@cryptonite/contracts/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApkUploadWorld, createApkUpload } from './apk-upload';

const file = (bytes = 10) => ({ name: 'app.apk', data: new Blob([new Uint8Array(bytes)]) });
const refusal = (status: number) => Object.assign(new Error('Non 2xx'), { source: { status } });

afterEach(() => vi.unstubAllGlobals());

/** An upload to a store that answers with `statuses`, one try after the other; 0 is a connection that was cut. */
function uploadTo(statuses: number[], overrides: Partial<ApkUploadWorld> = {}) {
  let asked = 0;
  const urls: string[] = [];
  const put = vi.fn(async ({ signature, onComplete }: Parameters<NonNullable<ApkUploadWorld['put']>>[0]) => {
    urls.push(signature.url);
    const status = statuses[urls.length - 1] ?? 200;
    if (status !== 200) throw refusal(status);
    onComplete?.('"etag"');
    return { ETag: '"etag"' };
  });
  const upload = createApkUpload({
    requestUrl: async () => {
      asked += 1;
      return `https://site.test/api/objects/upload/${asked}`;
    },
    headers: () => ({ 'X-CSRF-Token': 'token' }),
    onProgress: () => {},
    put,
    retryDelaysMs: [0, 1, 1, 1],
    ...overrides,
  });
  return { upload, urls, put };
}

describe('the upload', () => {
  it('waits to be started, and names the address', async () => {
    const { upload, put } = uploadTo([]);
    upload.choose(file());
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(put).not.toHaveBeenCalled();
    expect(await upload.start()).toBe('https://site.test/api/objects/upload/1');
    expect(put.mock.calls[0]?.[0].signature.headers).toEqual({ 'X-CSRF-Token': 'token' });
  });

  it.each([
    ['an address that expired', 403],
    ['a conflict', 409],
    ['too many requests', 429],
    ['a store that failed', 500],
    ['a cut connection', 0],
  ])('tries again after %s, at a new address', async (_what, status) => {
    const { upload, urls } = uploadTo([status, status]);
    upload.choose(file());
    expect(await upload.start()).toBe('https://site.test/api/objects/upload/3');
    expect(new Set(urls).size).toBe(3);
  });

  it.each([400, 404, 411, 413])('is over at %d', async (status) => {
    const { upload, put } = uploadTo([status]);
    upload.choose(file());
    await expect(upload.start()).rejects.toThrow();
    expect(put).toHaveBeenCalledOnce();
  });

  it('is over after four more tries', async () => {
    const { upload, put } = uploadTo(Array(9).fill(500));
    upload.choose(file());
    await expect(upload.start()).rejects.toThrow();
    expect(put).toHaveBeenCalledTimes(5);
  });

  it('pauses without a network and goes on when it is back', async () => {
    const network = { onLine: false };
    vi.stubGlobal('navigator', network);
    const window = Object.assign(new EventTarget(), { navigator: network });
    vi.stubGlobal('window', window);
    const { upload, put } = uploadTo([0]);
    upload.choose(file());
    const uploaded = upload.start();
    await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(put).toHaveBeenCalledOnce();
    network.onLine = true;
    window.dispatchEvent(new Event('online'));
    expect(await uploaded).toBe('https://site.test/api/objects/upload/2');
  });

  it('sends one part, however large the file', async () => {
    const { upload, put } = uploadTo([]);
    upload.choose(file(11 * 1024 * 1024));
    await upload.start();
    expect(put).toHaveBeenCalledOnce();
    expect(put.mock.calls[0]?.[0].size).toBe(11 * 1024 * 1024);
  });

  it('takes 100 MB and not a byte more', () => {
    const { upload } = uploadTo([]);
    const sized = (size: number) => ({
      name: 'app.apk',
      data: { size, slice: () => new Blob() } as unknown as Blob,
    });
    upload.choose(sized(MAX_APK_BYTES));
    expect(() => upload.choose(sized(MAX_APK_BYTES + 1))).toThrow(/exceeds maximum/);
  });

  it('holds one file: the one chosen last', async () => {
    const { upload, put } = uploadTo([]);
    upload.choose(file(3));
    upload.choose({ ...file(4), name: 'other.apk' });
    await upload.start();
    expect(put.mock.calls.map(([{ size }]) => size)).toEqual([4]);
  });
});
