/** The Android app: how an admin brings in a release, and how anybody gets the one that is current. */
import { z } from 'zod';
import { Signature } from '../chain/index.js';
import { Sha256 } from '../events/index.js';
import { Text } from './shared.js';

/** 100 MB. */
export const MAX_APK_BYTES = 104_857_600;
export const APK_TYPE = 'application/vnd.android.package-archive';

/** Where the session that asked may send one file by PUT. */
export const UploadAddress = z.object({ uploadURL: z.url() });
export type UploadAddress = z.infer<typeof UploadAddress>;

/** The last part of the address. */
export const UploadId = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, 'takes the end of an address that POST /api/objects/upload gave'),
});
export type UploadId = z.infer<typeof UploadId>;

/** For so long an address is good, and the message that an admin signs. */
export const UPLOAD_MINUTES = 15;

/** The address that an upload was given. */
export const UploadedApk = z.object({ apkUrl: z.string().min(1).max(4_096) });
export type UploadedApk = z.infer<typeof UploadedApk>;

/** What was found in an uploaded file, and what its admin signs so that it is released. */
export const CheckedApk = z.object({
  version: Text.describe("As the app's manifest names it; null where it names none."),
  versionCode: z.int().nonnegative(),
  sizeBytes: z.int().positive(),
  sha256: Sha256,
  signerSha256: Sha256.describe(
    'Of the certificate that signed the file, or of the one that this one followed.',
  ),
  previousSha256: Sha256.nullable().describe(
    'Of the release that this one takes the place of; null for the first.',
  ),
  message: z.string().describe('To be signed as it is, byte for byte.'),
  expiresAt: z.int().describe('Wall clock, ms since 1970, until which the message is good, for one release.'),
});
export type CheckedApk = z.infer<typeof CheckedApk>;

export const SignedApk = UploadedApk.extend({
  signature: Signature.describe(
    "The wallet's signature over the message of the check or its off-chain envelope of version 0 or 1, base58.",
  ),
});
export type SignedApk = z.infer<typeof SignedApk>;

export const ApkRelease = z.object({
  /** As the app's manifest names it; null where it names none. */
  version: Text,
  versionCode: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Null of a release that was made before it was kept.'),
  sizeBytes: z.int().positive(),
  sha256: Sha256,
  /** When this file was first released. */
  createdAt: z.int(),
  objectPath: z
    .string()
    .nullable()
    .describe('Key of the file in the object store; null for who is no admin.'),
});
export type ApkRelease = z.infer<typeof ApkRelease>;

/** `current` is what `/api/apk/download` gives, null before the first release; older ones newest first. */
export const ApkReleases = z.object({ current: ApkRelease.nullable(), older: z.array(ApkRelease) });
export type ApkReleases = z.infer<typeof ApkReleases>;
