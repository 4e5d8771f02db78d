import type { CheckedApk } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { describeError } from '../../../lib/api';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import { lazyAhead } from '../../../lib/chunks';
import { formatUtcDate, UNKNOWN } from '../../../lib/format';
import { formatMegabytes } from '../../../lib/format-bytes';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';
import { NotLoaded } from '../../../ui/lazy-dialog';
import { PartBoundary } from '../../../ui/part-boundary';

const INSTRUCTIONS = [
  'Build a release of the app that is signed. One file, ending in .apk, of at most 100 MB.',
  'Press Upload APK, choose the file and start the upload. Nothing is sent before.',
  'Keep the page open until it says that the APK is available. Without a network the upload waits for it.',
  'The server checks that the file is an Android app, that nobody changed it after it was signed, and that it is signed as the first release was. One that is not is deleted.',
  'Sign the release in your wallet: the message names the version, the SHA-256 and the release before it.',
  'The new APK then takes the place of the current one. Older ones are kept.',
];

/** It brings the uploader, which is large: who does not open this page first loads it with its dialog. */
const UploadForm = lazyAhead('upload-form', () => import('./upload-form'));

/** Where an admin brings in a release of the Android app, which their wallet signs. */
export function AdminPanel({ sign }: { sign: (checked: CheckedApk) => Promise<Uint8Array> }) {
  const [isOpen, setOpen] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <section className="panel" aria-labelledby="current-title">
        <h2 id="current-title" className="text-section font-semibold">
          Android app
        </h2>
        <CurrentApk />
        <div className="mt-auto pt-4">
          <button type="button" className="button button-primary" onClick={() => setOpen(true)}>
            <Icon name="up" />
            Upload APK
          </button>
        </div>
      </section>
      <section className="panel" aria-labelledby="instructions-title">
        <h2 id="instructions-title" className="text-section font-semibold">
          Instructions
        </h2>
        <ol className="mt-3 list-decimal space-y-2 pl-5 text-ink2">
          {INSTRUCTIONS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <Dialog title="Upload APK" isOpen={isOpen} isHeld={isUploading} onClose={close}>
        <PartBoundary instead={<NotLoaded />}>
          <Suspense fallback={<p className="text-ink2">Loading…</p>}>
            <UploadForm sign={sign} onUploading={setUploading} onDone={close} />
          </Suspense>
        </PartBoundary>
      </Dialog>
    </div>
  );
}

function CurrentApk() {
  const { data, error } = useQuery(apkReleasesQuery());
  const current = data?.current;
  return (
    <>
      <p className="mt-3">
        <span className="text-ink3">Current APK: </span>
        <span className="break-all font-mono text-small" data-testid="current-apk">
          {current ? (current.objectPath ?? UNKNOWN) : data ? 'none yet' : error ? UNKNOWN : '…'}
        </span>
      </p>
      {error && <p className="mt-1 text-small text-ink2">{describeError(error)}</p>}
      {current && (
        <dl className="facts mt-3">
          <div>
            <dt>Version</dt>
            <dd>{current.version ?? UNKNOWN}</dd>
          </div>
          <div>
            <dt>Size</dt>
            <dd>{formatMegabytes(current.sizeBytes)}</dd>
          </div>
          <div>
            <dt>SHA-256</dt>
            <dd className="break-all font-mono text-small">{current.sha256}</dd>
          </div>
          <div>
            <dt>Released</dt>
            <dd>{formatUtcDate(current.createdAt)}</dd>
          </div>
          <div>
            <dt>Older kept</dt>
            <dd>{data.older.length}</dd>
          </div>
        </dl>
      )}
    </>
  );
}
