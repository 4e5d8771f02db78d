import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `count` may be drawn now: `step` at once, and as many more in every frame after that. One step is always in
 * hand, so that what is added later one by one is drawn at once.
 */
export function useSteps(count: number, step: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (passed >= count) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // The frame is laid out and painted before the first task after it.
      timer = setTimeout(() => startTransition(() => setPassed(passed + step)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, passed, step]);
  return passed + step;
}
