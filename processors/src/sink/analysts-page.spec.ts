import { readFileSync } from 'node:fs';
import { columnOf, DERIVED, MEASURES } from '@cryptonite/contracts/measures';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../../docs/analysts.md', import.meta.url), 'utf8');

it('the page for analysts names every column of a measurement under its unit', () => {
  const [, section = ''] = /^## What is measured\n([\s\S]*?)^## /m.exec(page) ?? [];
  const told = [...section.matchAll(/^\| ([^|`]*) \| (`.*`) \|$/gm)].map(([, unit, columns]) => [
    unit,
    [...(columns ?? '').matchAll(/`(\w+)`/g)].map(([, column]) => column),
  ]);
  const columns = new Map<string, string[]>();
  const units = [...MEASURES, ...Object.entries(DERIVED).map(([name, { unit }]) => ({ name, unit }))];
  for (const { name, unit } of units) columns.set(unit, [...(columns.get(unit) ?? []), columnOf(name)]);
  expect(told).toEqual([...columns].map(([unit, names]) => [unit || 'name, true or false', names]));
});
