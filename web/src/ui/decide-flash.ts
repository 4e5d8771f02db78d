/** A cell flashes at most this often. */
const QUIET_MS = 2_000;

/** A cell's text, the value that it has shown it for, and when it last flashed, by the viewer's clock in ms. */
export type ShownValue = { value: number | null; text: string; flashedAt: number };

/** A value that reads as it did flashes nothing: answers have more digits than the stream, and neither shows them all. */
export function decideFlash(
  before: ShownValue,
  value: number | null,
  text: string,
  nowMs: number,
): { shown: ShownValue; flash: 'up' | 'down' | null } {
  if (text === before.text) return { shown: before, flash: null };
  const isQuiet = nowMs - before.flashedAt < QUIET_MS;
  if (value === null || before.value === null || value === before.value || isQuiet)
    return { shown: { value, text, flashedAt: before.flashedAt }, flash: null };
  return { shown: { value, text, flashedAt: nowMs }, flash: value > before.value ? 'up' : 'down' };
}
