import type { Socket } from 'node:net';

/** A client shows its secret within milliseconds, also on a machine that is busy. */
const LIMIT_MS = 10_000;
const MOST = 256;

/**
 * The connections that have not shown the secret yet: few, and none for long, so that what they may make a server hold is
 * bounded. Where there are too many the oldest goes, so that somebody who opens a great many cannot keep others out.
 */
export class Strangers {
  private readonly timers = new Map<Socket, NodeJS.Timeout>();

  /** To be called with every new connection. */
  add(socket: Socket): void {
    const [oldest] = this.timers.keys();
    if (oldest && this.timers.size >= MOST) {
      oldest.destroy();
      this.forget(oldest);
    }
    const timer = setTimeout(() => socket.destroy(), LIMIT_MS);
    this.timers.set(socket, timer.unref());
    socket.once('close', () => this.forget(socket));
  }

  /** Its client has shown the secret, or is gone. */
  forget(socket: Socket): void {
    clearTimeout(this.timers.get(socket));
    this.timers.delete(socket);
  }
}
