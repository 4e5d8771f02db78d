/** The spans that measures speak of: cells of stream time that end with the one of the measurement. */
const CELLS = {
  '5m': { count: 30, ms: 10_000 },
  '10m': { count: 10, ms: 60_000 },
  '10mFine': { count: 60, ms: 10_000 },
  '11m': { count: 11, ms: 60_000 },
  '1h': { count: 60, ms: 60_000 },
  '24h': { count: 96, ms: 900_000 },
} as const;
export type WindowName = keyof typeof CELLS;
export const WINDOW_NAMES = Object.keys(CELLS) as WindowName[];

export type Span = { from: number; to: number };

export function windowAt(name: WindowName, time: number): Span {
  const { count, ms } = CELLS[name];
  return { from: (Math.floor(time / ms) - count + 1) * ms, to: time };
}
