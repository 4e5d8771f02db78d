import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Frames } from '../frames.js';
import { Reader, Writer } from '../wire.js';
import type { Target } from './target.js';

const MAX_ANSWER_BYTES = 100 * 1024 * 1024;

/** Speaks the protocol request by request, for what kafkajs never sends. */
export class RawClient {
  private readonly frames = new Frames();
  private readonly waiting = new Map<number, (answer: Reader) => void>();
  private nextCorrelationId = 1;

  private constructor(readonly socket: Socket) {
    // Every request under way listens for the end of the connection.
    socket.setMaxListeners(0);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const frame of this.frames.push(chunk, MAX_ANSWER_BYTES)) {
        const answer = new Reader(frame);
        this.waiting.get(answer.int32())?.(answer);
      }
    });
  }

  static async connect(address: string): Promise<RawClient> {
    const [host = '', port = ''] = address.split(':');
    const socket = connect(Number(port), host);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Connects and authenticates where the target asks for it. */
  static async open(target: Target): Promise<RawClient> {
    const client = await RawClient.connect(target.brokers[0]!);
    if (target.sasl) {
      await client.send(17, 1, new Writer().string('PLAIN'));
      const { username, password } = target.sasl;
      await client.send(36, 1, new Writer().bytes(Buffer.from(`\0${username}\0${password}`)));
    }
    return client;
  }

  /** Sends a request and waits for its answer; rejects if the connection closes first. */
  async send(apiKey: number, version: number, body: Writer): Promise<Reader> {
    const correlationId = this.nextCorrelationId++;
    const { parts, byteLength } = new Writer()
      .int16(apiKey)
      .int16(version)
      .int32(correlationId)
      .nullableString('raw')
      .raw(Buffer.concat(body.finish().parts))
      .finish();
    const answered = new Promise<Reader>((resolve, reject) => {
      const onClose = () => reject(new Error('the connection was closed'));
      this.socket.once('close', onClose);
      this.waiting.set(correlationId, (answer) => {
        this.waiting.delete(correlationId);
        this.socket.off('close', onClose);
        resolve(answer);
      });
    });
    const length = Buffer.alloc(4);
    length.writeInt32BE(byteLength);
    this.socket.write(Buffer.concat([length, ...parts]));
    return answered;
  }

  close(): void {
    this.socket.destroy();
  }
}
