import { createServer, type IncomingMessage, type Server } from 'node:http';
import { z } from 'zod';
import { listenAt, refuseStranger } from './loopback.js';
import type { ProviderFaults } from './provider-faults.js';

/** Late updates are held in memory: half a minute of them at the highest rates. */
const Settings = z
  .strictObject({
    lagMs: z.int().min(0).max(30_000),
    keepsHistory: z.boolean(),
    forkShare: z.number().min(0).max(1),
  })
  .partial();
const Missing = z.strictObject({ slots: z.int().min(1).max(10_000) });

const MAX_BODY_BYTES = 4_096;

export interface Switches {
  faults: ProviderFaults;
  /** Ends every client's stream and says how many there were. */
  disconnect: () => number;
  /** What else can be switched, by its name: `GET` and `PUT /faults/<name>`. */
  others?: Readonly<Record<string, { schema: z.ZodType<object>; settings: object }>>;
}

interface Reply {
  status: number;
  body: unknown;
}

/**
 * Serves the switches on 127.0.0.1: `GET` and `PUT /faults` for what lasts, `POST /faults/disconnect` and
 * `POST /faults/missing` for what happens once (docs/operations.md).
 */
export async function serveFaultSwitches(
  switches: Switches,
  port: number,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    reply(request, switches).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(`${JSON.stringify(body)}\n`);
      },
      (error) => {
        response.writeHead(500).end();
        console.error(`a fault switch failed: ${String(error)}`);
      },
    );
  });
  return { url: await listenAt(server, port), server };
}

async function reply(
  request: IncomingMessage,
  { faults, disconnect, others = {} }: Switches,
): Promise<Reply> {
  const stranger = refuseStranger(request);
  if (stranger !== null) return { status: 403, body: { error: stranger } };
  const read = async <Schema extends z.ZodType>(schema: Schema, act: (value: z.infer<Schema>) => unknown) => {
    const parsed = schema.safeParse(await readJson(request));
    if (parsed.success) return { status: 200, body: act(parsed.data) };
    return { status: 400, body: { error: z.prettifyError(parsed.error) } };
  };
  for (const [name, { schema, settings }] of Object.entries(others)) {
    if (request.url !== `/faults/${name}`) continue;
    if (request.method === 'GET') return { status: 200, body: settings };
    if (request.method === 'PUT') return read(schema, (changed) => Object.assign(settings, changed));
  }
  switch (`${request.method} ${request.url}`) {
    case 'GET /faults':
      return { status: 200, body: faults.settings };
    case 'PUT /faults':
      return read(Settings, (settings) => Object.assign(faults.settings, settings));
    case 'POST /faults/disconnect':
      return { status: 200, body: { disconnected: disconnect() } };
    case 'POST /faults/missing':
      return read(Missing, ({ slots }) => faults.miss(slots));
    default:
      return { status: 404, body: { error: `${request.method} ${request.url} is not served here` } };
  }
}

/** Undefined where it is no JSON or too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
