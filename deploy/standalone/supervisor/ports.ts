import { createServer } from 'node:net';

const tryPort = (port: number) =>
  new Promise<number | null>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const found = typeof address === 'object' && address ? address.port : null;
      server.close(() => resolve(found));
    });
  });

/** The wanted port of 127.0.0.1, or any free one when it is taken. */
export async function findPort(wanted: number): Promise<number> {
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('No free port on 127.0.0.1');
  return port;
}
