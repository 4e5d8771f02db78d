import { expect, it } from 'vitest';
import { limitFor, wayToRow } from './way-to-row';

const listed = { isDrawn: false, isListed: true, isAnyWaiting: false };

it.each([
  ['focus', { ...listed, isDrawn: true }],
  ['focus', { isDrawn: true, isListed: false, isAnyWaiting: true }],
  ['release', { ...listed, isAnyWaiting: true }],
  ['raise', listed],
  ['gone', { ...listed, isListed: false }],
] as const)('leads by %s to a row: %j', (way, row) => expect(wayToRow(row)).toBe(way));

it.each([
  [0, 40, 40],
  [39, 40, 40],
  [40, 40, 80],
  [121, 80, 160],
  [3, 120, 120],
])('the row at place %d is among so many, where %d were shown: %d', (place, limit, raised) =>
  expect(limitFor(place, limit, 40)).toBe(raised),
);
