import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from './kafka/files.js';

/**
 * When the process with this id was started, in a form that no other process with the same id shares; null
 * if there is no such process. A bare process id would block a restart after `kill -9` once it is reused.
 */
function startOfProcess(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      // Field 22 of proc(5); the command in field 2 may hold spaces and brackets.
      return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function ownerOf(content: string): number | null {
  const [pid = '', ...start] = content.split('\n');
  return startOfProcess(Number(pid)) === start.join('\n') ? Number(pid) : null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export class FolderInUse extends Error {
  constructor(
    folder: string,
    readonly owner: number,
  ) {
    super(`${folder} is in use by process ${owner}; stop it or choose another DATA_DIR`);
  }
}

/** A file called `lock` that is somebody's own. */
export class ForeignLock extends Error {
  constructor(path: string) {
    super(`${path} is no lock: move it away or choose another DATA_DIR`);
  }
}

/** A process id and its start, in two lines; nothing where a machine went down before it reached the disk. */
const LOCK = /^(\d{1,10}\n[^\n]{1,200})?$/;

/**
 * Makes this process the only user of `folder`, by a file in it; returns what gives it free again. The lock of a process
 * that no longer runs is taken over. Throws FolderInUse if another process holds it, ForeignLock if the file is no lock.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock');
  const own = `${process.pid}\n${startOfProcess(process.pid)}`;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, own);
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      try {
        // A link appears with its content or not at all, and never over another.
        linkSync(draft, path);
        return () => {
          if (readIfThere(path) === own) rmSync(path);
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const found = readIfThere(path);
      if (found === null) continue;
      if (!LOCK.test(found)) throw new ForeignLock(path);
      const owner = ownerOf(found);
      if (owner !== null) throw new FolderInUse(folder, owner);
      takeAway(path, found);
    }
    throw new Error(`${folder} could not be locked: others keep taking it`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a stale lock, but not the fresh one of somebody who was quicker. */
function takeAway(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}
