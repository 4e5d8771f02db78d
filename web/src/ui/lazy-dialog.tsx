import { type ReactNode, Suspense } from 'react';
import { Dialog } from './dialog';
import { PartBoundary } from './part-boundary';
import { useLate } from './use-late';

type LazyDialogProps = { title: string; isOpen: boolean; onClose: () => void };

/** A dialog whose code may be still to come: until then, and where it does not come, one of the same title says so. */
export function LazyDialog({ children, ...dialog }: LazyDialogProps & { children: ReactNode }) {
  return (
    <PartBoundary
      instead={
        <Dialog {...dialog}>
          <NotLoaded />
        </Dialog>
      }
    >
      <Suspense fallback={<Coming {...dialog} />}>{children}</Suspense>
    </PartBoundary>
  );
}

function Coming(dialog: LazyDialogProps) {
  return useLate() ? (
    <Dialog {...dialog}>
      <p role="status" className="text-ink2">
        Loading…
      </p>
    </Dialog>
  ) : null;
}

/** What stands in a dialog whose code did not come. */
export function NotLoaded() {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 text-ink2">
      This could not be loaded: connection lost, or the site was updated.
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </p>
  );
}
