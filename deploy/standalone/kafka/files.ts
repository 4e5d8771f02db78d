import { type FileHandle, open } from 'node:fs/promises';

/** Makes the creation, renaming or removal of files in `folder` survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads `length` bytes at `position`; fewer only where the file ends. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? buffer : buffer.subarray(0, filled);
}

/** Writes all buffers one behind the other from `position` on. */
export async function writeAt(handle: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const total = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
  const { bytesWritten } = await handle.writev(buffers, position);
  if (bytesWritten === total) return;
  // A write may stop short (a full disk, a signal): the rest says why.
  const rest = Buffer.concat(buffers).subarray(bytesWritten);
  let written = 0;
  while (written < rest.length) {
    const result = await handle.write(
      rest,
      written,
      rest.length - written,
      position + bytesWritten + written,
    );
    written += result.bytesWritten;
  }
}

/** Whether a file operation failed because the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';
}
