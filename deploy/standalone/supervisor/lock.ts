import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A socket's path is at most 104 bytes on some systems, so it stands in the temporary folder, named after the data folder. */
function socketPath(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24);
  return join(tmpdir(), `cryptonite-${name}.sock`);
}

const isAnswered = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });

/**
 * Holds a data folder for this process. A socket that answers, unlike a pid file, can neither outlive its process
 * after `kill -9` nor be mistaken for a later process of the same number. Null when another process holds it.
 */
export async function holdFolder(dataDir: string): Promise<Server | null> {
  const path = socketPath(dataDir);
  try {
    return await listen(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (await isAnswered(path)) return null;
    rmSync(path, { force: true });
    return listen(path);
  }
}
