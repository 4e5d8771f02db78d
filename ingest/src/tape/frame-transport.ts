import type { Readable } from 'node:stream';
import type { SubscriptionListener, Transport } from '../yellowstone/transport.js';

const LENGTH_BYTES = 4;

/** A tape's frames from a stream, as if a provider sent them. `label` is what it answers to `GetVersion`. */
export function openFrameTransport(input: Readable, label: string, ended: () => void): Transport {
  let listener: SubscriptionListener | null = null;
  let pending: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let at = 0;
    while (pending.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + pending.readUInt32BE(at);
      if (end > pending.length) break;
      listener?.onUpdate(pending.subarray(at + LENGTH_BYTES, end));
      at = end;
    }
    pending = pending.subarray(at);
  };
  const end = (): void => {
    if (pending.length > 0) listener?.onUpdate(pending);
    ended();
    listener?.onEnd({ message: 'the input has ended', isReplayRefusal: false });
  };
  return {
    getVersion: async () => label,
    getFirstAvailable: async () => null,
    subscribe(_request, subscriber) {
      // A subscription that is begun anew, after a long silence, goes on where the one before it stopped.
      if (listener === null) input.on('data', read).once('end', end);
      listener = subscriber;
      input.resume();
      return {
        send: () => {},
        pause: () => input.pause(),
        resume: () => input.resume(),
        close: () => input.pause(),
      };
    },
    close: () => input.destroy(),
  };
}
