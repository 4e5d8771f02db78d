import { type CheckedApk, MAX_APK_BYTES } from '@cryptonite/contracts/api';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { describeError, sentenceOf } from '../../../lib/api';
import { UNKNOWN } from '../../../lib/format';
import { formatMegabytes } from '../../../lib/format-bytes';
import { useOnline } from '../../../lib/live/link';
import { WalletFailure } from '../../../lib/wallet-failure';
import { Icon } from '../../../ui/icon';
import { useSaveApk } from '../model/use-save-apk';
import { useUpload } from '../model/use-upload';

/** Chooses a file, sends it when it is told to, has it checked, and has the wallet sign for it. It is over when the form goes. */
export default function UploadForm({
  sign,
  onUploading,
  onDone,
}: {
  /** Has the admin's wallet sign what the check found. */
  sign: (checked: CheckedApk) => Promise<Uint8Array>;
  /** Whether the form may not go without the upload being lost. */
  onUploading: (isUploading: boolean) => void;
  onDone: () => void;
}) {
  const { state, choose, start, cancel } = useUpload();
  const { mutate, isPending: isSaving, error, reset, toSign } = useSaveApk();
  /** What the server has already: only the signature is missing. */
  const sent = useRef<{ file: File; apkUrl: string } | null>(null);
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
    const apkUrl = sent.current?.file === chosen ? sent.current.apkUrl : await start(chosen);
    if (apkUrl === null) return;
    const onError = ({ cause }: Error) => {
      sent.current = cause instanceof WalletFailure ? { file: chosen, apkUrl } : null;
    };
    mutate({ apkUrl, sign }, { onSuccess: onDone, onError });
  };
  const failure = state.failure ?? (error && wordsOf(error.cause));
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
                ? toSign
                  ? 'Waiting for the wallet…'
                  : 'The server checks the file…'
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
      {toSign && (
        <dl className="facts" data-testid="to-sign">
          <Fact term="Version">
            {toSign.version ?? UNKNOWN} ({toSign.versionCode})
          </Fact>
          <Fact term="SHA-256">{toSign.sha256}</Fact>
          <Fact term="Signed by">{toSign.signerSha256}</Fact>
          <Fact term="Takes the place of">{toSign.previousSha256 ?? 'none yet'}</Fact>
        </dl>
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

/** Of a wallet its own words, of a request the server's. */
const wordsOf = (cause: unknown): string =>
  cause instanceof WalletFailure ? cause.message : (sentenceOf(cause) ?? describeError(cause));

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="break-all font-mono text-small">{children}</dd>
    </div>
  );
}
