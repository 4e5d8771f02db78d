import { useEffect, useRef, useState } from 'react';
import { csrfHeaders, describeError, sentenceOf } from '../../../lib/api';
import { requestUploadUrl } from '../api/save-apk';
import { type ApkUpload, createApkUpload } from './apk-upload';

export type UploadState = {
  file: File | null;
  isUploading: boolean;
  sentBytes: number;
  /** Why the file was not taken, or did not arrive. */
  failure: string | null;
};

const NOTHING: UploadState = { file: null, isUploading: false, sentBytes: 0, failure: null };

/** An address to send to; where none is given, the server's own words are what the upload fails with. */
async function requestUrl(): Promise<string> {
  try {
    return await requestUploadUrl();
  } catch (error) {
    throw new Error(sentenceOf(error) ?? describeError(error), { cause: error });
  }
}

/** One file and its way to the store; it ends with the component. */
export function useUpload() {
  const [state, setState] = useState(NOTHING);
  const current = useRef<ApkUpload | null>(null);
  useEffect(() => () => current.current?.destroy(), []);

  /** A file that was sent before is sent anew. @throws RestrictionError with a sentence to show. */
  const hold = (file: File): ApkUpload => {
    current.current?.destroy();
    const upload = createApkUpload({
      requestUrl,
      headers: csrfHeaders,
      onProgress: (sentBytes) => setState((now) => ({ ...now, sentBytes })),
    });
    current.current = upload;
    upload.choose({ name: file.name, data: file });
    return upload;
  };

  const choose = (file: File) => {
    try {
      hold(file);
      setState({ ...NOTHING, file });
    } catch (error) {
      setState({ ...NOTHING, failure: wordsOf(error) });
    }
  };

  /** The address of the stored file; null where it did not arrive, or was cancelled. */
  const start = async (file: File): Promise<string | null> => {
    setState({ ...NOTHING, file, isUploading: true });
    const upload = hold(file);
    try {
      const address = await upload.start();
      if (current.current !== upload) return null;
      setState((now) => ({ ...now, isUploading: false }));
      return address;
    } catch (error) {
      if (current.current !== upload) return null;
      console.error('the upload failed', error);
      setState((now) => ({ ...now, isUploading: false, failure: wordsOf(error) }));
      return null;
    }
  };

  /** Ends the upload; the file stays chosen. */
  const cancel = () => {
    current.current?.destroy();
    current.current = null;
    setState(({ file }) => ({ ...NOTHING, file }));
  };
  return { state, choose, start, cancel };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
