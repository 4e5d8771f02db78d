import { createServer, type Server } from 'node:net';
import { UsageError } from './options.js';

/** Null where another program holds it. Rejects where this user may not take it. */
const tryPort = (port: number) =>
  new Promise<Server | null>((resolve, reject) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE'
        ? resolve(null)
        : reject(new UsageError(`Port ${port} is not for this user (${code}): take one from 1024 on.`)),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

async function holdPort(wanted: number): Promise<{ port: number; server: Server }> {
  const server = (await tryPort(wanted)) ?? (await tryPort(0));
  const address = server?.address();
  if (!server || !address || typeof address !== 'object') throw new Error('No free port on 127.0.0.1');
  return { port: address.port, server };
}

/**
 * For each wanted port of 127.0.0.1 that port, or any free one where it is taken. All are held until the last is found,
 * so that no two are the same.
 */
export async function findPorts<Name extends string>(
  wanted: Record<Name, number>,
): Promise<Record<Name, number>> {
  const held: Server[] = [];
  const found = { ...wanted };
  try {
    for (const name of Object.keys(wanted) as Name[]) {
      const { port, server } = await holdPort(wanted[name]);
      held.push(server);
      found[name] = port;
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
  return found;
}
