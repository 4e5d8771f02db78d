import { ApkRelease, CheckedApk, UploadAddress } from '@cryptonite/contracts/api';
import { postJson } from '../../../lib/api';

/** The server reads the whole file, at most 100 MB, before it answers. */
const ANSWERED_WITHIN_MS = 120_000;

/** An address that takes the file by one PUT. */
export const requestUploadUrl = async (): Promise<string> =>
  (await postJson('/api/objects/upload', {}, UploadAddress)).uploadURL;

/** Has the server look at the file at `apkUrl`, and say what an admin signs so that it is released. */
export const checkApk = (apkUrl: string): Promise<CheckedApk> =>
  postJson('/api/apk/check', { apkUrl }, CheckedApk, ANSWERED_WITHIN_MS);

/** Has the server make it the one that is given out. @param signature base58 */
export const saveApk = (apkUrl: string, signature: string): Promise<ApkRelease> =>
  postJson('/api/apk', { apkUrl, signature }, ApkRelease, ANSWERED_WITHIN_MS);
