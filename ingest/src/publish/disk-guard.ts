import { statfs } from 'node:fs/promises';

/** Whether the disk that holds `path` has at least `minFreeBytes` left for ordinary users. */
export async function hasRoom(path: string, minFreeBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize >= minFreeBytes;
}
