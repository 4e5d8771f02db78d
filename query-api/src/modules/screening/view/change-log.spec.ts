import { describe, expect, it } from 'vitest';
import { ChangeLog, readVector, writeVector } from './change-log.js';

const log = (capacity = 10) =>
  new ChangeLog(
    new Map([
      [0, 100],
      [1, 0],
    ]),
    capacity,
  );
const change = (target: ChangeLog, partition: number, offset: number, mint: string) => {
  target.changed(partition, offset, mint);
  target.advance(partition, offset);
};
const vector = (text: string) => readVector(text) ?? expect.fail(`${text} is no vector`);

describe('ChangeLog', () => {
  it('names each mint once that changed after the vector', () => {
    const changes = log();
    change(changes, 0, 100, 'a');
    change(changes, 0, 103, 'b');
    change(changes, 1, 0, 'c');
    change(changes, 0, 105, 'a');
    expect(changes.since(vector('0:99,1:-1'))).toEqual(['b', 'c', 'a']);
    expect(changes.since(vector('0:103,1:0'))).toEqual(['a']);
    expect(changes.since(vector('0:105,1:0'))).toEqual([]);
    expect(writeVector(changes.read)).toBe('0:105,1:0');
  });

  it.each([
    ['before the start', '0:98,1:0'],
    ['ahead of what was read', '0:106,1:0'],
    ['of fewer partitions', '0:105'],
    ['of other partitions', '0:105,2:0'],
  ])('does not know a vector %s', (_, text) => {
    const changes = log();
    change(changes, 0, 105, 'a');
    change(changes, 1, 0, 'b');
    expect(changes.since(vector(text))).toBeNull();
  });

  it('forgets the oldest changes beyond its capacity, and knows that it did', () => {
    const changes = log(2);
    change(changes, 0, 100, 'a');
    change(changes, 0, 101, 'b');
    change(changes, 1, 5, 'c');
    expect(changes.since(vector('0:99,1:5'))).toBeNull();
    expect(changes.since(vector('0:100,1:5'))).toEqual(['b']);
  });
});

describe('readVector', () => {
  it.each(['', 'x', '0', '0:', '0:1,', '0:1;1:2', '0:1e9', `0:${'9'.repeat(30)}`])('refuses %j', (text) => {
    expect(readVector(text)).toBeNull();
  });
});
