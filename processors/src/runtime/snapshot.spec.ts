import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Place, readSnapshot, SnapshotKeeper } from './snapshot.js';

const place: Place = { topic: 'screener.state', partition: 1, identity: 'a', low: 0 };
const states = new Map([
  ['token/Ä', Buffer.from('one')],
  ['clock', Buffer.from('two')],
  ['empty', Buffer.alloc(0)],
]);
const BIG = 5 << 20;

let folder: string;
let file: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  file = join(folder, 'inner', 'screener-1.states');
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function written(nextOffset = 10): Promise<SnapshotKeeper> {
  const keeper = new SnapshotKeeper(file, place, { nextOffset, bytes: 0 }, (line) => said.push(line));
  keeper.writeAll([...states]);
  await keeper.close();
  return keeper;
}

describe('a snapshot', () => {
  it('gives back the states and the offset that it was written at', async () => {
    await written();
    const snapshot = await readSnapshot(file, place, 10);
    expect(snapshot).toMatchObject({ nextOffset: 10, values: states });
    expect(readdirSync(join(folder, 'inner'))).toEqual(['screener-1.states']);
  });

  it.each([
    ['is of other states', { ...place, identity: 'b' }, 10],
    ['is of other states', { ...place, low: 4 }, 10],
    ['is of another partition', { ...place, partition: 2 }, 10],
    ['is ahead of the topic', place, 9],
  ])('%s: it is left aside', async (reason, other, high) => {
    await written();
    expect(await readSnapshot(file, other, high)).toBe(reason);
  });

  it('that is not there, cut or changed in any byte is left aside', async () => {
    expect(await readSnapshot(file, place, 10)).toBe('is not there');
    await written();
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at += 1) {
      const hurt = Buffer.from(whole);
      hurt[at]! ^= 1 << (at % 8);
      writeFileSync(file, hurt);
      expect(await readSnapshot(file, place, 10)).toBe('is damaged');
      writeFileSync(file, whole.subarray(0, at));
      expect(await readSnapshot(file, place, 10)).toBe('is damaged');
    }
  });

  it('older than compaction keeps the marks of removed keys is left aside', async () => {
    await written();
    const later = Date.now() + 13 * 3_600_000;
    expect(await readSnapshot(file, place, 10, later)).toBe('is too old');
  });

  it('takes up changes when they are many, in their order', async () => {
    const keeper = await written();
    const big = 'x'.repeat(BIG);
    keeper.note([{ key: 'small', value: 'early' }], 11);
    expect(await readSnapshot(file, place, 20)).toMatchObject({ nextOffset: 10 });
    keeper.note(
      [
        { key: 'clock', value: null },
        { key: 'token/Ä', value: big },
        { key: 'small', value: 'late' },
      ],
      20,
    );
    await keeper.close();
    const snapshot = await readSnapshot(file, place, 20);
    if (typeof snapshot === 'string') throw new Error(snapshot);
    expect(snapshot.nextOffset).toBe(20);
    expect([...snapshot.values.keys()].sort()).toEqual(['empty', 'small', 'token/Ä']);
    expect(snapshot.values.get('token/Ä')?.equals(Buffer.from(big))).toBe(true);
    expect(snapshot.values.get('small')?.toString()).toBe('late');
  });

  it('that another process has written meanwhile is not gone on from', async () => {
    const keeper = await written();
    await written(8);
    keeper.note([{ key: 'clock', value: 'x'.repeat(BIG) }], 20);
    await keeper.close();
    expect(said).toEqual([expect.stringContaining('another process has written it')]);
    expect(await readSnapshot(file, place, 20)).toBe('is not there');
    keeper.note([{ key: 'clock', value: 'x'.repeat(BIG) }], 30);
    await keeper.close();
    expect(await readSnapshot(file, place, 30)).toBe('is not there');
  });
});
