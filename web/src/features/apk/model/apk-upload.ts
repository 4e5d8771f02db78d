import { APK_TYPE, MAX_APK_BYTES } from '@cryptonite/contracts/api';
import AwsS3, { type AwsS3UploadParameters } from '@uppy/aws-s3';
import Uppy from '@uppy/core';

const AT_ONCE = 6;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];

type PutOptions = Parameters<typeof AwsS3.uploadPartBytes>[0];
type PutResult = Awaited<ReturnType<typeof AwsS3.uploadPartBytes>>;

export type ApkUploadWorld = {
  /** Asks for an address that takes one PUT of this session. */
  requestUrl: (signal?: AbortSignal) => Promise<string>;
  /** What shows that a page of this origin sends. */
  headers: () => Record<string, string>;
  /** By how much of how many bytes the server has. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
  put?: (options: PutOptions) => Promise<PutResult>;
  retryDelaysMs?: number[];
};

export type ApkUpload = ReturnType<typeof createApkUpload>;

const statusOf = (error: unknown): number | undefined =>
  (error as { source?: { status?: number } } | null)?.source?.status;

/**
 * Uppy's own retries, in the words it has for them. It takes a 403 as expired by the wording of one store alone, so every 403
 * is given that wording: the next try asks for a new address. And it would send a 400 again, which no try makes right:
 * without a status it is final. What is the last word of an upload is said for people.
 */
async function putOnce(put: NonNullable<ApkUploadWorld['put']>, options: PutOptions): Promise<PutResult> {
  try {
    return await put(options);
  } catch (error) {
    const status = statusOf(error);
    if (status === 403) throw Object.assign(new Error('Request has expired'), { source: { status } });
    if (status === 400) throw new Error('The server refused the file', { cause: error });
    // Without a status it was cancelled.
    if (status === undefined) throw error;
    const words =
      status > 0 ? `The server answered with status ${status}` : 'The connection to the server broke';
    throw Object.assign(new Error(words, { cause: error }), { source: { status } });
  }
}

/**
 * One file to the server by one PUT, begun by {@link start} alone. To Uppy it is an upload of one part: only parts are
 * tried again by it. A try that failed begins at the first byte, at an address of its own.
 */
export function createApkUpload({
  requestUrl,
  headers,
  onProgress,
  put = AwsS3.uploadPartBytes,
  retryDelaysMs = RETRY_DELAYS_MS,
}: ApkUploadWorld) {
  let address = '';
  const uppy = new Uppy({
    autoProceed: false,
    restrictions: { maxNumberOfFiles: 1, maxFileSize: MAX_APK_BYTES },
  }).use(AwsS3, {
    limit: AT_ONCE,
    retryDelays: retryDelaysMs,
    shouldUseMultipart: true,
    getChunkSize: ({ size }) => size,
    createMultipartUpload: () => ({ uploadId: 'one PUT', key: 'apk' }),
    listParts: () => [],
    abortMultipartUpload: () => {},
    signPart: async (_file, { signal }): Promise<AwsS3UploadParameters> => {
      address = await requestUrl(signal);
      return { method: 'PUT', url: address, headers: headers() };
    },
    completeMultipartUpload: () => ({ location: address }),
    uploadPartBytes: (options) => putOnce(put, options),
  });
  uppy.on('upload-progress', (_file, { bytesUploaded, bytesTotal }) => {
    onProgress(bytesUploaded, bytesTotal ?? 0);
  });
  return {
    /** Takes `file` in place of one chosen before. @throws RestrictionError with a sentence to show. */
    choose: (file: { name: string; data: Blob }) => {
      uppy.cancelAll();
      uppy.addFile({ name: file.name, type: APK_TYPE, data: file.data });
    },
    /** The address that took the file. Rejects once nothing is tried any more. */
    start: async (): Promise<string> => {
      const result = await uppy.upload();
      const [done] = result?.successful ?? [];
      if (done?.uploadURL) return done.uploadURL;
      const [failed] = result?.failed ?? [];
      throw new Error(failed?.error ?? 'The upload was cancelled');
    },
    /** Lets go of the file; an upload under way ends. */
    cancel: () => uppy.cancelAll(),
    destroy: () => uppy.destroy(),
  };
}
