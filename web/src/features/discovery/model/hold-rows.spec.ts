import { expect, it } from 'vitest';
import { holdRows } from './hold-rows';

const row = (mint: string, value = 0) => ({ mint, value });

it('shows the list as it is while nobody points at it', () =>
  expect(holdRows(null, [row('a')])).toEqual({ rows: [{ row: row('a'), hasLeft: false }], waiting: 0 }));

it('keeps places and shows new values while held', () =>
  expect(holdRows([row('a'), row('b')], [row('b', 2), row('a', 1)]).rows.map(({ row }) => row)).toEqual([
    row('a', 1),
    row('b', 2),
  ]));

it('keeps a row that left, as it was last seen', () =>
  expect(holdRows([row('a', 7), row('b')], [row('b')]).rows[0]).toEqual({ row: row('a', 7), hasLeft: true }));

it('lets new rows wait', () => {
  const { rows, waiting } = holdRows([row('a')], [row('n'), row('a'), row('m')]);
  expect(rows).toHaveLength(1);
  expect(waiting).toBe(2);
});
