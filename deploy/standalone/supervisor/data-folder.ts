import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { UsageError } from './options.js';

/**
 * What folders of this release look like. One of a later release may hold what this one would misread. With 2 the topics hold
 * frames and states that releases of 1 cannot read. With 3 the journal holds answers, and prices of coins beside the ends of
 * slots: releases of 2 refuse such records. Nothing is to be done with a folder of 1 or 2.
 */
const FOLDER_VERSION = 3;

/** Less than this, and the stores cannot even make their first files. */
const LEAST_FREE_BYTES = 200_000_000;

/** Where the kernel shows itself: what looks like a folder there keeps nothing. */
const PSEUDO_FOLDERS = ['/proc', '/sys', '/dev'];
/** On Linux a part of memory for anyone's files. */
const REAL_FOLDERS = ['/dev/shm'];
/** `statfs` types of further such file systems, from Linux's include/uapi/linux/magic.h: proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs, devpts, bpf. */
const PSEUDO_TYPES = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0x1cd1, 0xcafe4a11,
]);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota is used up',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'a file stands where a folder should',
  EEXIST: 'a file stands where a folder should',
  EISDIR: 'a folder stands where a file should',
  ENOENT: 'a symbolic link leads nowhere',
};

const reasonOf = (error: unknown) => {
  const { code } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) ?? (error instanceof Error ? error.message : String(error));
};

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** @throws UsageError always */
export function refuseFolder(dataDir: string, why: string): never {
  throw new UsageError(
    `--data ${dataDir} cannot be used: ${why}. It takes a folder that this user may write to, or one that can be made.`,
  );
}

/** What `use` does with a file of the folder; where the system forbids it, a refusal that names the file. */
export function usingFile<Result>(dataDir: string, name: string, use: (path: string) => Result): Result {
  try {
    return use(join(dataDir, name));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return refuseFolder(dataDir, `${reasonOf(error)} (${name})`);
  }
}

/**
 * Makes the data folder where it is missing, closed to other users, and sees that it can be used: read, written, on a
 * disk with room, of no later release. Throws {@link UsageError} with one line.
 */
export function openDataFolder(dataDir: string): void {
  const refuse = (why: string): never => refuseFolder(dataDir, why);
  try {
    const missing = missingFolders(dataDir);
    // Before anything is made: under some of these, making a folder never ends.
    const real = realpathSync(missing.length === 0 ? dataDir : dirname(missing[0]!));
    const isPseudo =
      PSEUDO_FOLDERS.some((folder) => isWithin(real, folder)) &&
      !REAL_FOLDERS.some((folder) => isWithin(real, folder));
    const { type, bavail, bsize } = statfsSync(real);
    if (isPseudo || PSEUDO_TYPES.has(type)) refuse(`${real} keeps nothing, it shows the kernel's state`);
    if (bavail * bsize < LEAST_FREE_BYTES)
      refuse(
        `only ${Math.floor((bavail * bsize) / 1e6)} MB are free there, and ${LEAST_FREE_BYTES / 1e6} are needed`,
      );
    for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) refuse('it is no folder');
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Who may not read the secrets may not read what they guard.
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(reasonOf(error));
  }
}

/** The folders above and with `path` that are not there, the uppermost first. One at a time: Node's recursive way may spin. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = path; lstatSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.unshift(at);
  return missing;
}

/** Remembers which release's folder it is. Throws {@link UsageError} for one of a later release. */
export function claimFolderVersion(dataDir: string): void {
  usingFile(dataDir, 'version', (path) => {
    const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : String(FOLDER_VERSION);
    if (!/^\d{1,6}$/.test(text))
      throw new UsageError(
        `${path} is damaged: it takes the number ${FOLDER_VERSION}, or remove it if this release made the folder.`,
      );
    if (Number(text) > FOLDER_VERSION)
      throw new UsageError(
        `${dataDir} is of a later release (folder version ${text}, this one knows ${FOLDER_VERSION}): start that release, or choose another folder with --data <folder>.`,
      );
    writeFileSync(path, `${FOLDER_VERSION}\n`);
  });
}
