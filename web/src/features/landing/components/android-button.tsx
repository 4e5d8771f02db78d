import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apkReleasesQuery } from '../../../lib/apk-releases';
import { Dialog } from '../../../ui/dialog';
import { Icon } from '../../../ui/icon';

/** Downloads the release that is current; until there is one, or while nobody can say, it tells that one is to come. */
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
  if (release)
    return (
      <a href="/api/apk/download" download className="button" title={describeRelease(release)}>
        {words}
      </a>
    );
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {words}
      </button>
      <Dialog title="Cryptonite AI for Android" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p className="text-body text-ink2">
          Coming soon! We're putting the final touches on the Android version of Cryptonite AI. Stay tuned for
          launch updates.
        </p>
        <div className="mt-5 flex justify-end">
          <button type="button" className="button button-primary" onClick={() => setOpen(false)}>
            Got it
          </button>
        </div>
      </Dialog>
    </>
  );
}

const MB = 1_000_000;

const describeRelease = ({
  version,
  sizeBytes,
  sha256,
}: {
  version: string | null;
  sizeBytes: number;
  sha256: string;
}) =>
  `${version === null ? 'Version unknown' : `Version ${version}`}, ${(sizeBytes / MB).toFixed(1)} MB, SHA-256 ${sha256}`;
