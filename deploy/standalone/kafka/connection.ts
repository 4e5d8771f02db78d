import { once } from 'node:events';
import type { Socket } from 'node:net';
import { APIS } from './api/index.js';
import type { Broker } from './broker.js';
import { ErrorCode, MalformedFrameError } from './errors.js';
import { Frames } from './frames.js';
import { answerAuthenticate, answerHandshake, type Credentials } from './sasl.js';
import { Reader, Writer } from './wire.js';

const MAX_FRAME_BYTES = 100 * 1024 * 1024;
const MAX_UNAUTHENTICATED_FRAME_BYTES = 64 * 1024;
const MAX_QUEUED_REQUESTS = 64;
const PRODUCE = 0;
const SASL_HANDSHAKE = 17;
const API_VERSIONS = 18;
const SASL_AUTHENTICATE = 36;
const MAX_API_VERSIONS = 2;

interface QueuedRequest {
  readonly apiKey: number;
  readonly version: number;
  readonly correlationId: number;
  readonly clientId: string;
  readonly body: Reader;
}

function readHeader(frame: Buffer): QueuedRequest {
  const body = new Reader(frame);
  const [apiKey, version, correlationId] = [body.int16(), body.int16(), body.int32()];
  // ApiVersions 3 has another header; its refusal needs nothing beyond the correlation id.
  const isFlexible = apiKey === API_VERSIONS && version > MAX_API_VERSIONS;
  return { apiKey, version, correlationId, clientId: isFlexible ? '' : (body.nullableString() ?? ''), body };
}

/**
 * One client. Requests are answered in their order and worked on one at a time; only consecutive produce
 * requests overlap, so that they share a sync. Whatever is wrong with a request ends this connection only.
 */
export class Connection {
  private readonly frames = new Frames();
  private readonly queue: QueuedRequest[] = [];
  private readonly closing = new AbortController();
  private running = 0;
  private runningKey = -1;
  private sending: Promise<void> = Promise.resolve();
  private hasHandshake = false;
  private isAuthenticated: boolean;
  /** The credentials were wrong: the connection ends with the answer that says so. */
  private isRefused = false;

  constructor(
    private readonly socket: Socket,
    private readonly broker: Broker,
    private readonly credentials: Credentials | null,
    private readonly onAuthenticated: () => void,
  ) {
    this.isAuthenticated = credentials === null;
    socket.setNoDelay();
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.closing.abort());
  }

  private fail(error: unknown): void {
    // A client that lies about lengths may do so often: one line each, with nothing of what it sent.
    const isClients = error instanceof MalformedFrameError;
    const told = isClients ? error.message : error instanceof Error ? (error.stack ?? error.message) : error;
    if (!this.socket.destroyed) console.error(`connection closed: ${told}`);
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    try {
      const limit = this.isAuthenticated ? MAX_FRAME_BYTES : MAX_UNAUTHENTICATED_FRAME_BYTES;
      for (const frame of this.frames.push(chunk, limit)) this.queue.push(readHeader(frame));
    } catch (error) {
      this.fail(error);
      return;
    }
    if (this.queue.length >= MAX_QUEUED_REQUESTS) this.socket.pause();
    this.startNext();
  }

  private startNext(): void {
    for (;;) {
      const next = this.queue[0];
      if (!next || this.isRefused || this.socket.destroyed) return;
      const mayOverlap =
        next.apiKey === PRODUCE && this.runningKey === PRODUCE && this.running < MAX_QUEUED_REQUESTS;
      if (this.running > 0 && !mayOverlap) return;
      this.queue.shift();
      this.running++;
      this.runningKey = next.apiKey;
      const answer = this.answer(next);
      this.sending = Promise.all([answer, this.sending])
        .then(([body]) => (body ? this.send(next.correlationId, body) : undefined))
        .catch((error) => this.fail(error))
        .then(() => {
          this.running--;
          if (this.isRefused) this.socket.end();
          if (this.queue.length < MAX_QUEUED_REQUESTS) this.socket.resume();
          this.startNext();
        });
    }
  }

  private async answer(request: QueuedRequest): Promise<Writer | null> {
    const { apiKey, version, body, clientId } = request;
    if (apiKey === API_VERSIONS) return answerApiVersions(version);
    if (apiKey === SASL_HANDSHAKE || apiKey === SASL_AUTHENTICATE) return this.authenticate(request);
    if (!this.isAuthenticated) throw new MalformedFrameError(`request ${apiKey} before authentication`);
    const api = APIS.get(apiKey);
    if (!api || version < api.minVersion || version > api.maxVersion) {
      throw new MalformedFrameError(`request ${apiKey} version ${version} is not supported`);
    }
    const clientHost = `/${this.socket.remoteAddress ?? ''}`;
    return api.handle(body, {
      broker: this.broker,
      version,
      clientId,
      clientHost,
      closed: this.closing.signal,
    });
  }

  private authenticate({ apiKey, version, body }: QueuedRequest): Writer {
    if (this.credentials === null || version > 1) throw new MalformedFrameError('SASL is not in use here');
    // librdkafka looks for version 0 before it uses SASL at all. What would follow it, tokens without a header, is not read.
    if (apiKey === SASL_HANDSHAKE && version === 0)
      return new Writer().int16(ErrorCode.UNSUPPORTED_VERSION).int32(0);
    if (apiKey === SASL_HANDSHAKE) {
      const { answer, isAccepted } = answerHandshake(body);
      this.hasHandshake = isAccepted;
      return answer;
    }
    if (!this.hasHandshake)
      throw new MalformedFrameError('SaslAuthenticate without a SaslHandshake of version 1');
    const { answer, isAccepted } = answerAuthenticate(body, version, this.credentials);
    this.isAuthenticated = isAccepted;
    this.isRefused = !isAccepted;
    if (isAccepted) this.onAuthenticated();
    return answer;
  }

  private async send(correlationId: number, body: Writer): Promise<void> {
    if (this.socket.destroyed) return;
    const { parts, byteLength } = body.finish();
    const header = Buffer.allocUnsafe(8);
    header.writeInt32BE(byteLength + 4, 0);
    header.writeInt32BE(correlationId, 4);
    this.socket.cork();
    this.socket.write(header);
    let isAccepted = true;
    for (const part of parts) isAccepted = this.socket.write(part);
    this.socket.uncork();
    // Nothing more is prepared for a client that does not read.
    if (!isAccepted) await once(this.socket, 'drain', { signal: this.closing.signal }).catch(() => undefined);
  }
}

function answerApiVersions(version: number): Writer {
  const isKnown = version <= MAX_API_VERSIONS;
  const answer = new Writer().int16(isKnown ? ErrorCode.NONE : ErrorCode.UNSUPPORTED_VERSION);
  const own = [
    { key: SASL_HANDSHAKE, minVersion: 0, maxVersion: 1 },
    { key: API_VERSIONS, minVersion: 0, maxVersion: MAX_API_VERSIONS },
    { key: SASL_AUTHENTICATE, minVersion: 0, maxVersion: 1 },
  ];
  answer.array([...APIS.values(), ...own], ({ key, minVersion, maxVersion }) => {
    answer.int16(key).int16(minVersion).int16(maxVersion);
  });
  return isKnown && version >= 1 ? answer.int32(0) : answer;
}
