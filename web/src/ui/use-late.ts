import { useEffect, useState } from 'react';

/** What comes sooner needs no word. */
const QUIET_MS = 200;

/** Whether what is waited for takes long enough to say so. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
