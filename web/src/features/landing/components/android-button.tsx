import type { ApkRelease } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../../lib/api';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import { UNKNOWN } from '../../../lib/format';
import { formatMegabytes } from '../../../lib/format-bytes';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';

const TITLE = 'Cryptonite AI for Android';

/** Downloads the release that is current. Until there is one it tells that one is to come; while nobody can say, that. */
export function AndroidButton() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(apkReleasesQuery());
  const release = data?.current;
  const words = (
    <>
      <Icon name="download" size={14} />
      Download for Android
    </>
  );
  return (
    <>
      {release ? (
        <a href="/api/apk/download" download className="button" title={describeRelease(release)}>
          {words}
        </a>
      ) : (
        <button type="button" className="button" onClick={() => setOpen(true)}>
          {words}
        </button>
      )}
      <Dialog title={TITLE} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReleaseNews onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** What is known of a release, which may come to be known while this is read. */
function ReleaseNews({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(apkReleasesQuery());
  if (data?.current)
    return (
      <News
        action={
          <a href="/api/apk/download" download className="button button-primary">
            Download
          </a>
        }
      >
        {describeRelease(data.current)}
      </News>
    );
  if (data)
    return (
      <News
        action={
          <button type="button" className="button button-primary" onClick={onClose}>
            Got it
          </button>
        }
      >
        Coming soon! We're putting the final touches on the Android version of Cryptonite AI. Stay tuned for
        launch updates.
      </News>
    );
  const isAsking = isFetching || error === null;
  return (
    <News
      action={
        <button
          type="button"
          className="button button-primary"
          disabled={isAsking}
          onClick={() => void refetch()}
        >
          Try again
        </button>
      }
    >
      {isAsking
        ? 'Asking whether there is a version to download…'
        : `Whether there is a version to download could not be read (${describeError(error)}).`}
    </News>
  );
}

function News({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <>
      <div role="status">
        <p className="text-body text-ink2 [overflow-wrap:anywhere]">{children}</p>
      </div>
      <div className="mt-5 flex justify-end">{action}</div>
    </>
  );
}

const describeRelease = ({ version, sizeBytes, sha256 }: ApkRelease) =>
  `Version ${version ?? UNKNOWN}, ${formatMegabytes(sizeBytes)}, SHA-256 ${sha256}`;
