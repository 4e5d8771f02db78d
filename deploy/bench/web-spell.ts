import type { PageLog } from './web-page-log.js';

/** What a page did in a part of its time. */
export type Spell = {
  shift: number;
  /** Tasks above the limit. */
  longTasks: number;
  inLongTasksMs: number;
  /** Null where no task was above the limit. */
  longestTaskMs: number | null;
};

/** Of what began from `fromMs` on and before `toMs`. */
export function spellOf(log: PageLog, fromMs: number, toMs: number, taskLimitMs: number): Spell {
  const isWithin = ({ atMs }: { atMs: number }) => atMs >= fromMs && atMs < toMs;
  const long = log.tasks.filter((task) => isWithin(task) && task.ms > taskLimitMs).map(({ ms }) => ms);
  return {
    shift: log.shifts.filter(isWithin).reduce((sum, { value }) => sum + value, 0),
    longTasks: long.length,
    inLongTasksMs: long.reduce((sum, ms) => sum + ms, 0),
    longestTaskMs: long.length === 0 ? null : Math.max(...long),
  };
}

/** What moved, with the shifts in which it moved most, the worst first: where to look for the cause. */
export function movedMost({ shifts }: PageLog): { node: string; shift: number }[] {
  const sums = new Map<string, number>();
  for (const { value, nodes } of shifts) {
    const [node = 'unknown'] = nodes;
    sums.set(node, (sums.get(node) ?? 0) + value);
  }
  return [...sums].map(([node, shift]) => ({ node, shift })).sort((a, b) => b.shift - a.shift);
}
