import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { USAGES } from './usage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${root}/README.md`, 'utf8');
const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

/** `npm start`, `npm test` and every `npm run …`, each once. */
const named = [...new Set([...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name!))];

const run = (command: string, ...words: string[]) =>
  spawnSync('npm', ['run', '--silent', command, '--', ...words], {
    cwd: root,
    encoding: 'utf8',
    timeout: 100_000,
  });

it('the README names commands, and package.json has each', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

describe.each(named)('npm run %s', (command) => {
  it('answers --help with what it takes, and does nothing else', () => {
    const { status, stdout, stderr } = run(command, '--help');
    expect([status, stderr.replace(/^(Building|Built).*\n/gm, '')]).toEqual([0, '']);
    expect(stdout.split('\n')[0]).toMatch(/^(npm (run )?[\w:-]+|Usage: npm start)/i);
    expect(stdout).toMatch(/^ {2}--[a-z]/m);
  });

  it('refuses an option that it does not know, with what it takes', () => {
    const { status, stdout, stderr } = run(command, '--no-such-option');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--no-such-option/);
    expect(stderr).toMatch(/--help/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe.each(Object.entries(USAGES))('%s', (file, { command, options }) => {
  it('is what the command runs', () => {
    const script = command.replace(/^npm (run )?/, '');
    expect(scripts[script]).toContain(file);
  });

  /** The compiled file's source, where it has options: the table says those that it reads, and their defaults. */
  const source = readFileSync(
    `${root}/${file
      .replace(/^(deploy\/\w+)\/dist/, '$1')
      .replace('/dist/', '/src/')
      .replace(/\.js$/, '.ts')}`,
    'utf8',
  );
  const [, read = ''] = /(?:readOptions|parseArgs)\(\{([\s\S]*?)\n?\}\);/.exec(source) ?? [];

  it.runIf(read !== '')('says the options that its source reads', () => {
    for (const [name, [, is]] of Object.entries(options)) {
      const rule = new RegExp(`\\b'?${name}'?: (?:wholeNumber\\(([\\d_]+)|oneOf\\('([^']+)'|\\{|path)`).exec(
        read,
      );
      expect(rule, name).not.toBeNull();
      const byDefault =
        rule?.[1] === undefined ? rule?.[2] : Number(rule[1].replaceAll('_', '')).toLocaleString('en');
      if (byDefault !== undefined) expect(is).toContain(`(default ${byDefault})`);
    }
    const names = [...read.matchAll(/\b'?([\w-]+)'?: (?:wholeNumber|oneOf|path|\{ type)/g)].map(
      ([, name]) => name,
    );
    expect(Object.keys(options).sort()).toEqual(names.sort());
  });
});
