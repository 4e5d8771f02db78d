/** What a page notes of itself while it is watched. All times are ms since its navigation began. */
export type PageLog = {
  /** Shifts that no input excuses; `nodes` are what moved, the largest first. */
  shifts: { atMs: number; value: number; nodes: string[] }[];
  /** Tasks of its main thread of 50 ms and more: the browser tells of no shorter ones. */
  tasks: { atMs: number; ms: number }[];
  /** When the first card had been painted. */
  firstCardMs: number | null;
};

declare global {
  interface Window {
    pageLog?: PageLog;
  }
}

/** As the Layout Instability API has it; TypeScript's library does not. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

export const FIRST_CARD = '[data-testid="token-card"]';

/** Runs in the page before its own scripts, so it reaches nothing outside of itself. */
export function keepPageLog(firstCard: string): void {
  const log: PageLog = { shifts: [], tasks: [], firstCardMs: null };
  window.pageLog = log;

  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'what is gone';
    const name = element.getAttribute('data-testid') ?? element.id;
    return `${element.localName} ${name || (element.getAttribute('class') ?? '').slice(0, 40)}`;
  };
  new PerformanceObserver((list) => {
    for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
      if (!hadRecentInput)
        log.shifts.push({ atMs: startTime, value, nodes: sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      log.tasks.push({ atMs: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });

  const cards = new MutationObserver(() => {
    if (!document.querySelector(firstCard)) return;
    cards.disconnect();
    // The frame that holds it is painted before the first task after it.
    requestAnimationFrame(() =>
      setTimeout(() => {
        log.firstCardMs = performance.now();
      }),
    );
  });
  cards.observe(document, { childList: true, subtree: true });
}
