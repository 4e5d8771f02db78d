import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createGunzip } from 'node:zlib';

export type ReceivedEvent = { event: string; data: unknown; id: string | null };

/** A client of server-sent events that remembers what came. */
export class EventStreamReader {
  readonly events: ReceivedEvent[] = [];
  #waiting: (() => void)[] = [];
  #text = '';
  isClosed = false;

  private constructor(
    readonly response: IncomingMessage,
    private readonly request: ClientRequest,
  ) {
    const isCompressed = response.headers['content-encoding'] === 'gzip';
    const text = isCompressed ? response.pipe(createGunzip()) : response;
    text.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk));
    text.on('error', () => {});
    response.on('close', () => {
      this.isClosed = true;
      this.#wake();
    });
    response.on('error', () => {});
  }

  static open(url: string, headers: Record<string, string> = {}): Promise<EventStreamReader> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { headers, agent: false }, (response) =>
        resolve(new EventStreamReader(response, sent)),
      );
      sent.on('error', reject).end();
    });
  }

  of(event: string): ReceivedEvent[] {
    return this.events.filter((received) => received.event === event);
  }

  get lastId(): string | null {
    return this.events.findLast(({ id }) => id !== null)?.id ?? null;
  }

  /** Resolves when `isThere` holds of what came so far; rejects after `withinMs`. */
  async until(isThere: () => boolean, withinMs = 5_000): Promise<void> {
    const giveUpAt = Date.now() + withinMs;
    while (!isThere()) {
      if (Date.now() > giveUpAt)
        throw new Error(`not seen in ${JSON.stringify(this.events).slice(0, 2_000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 50);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  close(): void {
    this.request.destroy();
  }

  #take(chunk: string): void {
    this.#text += chunk;
    const blocks = this.#text.split('\n\n');
    this.#text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(': ');
          return [line.slice(0, at), line.slice(at + 2)] as const;
        }),
      );
      const data = fields.get('data');
      if (data === undefined) continue;
      this.events.push({
        event: fields.get('event') ?? 'message',
        data: JSON.parse(data),
        id: fields.get('id') ?? null,
      });
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
