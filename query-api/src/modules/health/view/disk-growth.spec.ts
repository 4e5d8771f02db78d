import { expect, it } from 'vitest';
import { DiskGrowth } from './disk-growth.js';

const MINUTE = 60_000;

it('knows nothing before it was observed, and no rate in the first ten minutes', () => {
  const growth = new DiskGrowth('kafka', null);
  expect(growth.stateWith(1e9)).toBeNull();
  growth.observe(5e6, 0);
  growth.observe(6e6, 9 * MINUTE);
  expect(growth.stateWith(1e9)).toEqual({
    name: 'kafka',
    bytes: 6e6,
    limitBytes: null,
    bytesPerDay: null,
    daysLeft: null,
  });
});

it('says how many days remain at the rate of the last hour', () => {
  const growth = new DiskGrowth('kafka', null);
  // 1 MB a minute for two hours, of which the last counts: the first was faster.
  growth.observe(0, 0);
  for (let minute = 60; minute <= 120; minute++) growth.observe(1e9 + minute * 1e6, minute * MINUTE);
  expect(growth.stateWith(14.4e9)).toMatchObject({ bytesPerDay: 1.44e9, daysLeft: 10 });
});

it('takes the limit of history for the end where it comes before the disk is full', () => {
  const growth = new DiskGrowth('clickhouse', 3e9);
  growth.observe(1e9, 0);
  growth.observe(1.01e9, 10 * MINUTE);
  expect(growth.stateWith(100e9)).toMatchObject({ bytesPerDay: 1.44e9, daysLeft: 1.4 });
  expect(growth.stateWith(0)).toMatchObject({ daysLeft: 0 });
});

it('names no day for what does not grow', () => {
  const growth = new DiskGrowth('kafka', null);
  growth.observe(2e9, 0);
  growth.observe(1e9, 20 * MINUTE);
  expect(growth.stateWith(1e9)).toMatchObject({ daysLeft: null });
});
