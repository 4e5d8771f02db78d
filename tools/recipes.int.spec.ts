import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');

/** The first example of a step: that which follows the file's name where a line begins with it. */
function exampleFor(file: string): string {
  const step = page.indexOf(`. \`${file}\``);
  const [, example] = /```tsx?\n([\s\S]*?)\n *```/.exec(page.slice(step)) ?? [];
  if (step < 0 || example === undefined) throw new Error(`the recipes have no example for ${file}`);
  return example.replace(/^ {3}/gm, '');
}

/** What the recipes make, and do not find. */
const MADE = ['web/src/features/status/components/status-list.tsx', 'web/src/app/status-page.tsx'];

it('every file that the recipes name is there, but for those that they make', () => {
  const names = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).stdout.split('\n');
  const isThere = (name: string) =>
    existsSync(join(root, name)) || names.some((path) => path.endsWith(`/${name}`));
  const named = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|md))`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((name) => !isThere(name))).toEqual(MADE);
});

describe('the examples, in a copy of the packages', () => {
  const copy = mkdtempSync(join(tmpdir(), 'recipes-'));
  beforeAll(() => {
    for (const name of ['tsconfig.base.json', 'contracts', 'web'])
      cpSync(join(root, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/\/(node_modules|dist|public)$/.test(path),
      });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  /** Puts a text behind the first place where `before` stands. */
  function put(file: string, before: string, text: string): void {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    const at = source.indexOf(before);
    if (at < 0) throw new Error(`${file} has no ${before}`);
    writeFileSync(
      path,
      `${source.slice(0, at + before.length)}\n${text}\n${source.slice(at + before.length)}`,
    );
  }
  const compiled = (project: string) => {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { status, stdout, stderr } = spawnSync(tsc, ['--noEmit', '-p', project], {
      cwd: copy,
      encoding: 'utf8',
    });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };
  /** One more than the greatest number behind `name` in a source. */
  const next = (file: string, name: RegExp) =>
    String(
      1 + Math.max(...[...readFileSync(join(root, file), 'utf8').matchAll(name)].map(([, n]) => Number(n))),
    );

  it('a measure, a check and a list compile', () => {
    const measures = 'contracts/src/measures/list-inputs.ts';
    const since = next(measures, /\n {4}(\d+),\n {2}\),/g);
    put(measures, 'export const ADDED = [', exampleFor(measures).replace('NEXT', since));
    put('contracts/src/frames/samples.ts', 'Measurement = {', 'unpricedTrades: 2,');
    put(
      'contracts/src/rules/checks.ts',
      'export const CHECKS = {',
      exampleFor('contracts/src/rules/checks.ts'),
    );
    const lists = 'contracts/src/rules/lists.ts';
    put(lists, 'export const LISTS = {', exampleFor(lists).replace('NEXT', next(lists, /bit: (\d+)/g)));
    put('contracts/src/api/lists.ts', 'export const LISTS = {', exampleFor('contracts/src/api/lists.ts'));
    expect(compiled('contracts')).toBe('');
  });

  it('a page compiles', () => {
    for (const file of MADE) writeFileSync(join(copy, file), exampleFor(file));
    put('web/src/app/pages.ts', 'export const PAGES = {', exampleFor('web/src/app/pages.ts'));
    expect(compiled('web')).toBe('');
  });

  it('and would not with a fault', () => {
    put('contracts/src/rules/checks.ts', 'export const CHECKS = {', 'x: 7,');
    expect(compiled('contracts')).toMatch(/checks\.ts/);
  });
});
