/** The Android app: how an admin brings in a release, and how anybody gets the one that is current. */
import { z } from 'zod';
import { Sha256 } from '../events/index.js';
import { Text } from './shared.js';

/** 100 MB. */
export const MAX_APK_BYTES = 104_857_600;
export const APK_TYPE = 'application/vnd.android.package-archive';

/** Where one file may be sent by PUT, without any other right. */
export const UploadAddress = z.object({ uploadURL: z.url() });
export type UploadAddress = z.infer<typeof UploadAddress>;

/** The address that an upload was given, with its signature or without it. */
export const UploadedApk = z.object({ apkUrl: z.string().min(1).max(4_096) });
export type UploadedApk = z.infer<typeof UploadedApk>;

export const ApkRelease = z.object({
  /** As the app's manifest names it; null where it names none. */
  version: Text,
  sizeBytes: z.int().positive(),
  sha256: Sha256,
  /** When this file was first released. */
  createdAt: z.int(),
  /** Key of the file in the object store. */
  objectPath: z.string(),
});
export type ApkRelease = z.infer<typeof ApkRelease>;

/** `current` is what `/api/apk/download` gives, null before the first release; older ones newest first. */
export const ApkReleases = z.object({ current: ApkRelease.nullable(), older: z.array(ApkRelease) });
export type ApkReleases = z.infer<typeof ApkReleases>;
