/** What was measured of the page, as the bench tells it. */
import { OPENING_MS, type Watched } from './web-watch.js';

export type Result = { what: string; value: number; unit: string; ratio?: { to: string; value: number } };

/** What must hold. */
export const LIMITS = {
  shift: 0.1,
  taskMs: 50,
  slowedTaskMs: 100,
  streamKbPerS: 15,
  firstCardMs: 1_000,
  slowFirstCardMs: 2_500,
} as const;

function against(what: string, value: number, unit: string, limit: number): Result {
  const to = `the limit of ${limit} ${unit}`.trimEnd();
  return { what, value, unit, ratio: { to, value: value / limit } };
}

/** Of loads one after the other: the slowest must be within the limit. */
export function firstCardFigures(where: string, times: readonly number[], limitMs: number): Result[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [
    against(`first card ${where}, slowest of ${times.length}`, sorted.at(-1)!, 'ms', limitMs),
    { what: `first card ${where}, fastest`, value: sorted[0]!, unit: 'ms' },
  ];
}

export function watchedFigures(
  where: string,
  { opening, idle, bytesPerS }: Omit<Watched, 'coresUsed'>,
  minutes: number,
  taskLimitMs: number,
): Result[] {
  const spells = [
    [`in the first ${OPENING_MS / 1_000} s`, opening],
    [`over ${minutes} idle min`, idle],
  ] as const;
  return [
    ...spells.flatMap(([when, { shift, longTasks, inLongTasksMs, longestTaskMs }]): Result[] => [
      against(`${where}, layout shift ${when}`, shift, '', LIMITS.shift),
      { what: `${where}, tasks over ${taskLimitMs} ms ${when}`, value: longTasks, unit: 'tasks' },
      ...(longestTaskMs === null
        ? []
        : [
            against(`${where}, the longest of them`, longestTaskMs, 'ms', taskLimitMs),
            { what: `${where}, all of them`, value: inLongTasksMs / 1_000, unit: 's' },
          ]),
    ]),
    against(`${where}, event stream`, bytesPerS / 1_000, 'kB/s', LIMITS.streamKbPerS),
  ];
}

/** `heapMb`: at the start and after each minute. */
export function heapFigures(heapMb: readonly number[]): Result[] {
  const minutes = heapMb.length - 1;
  const [first, last] = [heapMb[0]!, heapMb.at(-1)!];
  return [
    { what: 'JS heap after a forced collection, at the start', value: first, unit: 'MB' },
    {
      what: `JS heap after a forced collection, after ${minutes} min`,
      value: last,
      unit: 'MB',
      ratio: { to: 'that at the start', value: last / first },
    },
    { what: 'JS heap, most of these', value: Math.max(...heapMb), unit: 'MB' },
    { what: 'JS heap, growth', value: (last - first) / minutes, unit: 'MB per minute' },
  ];
}
