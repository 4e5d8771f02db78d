/** Server-sent events as text. */

export type StreamEvent = { event: string; data: unknown };

/** One event. `data` becomes one line of JSON; an id, unless it is empty, is what the client returns as Last-Event-ID. */
export function writeFrame(event: string, data: unknown, id?: string): string {
  return `${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Frames that together bring a client from one vector of offsets to the next: only the last bears the id, so that a
 * client cut off between two of them asks for all of them again.
 */
export function writeFrames(events: readonly StreamEvent[], id: string): string {
  return events
    .map(({ event, data }, index) => writeFrame(event, data, index === events.length - 1 ? id : undefined))
    .join('');
}
