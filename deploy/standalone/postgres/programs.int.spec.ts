import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountForServer, findPrograms, linkLibraries, openToOthers } from './programs.js';

const isRoot = process.getuid?.() === 0;

test('links of libraries that no install script made are made, and only those', () => {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const at = (name: string) => join(folder, 'native', name);
    mkdirSync(at('lib'), { recursive: true });
    writeFileSync(at('lib/libz.so.1.2'), 'code');
    const link = (target: string) => ({ source: 'native/lib/libz.so.1.2', target: `native/lib/${target}` });
    writeFileSync(at('pg-symlinks.json'), JSON.stringify([link('libz.so'), link('libz.so.1')]));
    symlinkSync('libz.so.1.2', at('lib/libz.so'));
    linkLibraries(folder);
    linkLibraries(folder);
    expect(readFileSync(at('lib/libz.so.1'), 'utf8')).toBe('code');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(!isRoot)('root’s closed checkout is copied to where another user may run it, and once', () => {
  const closed = mkdtempSync(join(tmpdir(), 'closed-'));
  const before = process.env.TMPDIR;
  try {
    const native = join(closed, 'package/native');
    cpSync(join(findPrograms(), '..'), join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
    process.env.TMPDIR = join(closed, 'tmp');
    mkdirSync(process.env.TMPDIR, { mode: 0o755 });
    const copy = openToOthers(native);
    expect(copy).toMatch(/^.*\/tmp\/cryptonite-postgres-\d/);
    expect(openToOthers(native)).toBe(copy);
    // Somebody swept a file.
    unlinkSync(join(copy, 'bin/initdb'));
    expect(readdirSync(join(openToOthers(native), 'bin'))).toContain('initdb');
    expect(readdirSync(process.env.TMPDIR)).toHaveLength(1);
    chmodSync(closed, 0o711);
    const version = execFileSync(join(copy, 'bin/postgres'), ['-V'], { ...accountForServer(), cwd: '/' });
    expect(version.toString()).toMatch(/^postgres \(PostgreSQL\) \d/);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(closed, { recursive: true });
  }
});
