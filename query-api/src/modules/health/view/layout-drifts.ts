/** What health says of events in layouts that the decoders do not know. Pure. */
import { DRIFT_ENDS_AFTER_MS, type LayoutDrift } from '@cryptonite/contracts/events';

/** Programs as people call them. */
const PROGRAM_TITLES: Readonly<Record<LayoutDrift['program'], string>> = {
  pump: 'pump',
  pumpswap: 'PumpSwap',
};

/** The drifts that go on at `streamTime`, oldest first; none while nobody knows the time. */
export const driftsAt = (drifts: readonly LayoutDrift[], streamTime: number | null): LayoutDrift[] =>
  drifts
    .filter(({ lastTime }) => streamTime !== null && streamTime - lastTime <= DRIFT_ENDS_AFTER_MS)
    .sort((a, b) => a.since - b.since || (a.discriminator < b.discriminator ? -1 : 1));

/** Times are UTC, and with their date where that is not the stream's. */
export function sentenceOfDrift(drift: LayoutDrift, streamTime: number | null): string {
  const { program, event, discriminator, since } = drift;
  const title = PROGRAM_TITLES[program];
  const details = `${bytesOf(drift)}, since ${timeOf(since, streamTime)}`;
  return event === null
    ? `${title} emits an event that this version does not know: ${discriminator} (${details}).`
    : `${title} ${event} is longer than this version knows (${details}).`;
}

/** Texts within an event make its length differ from one to the next. */
function bytesOf({ lengths, otherLengths }: LayoutDrift): string {
  const bytes = lengths.map((each) => each.bytes);
  const [least, most] = [Math.min(...bytes), Math.max(...bytes)];
  if (otherLengths > 0) return `${least} bytes and other lengths`;
  return least === most ? `${least} bytes` : `${least} to ${most} bytes`;
}

function timeOf(time: number, streamTime: number | null): string {
  const [date, clock] = new Date(time).toISOString().split('T') as [string, string];
  const today = streamTime === null ? date : new Date(streamTime).toISOString().slice(0, 10);
  const minute = clock.slice(0, 5);
  return date === today ? minute : `${date} ${minute}`;
}
