/** What the specs about strangers ask of any server: raw bytes, what it holds, where it listens. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Sends bytes on a connection of its own; resolves with all that came back when it is closed or `limitMs` is over. */
export async function exchange(
  port: number,
  bytes: Buffer | string,
  limitMs = 2_000,
): Promise<{ received: Buffer; isClosed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      resolve();
    });
  });
  socket.write(bytes);
  const limit = setTimeout(() => socket.destroy(), limitMs);
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, limitMs - 50))]);
  clearTimeout(limit);
  socket.destroy();
  return { received: Buffer.concat(chunks), isClosed };
}

/** Opens connections that each send `bytes` and then nothing. Close them by destroying what is returned. */
export async function openMany(port: number, count: number, bytes: Buffer | string): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => {});
      await once(socket, 'connect').catch(() => {});
      socket.write(bytes);
    }),
  );
  return sockets;
}

/** Memory that a process holds, in bytes. */
export const residentBytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;

/** Whether somebody on the network reaches the port; null where this machine has no other address than loopback. */
export async function isReachedFromOutside(port: number): Promise<boolean | null> {
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  if (addresses.length === 0) return null;
  const reached = await Promise.all(
    addresses.map(async ({ address }) => {
      const socket = connect({ port, host: address, timeout: 1_000 });
      const isConnected = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'timeout').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      return isConnected;
    }),
  );
  return reached.some(Boolean);
}
