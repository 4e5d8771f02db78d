import { type ReactNode, Suspense } from 'react';
import { PartBoundary } from '../../../ui/part-boundary';

/** Keeps the room of what is alive, so that nothing moves when it comes. */
export function LiveRoom({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="live-title" className="live">
      <h2 id="live-title" className="sr-only">
        The scanner now
      </h2>
      <PartBoundary instead={<p className="live-line text-warn">The live view could not be loaded.</p>}>
        <Suspense>{children}</Suspense>
      </PartBoundary>
    </section>
  );
}
