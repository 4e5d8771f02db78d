import type { ReactNode } from 'react';
import { UNKNOWN } from '../../../lib/format';

/** What a text says and, beside it, what was measured; where nothing was, it says so. */
export function Measured({ text, measured }: { text: string; measured: string | null }) {
  return (
    <>
      {text} <span className="text-ink3">(measured: {measured ?? 'nothing yet'})</span>
    </>
  );
}

/** What a text says and, beside it, what that comes to now; where nobody can tell, it says so. */
export function Computed({ text, computed }: { text: string; computed: string | null }) {
  return (
    <>
      {text} <span className="text-ink3">(at this price of SOL: {computed ?? UNKNOWN})</span>
    </>
  );
}

/** What a text says and, beside it, what the rules of the profile set. */
export function Configured({ text, configured }: { text: string; configured: string }) {
  return (
    <>
      {text} <span className="text-ink3">(set in this profile: {configured})</span>
    </>
  );
}

/** The line under the bar that says what a tab shows. */
export function TabNote({ children }: { children: ReactNode }) {
  return <div className="tab-note">{children}</div>;
}
