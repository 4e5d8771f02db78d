import { expect, it } from 'vitest';
import { holdRows } from './hold-rows';

const row = (mint: string, value = 0) => ({ mint, value });

it('shows the list as it is while nobody points at it', () =>
  expect(holdRows(null, [row('a')], [row('a')])).toEqual({
    rows: [{ row: row('a'), hasLeft: false }],
    waiting: 0,
  }));

it('keeps places and shows new values while held', () => {
  const all = [row('b', 2), row('a', 1)];
  expect(holdRows([row('a'), row('b')], all, all).rows.map(({ row }) => row)).toEqual([
    row('a', 1),
    row('b', 2),
  ]);
});

it('keeps a row that left, as it was last seen', () =>
  expect(holdRows([row('a', 7), row('b')], [row('b')], [row('b')]).rows[0]).toEqual({
    row: row('a', 7),
    hasLeft: true,
  }));

it('lets new rows wait', () => {
  const all = [row('n'), row('a'), row('m')];
  const { rows, waiting } = holdRows([row('a')], all, all);
  expect(rows).toHaveLength(1);
  expect(waiting).toBe(2);
});

it('does not say that a row left which new ones pushed behind the rows shown', () => {
  const { rows } = holdRows([row('a'), row('b')], [row('n'), row('a')], [row('n'), row('a'), row('b', 3)]);
  expect(rows).toEqual([
    { row: row('a'), hasLeft: false },
    { row: row('b', 3), hasLeft: false },
  ]);
});
