import type { ReactNode } from 'react';

/** Keeps the room of what is alive, so that nothing moves when it comes. */
export function LiveRoom({ children }: { children: ReactNode }) {
  return (
    <section aria-label="The scanner now" className="live">
      {children}
    </section>
  );
}
