import { useEffect, useState } from 'react';

/** False until the browser has painted once: what may wait is asked for then. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer = 0;
    // The frame is painted after its callbacks; a task that they leave behind comes after it.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
