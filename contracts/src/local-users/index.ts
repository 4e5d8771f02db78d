/** Who of this machine's users is at the other end of a connection: servers on loopback see one address for all. */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Linux tells everybody which user holds each end of a connection (proc(5), /proc/net/tcp). */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** 127.0.0.1, the same as IPv6 writes it, and ::1, in the byte order of those tables. */
const LOOPBACK = /^(0{16}F{4}0{4})?0100007F$|^0{24}01000000$/;
const ESTABLISHED = '01';

/** User ids of the connections within this machine, by the ports of their two ends. */
export function usersByPorts(table: string): Map<string, number> {
  const users = new Map<string, number>();
  for (const line of table.split('\n')) {
    const [, local = '', remote = '', state, , , , user] = line.trim().split(/\s+/);
    const [localAddress = '', localPort] = local.split(':');
    const [remoteAddress = '', remotePort] = remote.split(':');
    if (state !== ESTABLISHED || !LOOPBACK.test(localAddress) || !LOOPBACK.test(remoteAddress)) continue;
    users.set(
      `${Number.parseInt(localPort ?? '', 16)} ${Number.parseInt(remotePort ?? '', 16)}`,
      Number(user),
    );
  }
  return users;
}

async function readTables(): Promise<Map<string, number>> {
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return usersByPorts(texts.join('\n'));
}

let last: Promise<unknown> = Promise.resolve();
let next: Promise<Map<string, number>> | null = null;

/** A reading that begins after the call. Readings follow each other, and whoever comes meanwhile shares the next one. */
function freshTables(): Promise<Map<string, number>> {
  next ??= last.then(() => {
    next = null;
    return readTables();
  });
  last = next;
  return next;
}

/** The user id of whoever opened a connection within this machine; null where the system does not tell. */
export async function localUserOf({ remotePort, localPort }: Socket): Promise<number | null> {
  return (await freshTables()).get(`${remotePort} ${localPort}`) ?? null;
}
