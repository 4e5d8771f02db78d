import { expect, it } from 'vitest';
import { handedOnOnce, type TopicRecord } from './stores.js';

const record = (partition: number, offset: number): TopicRecord => ({
  partition,
  offset: String(offset),
  key: null,
  value: null,
  timestamp: '0',
  headers: {},
  bytes: null,
});

it('hands a record on once, though its reader joins the group again and begins anew', () => {
  const once = handedOnOnce();
  expect(once([record(0, 9), record(0, 11)])).toHaveLength(2);
  expect(once([record(1, 9)])).toHaveLength(1);
  expect(once([record(0, 9), record(0, 11), record(0, 12)])).toEqual([record(0, 12)]);
  expect(once([record(1, 9)])).toEqual([]);
});
