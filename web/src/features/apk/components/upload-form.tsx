import { MAX_APK_BYTES } from '@cryptonite/contracts/api';
import { useEffect, useId } from 'react';
import { describeError, sentenceOf } from '../../../lib/api';
import { formatMegabytes } from '../../../lib/format-bytes';
import { useOnline } from '../../../lib/live/link';
import { Icon } from '../../../ui/icon';
import { useSaveApk } from '../model/use-save-apk';
import { useUpload } from '../model/use-upload';

/** Chooses a file, sends it when it is told to, and has it checked. It is over when the form goes. */
export default function UploadForm({
  onUploading,
  onDone,
}: {
  /** Whether the form may not go without the upload being lost. */
  onUploading: (isUploading: boolean) => void;
  onDone: () => void;
}) {
  const { state, choose, start, cancel } = useUpload();
  const { mutate, isPending: isSaving, error, reset } = useSaveApk();
  const isOnline = useOnline();
  const inputId = useId();
  const { file, isUploading, sentBytes } = state;
  const isBusy = isUploading || isSaving;
  useEffect(() => {
    onUploading(isUploading);
    return () => onUploading(false);
  }, [isUploading, onUploading]);
  const send = async (chosen: File) => {
    reset();
    const apkUrl = await start(chosen);
    if (apkUrl !== null) mutate(apkUrl, { onSuccess: onDone });
  };
  const failure = state.failure ?? (error && (sentenceOf(error.cause) ?? describeError(error.cause)));
  return (
    <div className="flex flex-col gap-4">
      <div className="file-drop">
        {!isBusy && (
          <>
            <input
              id={inputId}
              type="file"
              className="sr-only"
              accept=".apk,application/vnd.android.package-archive"
              onChange={({ target }) => {
                const [chosen] = target.files ?? [];
                if (!chosen) return;
                reset();
                choose(chosen);
                // So that the same file can be chosen again after it was built anew.
                target.value = '';
              }}
            />
            <label htmlFor={inputId} className="button">
              {file ? 'Choose another file' : 'Choose a file'}
            </label>
          </>
        )}
        <span className="min-w-0 break-words text-small text-ink2">
          {file ? (
            <>
              <bdi className="font-medium text-ink">{file.name}</bdi>, {formatMegabytes(file.size)}
            </>
          ) : (
            `One file, at most ${formatMegabytes(MAX_APK_BYTES)}`
          )}
        </span>
      </div>
      {file && isBusy && (
        <div className="flex flex-col gap-1.5">
          <progress
            className="upload-bar"
            aria-label="Upload"
            value={isSaving ? file.size : sentBytes}
            max={file.size}
          />
          <p className="flex justify-between gap-3 text-small text-ink2" role="status">
            <span>
              {isSaving
                ? 'The server checks the file…'
                : isOnline
                  ? 'Uploading…'
                  : 'Offline: paused, and goes on when the network is back'}
            </span>
            {!isSaving && (
              <span className="whitespace-nowrap">
                {formatMegabytes(sentBytes)} of {formatMegabytes(file.size)}
              </span>
            )}
          </p>
        </div>
      )}
      {failure && !isBusy && (
        <p role="alert" className="note note-bad">
          <Icon name="warning" />
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isUploading && (
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        )}
        <button
          type="button"
          className="button button-primary"
          disabled={!file || isBusy}
          onClick={() => file && void send(file)}
        >
          {file && failure ? 'Try again' : 'Upload'}
        </button>
      </div>
    </div>
  );
}
