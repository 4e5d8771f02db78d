import { once } from 'node:events';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { basename } from 'node:path';
import type { Duplex, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { EngineSession } from './engine.js';
import { ClickHouseFault, toFault } from './errors.js';
import type { Export, Exporter } from './exporter.js';
import { drained } from './respond.js';
import type { SessionPool } from './session-pool.js';

// How the front of the analysts' port asks the process that has the store: HTTP/2 over the pipe between the two, which nobody
// else can open. The front has read and checked the statement, so that here it is only run.

/** A statement that was checked, and how its answer is made: as blocks that follow each other, or in one piece. */
export interface Ask {
  database: string;
  sql: string;
  format: string;
  isStreamed: boolean;
}

type Told = { waitedMs: number; rowsRead: number };
export type Answer = Told & { blocks: Buffer[] };

/** Answers in one piece wait in the session until they are sent, and so would count against its memory. In MB. */
const SESSION_MEMORY_MB = 2_048;

/** What serves a front: the analysts' sessions, and their exports. */
export interface Store {
  pool: SessionPool<EngineSession>;
  exporter: Exporter;
}

/** Serves the fronts whose pipes it is given as connections (`emit('connection', pipe)`). */
export function serveFronts(store: Store): Http2Server {
  const server = createServer({ maxSessionMemory: SESSION_MEMORY_MB });
  server.on('stream', (stream, headers) => {
    // A front that is gone takes its statements with it.
    stream.on('error', () => {});
    const serve = headers[':path'] === '/export' ? serveExport : serveAnswer;
    serve(store, stream).catch(() => stream.destroy());
  });
  return server;
}

/** The answer's bytes, behind them a fault where there is one, and how long that is. */
async function serveAnswer({ pool }: Store, stream: ServerHttp2Stream): Promise<void> {
  const asked = JSON.parse(await text(stream)) as Ask;
  const trailers: OutgoingHttpHeaders = {};
  stream.respond({ ':status': 200 }, { waitForTrailers: true });
  // A stream that was closed meanwhile takes none, and says so by throwing.
  stream.once('wantTrailers', () => !stream.closed && stream.sendTrailers(trailers));
  const run = async (session: EngineSession, waitedMs: number) => {
    trailers['waited-ms'] = waitedMs;
    if (stream.destroyed) return;
    await session.enter(asked.database);
    if (!asked.isStreamed) {
      const result = await session.run(asked.sql, asked.format);
      trailers['rows-read'] = result.rowsRead;
      return write(stream, result.bytes());
    }
    for await (const block of session.stream(asked.sql, asked.format)) {
      if (stream.destroyed) break;
      await write(stream, block.raw());
    }
  };
  const fault = await pool.use(run).catch(packFault);
  if (fault) trailers['fault-bytes'] = fault.length;
  stream.end(fault ?? '');
}

/** The session is not lent again before the front has all of it, so that no more wait here than there are sessions. */
async function write(stream: ServerHttp2Stream, bytes: Uint8Array): Promise<void> {
  if (bytes.length > 0 && !stream.destroyed && !stream.write(bytes)) await drained(stream, stream);
}

/** Names the file, and removes it when the front is done with it, or gone. */
async function serveExport({ exporter }: Store, stream: ServerHttp2Stream): Promise<void> {
  const { settings, ...asked } = JSON.parse(await text(stream)) as Omit<Export, 'settings'> & {
    settings: [string, string][];
  };
  const isGone = () => stream.destroyed;
  const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  const send = async (file: string, format: string) => {
    stream.respond({ ':status': 200, file: basename(file), format });
    await closed;
  };
  await exporter.use({ ...asked, settings: new Map(settings) }, isGone, send).catch((error: unknown) => {
    if (isGone()) return;
    stream.respond({ ':status': 500 });
    stream.end(packFault(error));
  });
}

const packFault = (error: unknown): Buffer => {
  const { code, type, message, status } = toFault(error);
  return Buffer.from(JSON.stringify([code, type, message, status]));
};

const unpackFault = (bytes: Buffer): ClickHouseFault =>
  new ClickHouseFault(...(JSON.parse(bytes.toString()) as [number, string, string, number]));

const storeGone = () => new ClickHouseFault(236, 'ABORTED', 'the store has ended: try again in a moment');

/** The front's end of the pipe. */
export class StoreLink {
  private readonly session: ClientHttp2Session;

  constructor(pipe: Duplex) {
    this.session = connect('http://store', {
      createConnection: () => pipe,
      maxSessionMemory: SESSION_MEMORY_MB,
      settings: { initialWindowSize: WINDOW_BYTES },
    });
    this.session.once('connect', () => this.session.setLocalWindowSize(WINDOW_BYTES));
    this.session.on('error', () => {});
  }

  /** Resolves when the other end is gone. */
  closed(): Promise<void> {
    return new Promise((resolve) => this.session.once('close', () => resolve()));
  }

  /**
   * The whole answer to a statement; the statement ends with its reader.
   * @param hold is told of each part before it is kept, and may refuse it
   * @throws ClickHouseFault as the store told it
   */
  async run(asked: Ask, reader: Writable, hold: (bytes: number) => void): Promise<Answer> {
    return this.ask('/answer', asked, reader, async (stream) => {
      let trailers: IncomingHttpHeaders | undefined;
      stream.once('trailers', (told: IncomingHttpHeaders) => {
        trailers = told;
      });
      const blocks: Buffer[] = [];
      for await (const block of stream as AsyncIterable<Buffer>) {
        hold(block.length);
        blocks.push(block);
      }
      if (!trailers) throw storeGone();
      const faultBytes = Number(trailers['fault-bytes'] ?? 0);
      if (faultBytes > 0) throw unpackFault(lastBytes(blocks, faultBytes));
      const numberOf = (name: string) => Number(trailers?.[name] ?? 0);
      return { blocks, waitedMs: numberOf('waited-ms'), rowsRead: numberOf('rows-read') };
    });
  }

  /**
   * Has the store write the result into a file of its spool, which is there while `send` runs.
   * @throws ClickHouseFault as the store told it
   */
  async export(
    asked: Export,
    reader: Writable,
    send: (file: string, format: string) => Promise<void>,
  ): Promise<void> {
    const settings = [...asked.settings];
    await this.ask('/export', { ...asked, settings }, reader, async (stream) => {
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      if (headers.file === undefined) throw unpackFault(Buffer.from(await text(stream)));
      await send(String(headers.file), String(headers.format));
    });
  }

  private async ask<Result>(
    path: string,
    asked: object,
    reader: Writable,
    work: (stream: ClientHttp2Stream) => Promise<Result>,
  ): Promise<Result> {
    if (this.session.destroyed) throw storeGone();
    const stream = this.session.request({ ':method': 'POST', ':path': path });
    stream.on('error', () => {});
    // One that has ended is not reset: of 1,000 resets and 33 a second more HTTP/2 makes an attack, and ends the session.
    const leave = () => {
      if (!stream.readableEnded) stream.close(constants.NGHTTP2_CANCEL);
    };
    reader.once('close', leave);
    try {
      stream.end(JSON.stringify(asked));
      return await work(stream);
    } finally {
      reader.off('close', leave);
      leave();
    }
  }
}

/** The front takes what comes at once, up to the limit of what it holds. */
const WINDOW_BYTES = 16 * 1024 ** 2;

function lastBytes(blocks: readonly Buffer[], count: number): Buffer {
  const parts: Buffer[] = [];
  for (let i = blocks.length - 1, left = count; left > 0 && i >= 0; i -= 1) {
    const block = blocks[i] as Buffer;
    parts.unshift(block.subarray(Math.max(0, block.length - left)));
    left -= block.length;
  }
  return Buffer.concat(parts);
}
