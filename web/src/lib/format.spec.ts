import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatChange,
  formatCompactDollars,
  formatCount,
  formatDollars,
  formatDuration,
  formatLag,
  formatMeasured,
  formatMigration,
  formatPrice,
  formatRaised,
  formatRatio,
  formatScore,
  formatShare,
  formatShortLag,
  formatTimeAgo,
  formatUtcMinute,
  formatUtcTime,
  shortenMint,
  stripAt,
  tenthsOf,
} from './format';

const now = Date.UTC(2026, 9, 3, 14, 22, 7);
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('time ago', () => {
  it.each([
    [null, 'Unknown'],
    [0, 'Unknown'],
    [now + 2 * second, 'Just now'],
    [now - 59_999, 'Just now'],
    [now - minute, '1m ago'],
    [now - 59 * minute - 59_999, '59m ago'],
    [now - hour, '1h ago'],
    [now - day + 1, '23h ago'],
    [now - day, '1d ago'],
    [now - 40 * day, '40d ago'],
  ])('%s reads %s', (time, text) => expect(formatTimeAgo(time, now)).toBe(text));
});

describe('age', () => {
  it.each([
    [null, 'Unknown'],
    [now - 59_999, '<1m'],
    [now - minute, '1m'],
    [now - 59 * minute - 59_999, '59m'],
    [now - hour, '1h'],
    [now - day, '1d'],
  ])('of %s reads %s', (time, text) => expect(formatAge(time, now)).toBe(text));
});

describe('share', () => {
  it.each([
    [null, 'Unknown'],
    [0, '0%'],
    [0.684, '68%'],
    [1, '100%'],
  ])('%s reads %s', (share, text) => expect(formatShare(share)).toBe(text));
});

describe('dollar amount', () => {
  it.each([
    [null, 'Unknown'],
    [0, 'Unknown'],
    [1, '$1'],
    [999.4, '$999'],
    [1_000, '$1K'],
    [61_240, '$61K'],
    [999_000, '$999K'],
    [1_000_000, '$1.0M'],
    [2_345_678, '$2.3M'],
  ])('%s reads %s', (usd, text) => expect(formatDollars(usd)).toBe(text));
});

describe('price', () => {
  it.each([
    [null, 'Unknown'],
    ['0', '$0.00'],
    ['0.0000005', '$0.000000500'],
    ['0.00000099', '$0.000000990'],
    ['0.000001', '$0.000001'],
    ['0.000284', '$0.000284'],
    ['0.001', '$0.0010'],
    ['0.5', '$0.5000'],
    ['1', '$1.00'],
    ['150.256', '$150.26'],
  ])('%s reads %s', (usd, text) => expect(formatPrice(usd)).toBe(text));
});

describe('market cap, volume and liquidity', () => {
  it.each([
    [null, 'Unknown'],
    [0, '$0.0K'],
    [40, '$0.0K'],
    [6_840, '$6.8K'],
    [1_000_000, '$1000.0K'],
    [1_000_001, '$1.0M'],
    [2_340_000, '$2.3M'],
  ])('%s reads %s', (usd, text) => expect(formatCompactDollars(usd)).toBe(text));
});

describe('change', () => {
  it.each([
    [null, 'Unknown'],
    [61.24, '+61.2%'],
    [-8.3, '−8.3%'],
    [0, '0.0%'],
    [-0.04, '0.0%'],
    [4_812.6, '+4,812.6%'],
    [9_999.9, '+9,999.9%'],
    [10_000, '>9,999%'],
  ])('%s reads %s', (percent, text) => expect(formatChange(percent)).toBe(text));
});

describe('to migration', () => {
  it.each([
    [null, 'Unknown'],
    [72.4, '12.6% to migration'],
    [31.4, '53.6% to migration'],
    [84.99, '0.0% to migration'],
    [85, 'Migrating'],
    [100, 'Migrating'],
  ])('%s reads %s', (progress, text) => expect(formatMigration(progress)).toBe(text));
});

describe('the rest', () => {
  it('writes ratios with two decimals', () => {
    expect(formatRatio(2.614)).toBe('2.61x');
    expect(formatRatio(0)).toBe('0.00x');
    expect(formatRatio(null)).toBe('Unknown');
  });
  it('groups counts and keeps zero', () => {
    expect(formatCount(18_204)).toBe('18,204');
    expect(formatCount(0)).toBe('0');
    expect(formatCount(null)).toBe('Unknown');
  });
  it('says what was raised of what is needed', () => {
    expect(formatRaised(34.52, 85.005, 'SOL')).toBe('34.5 of 85.0 SOL');
    expect(formatRaised(34.52, null, 'SOL')).toBe('34.5 of Unknown SOL');
    expect(formatRaised(null, 85, 'SOL')).toBe('Unknown');
  });
  it('shortens mints to six and eight', () =>
    expect(shortenMint('4mTqLw8sKdPfZ2nXcVbGhJ7yRtE5uAo1Qk3Hpump')).toBe('4mTqLw…Qk3Hpump'));
  it('writes times in UTC', () => {
    expect(formatUtcTime(now)).toBe('14:22:07 UTC');
    expect(formatUtcTime(null)).toBe('Unknown');
  });
  it.each([
    [42_000, '42 s'],
    [252_000, '4 min 12 s'],
    [3 * hour + 5 * minute, '3 h 5 min'],
  ])('%s ms lasts %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
  it('writes short lags in tenths', () => {
    expect(formatLag(1_310)).toBe('1.3 s');
    expect(formatLag(31_000)).toBe('31 s');
  });
  it.each([
    [800, '0.8 s'],
    [59_400, '59 s'],
    [59_999, '1 min'],
    [119_000, '2 min'],
    [3_590_000, '1.0 h'],
    [439_000, '7 min'],
    [6_060_000, '1.7 h'],
  ])('writes a lag of %s ms in one unit: %s', (ms, text) => expect(formatShortLag(ms)).toBe(text));
  it.each([
    [4_812.4, '$', '$4,812'],
    [12.64, '%', '12.6%'],
    [-3, '%', '−3%'],
    [1.25, 'x', '1.25x'],
    [34, 'min', '34 min'],
    [0, '', '0'],
    [true, '', 'Yes'],
    [false, '', 'No'],
    [null, '%', 'Unknown'],
  ])('writes %s in the unit %j: %s', (value, unit, text) => expect(formatMeasured(value, unit)).toBe(text));
  it.each([
    [73.96, 739],
    [8.7, 87],
    [74, 740],
    [73.99999999999999, 739],
    [0.04, 0],
  ])('has %s points in tenths whose whole is that of the score', (points, tenths) => {
    expect(tenthsOf(points)).toBe(tenths);
    expect(formatScore(points)).toBe(String(Math.floor(tenths / 10)));
  });
  it('writes a score down, so that it is never shown at a limit that it is under', () => {
    expect(formatScore(39.9)).toBe('39');
    expect(formatScore(0)).toBe('0');
    expect(formatScore(null)).toBe('Unknown');
  });
  it.each([
    [Date.UTC(2026, 0, 3, 14, 10, 59), '14:10 UTC'],
    [Date.UTC(2026, 0, 1, 14, 10), '2026-01-01 14:10 UTC'],
    [null, 'Unknown'],
  ])('writes a time of another day with its date: %s', (time, text) =>
    expect(formatUtcMinute(time, Date.UTC(2026, 0, 3, 15))).toBe(text),
  );
  it('strips one leading @', () => {
    expect(stripAt('@emberthird')).toBe('emberthird');
    expect(stripAt('emberthird')).toBe('emberthird');
  });
});
