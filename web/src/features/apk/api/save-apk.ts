import { ApkRelease, UploadAddress } from '@cryptonite/contracts/api';
import { postJson } from '../../../lib/api';

/** The server reads the whole file, at most 100 MB, before it answers. */
const SAVED_WITHIN_MS = 120_000;

/** An address that takes the file by one PUT. */
export const requestUploadUrl = async (): Promise<string> =>
  (await postJson('/api/objects/upload', {}, UploadAddress)).uploadURL;

/** Has the server check the file at `apkUrl` and make it the one that is given out. */
export async function saveApk(apkUrl: string): Promise<ApkRelease> {
  try {
    return await postJson('/api/apk', { apkUrl }, ApkRelease, SAVED_WITHIN_MS);
  } catch (error) {
    throw new Error('Failed to save APK', { cause: error });
  }
}
