import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Place, readSnapshot, type Snapshot, SnapshotKeeper } from './snapshot.js';

const place: Place = { topic: 'screener.state', partition: 1, identity: 'a', low: 0 };
const states = new Map([
  ['token/Ä', Buffer.from('one')],
  ['clock', Buffer.from('two')],
  ['empty', Buffer.alloc(0)],
]);

let folder: string;
let file: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  file = join(folder, 'inner', 'screener-1.states');
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keeperFrom = (from: { nextOffset: number } | Snapshot, of = place) =>
  new SnapshotKeeper(file, of, from, (line) => said.push(line));

async function write(nextOffset = 10, of = place): Promise<void> {
  const keeper = keeperFrom({ nextOffset }, of);
  keeper.writeAll([...states]);
  await keeper.close();
}

/** As a start does that finds the file. */
async function noteNext(changes: Parameters<SnapshotKeeper['note']>[0], nextOffset: number): Promise<void> {
  const keeper = keeperFrom(await read());
  keeper.note(changes, nextOffset);
  await keeper.close();
}

async function read(high = 100): Promise<Snapshot> {
  const snapshot = await readSnapshot(file, place, high);
  if (typeof snapshot === 'string') throw new Error(snapshot);
  return snapshot;
}

describe('a snapshot', () => {
  it('gives back the states and the offset that it was written at', async () => {
    await write();
    expect(await read()).toMatchObject({ nextOffset: 10, values: states });
    expect(readdirSync(join(folder, 'inner'))).toEqual(['screener-1.states']);
  });

  it.each([
    ['is of other states', { ...place, identity: 'b' }, 10],
    ['is of other states', { ...place, low: 4 }, 10],
    ['is of another partition', { ...place, partition: 2 }, 10],
    ['is ahead of the topic', place, 9],
  ])('%s: it is left aside', async (reason, other, high) => {
    await write();
    expect(await readSnapshot(file, other, high)).toBe(reason);
  });

  it('that is not there, cut or changed in any byte is left aside', async () => {
    expect(await readSnapshot(file, place, 10)).toBe('is not there');
    await write();
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
    await write();
    const later = Date.now() + 13 * 3_600_000;
    expect(await readSnapshot(file, place, 10, later)).toBe('is too old');
  });

  it('takes up changes in their order', async () => {
    await write();
    const keeper = keeperFrom(await read());
    keeper.note([{ key: 'small', value: 'early' }], 11);
    keeper.note(
      [
        { key: 'clock', value: null },
        { key: 'token/Ä', value: 'größer' },
        { key: 'small', value: Buffer.from('late') },
      ],
      20,
    );
    await keeper.close();
    const { nextOffset, values, bytes } = await read();
    expect(nextOffset).toBe(20);
    expect(Object.fromEntries([...values].map(([key, value]) => [key, value.toString()]))).toEqual({
      empty: '',
      small: 'late',
      'token/Ä': 'größer',
    });
    expect(bytes).toBe(3 * 8 + 'empty'.length + 'small'.length + 'late'.length + 8 + 8);
  });

  it('whose end was torn off or damaged stands at the place before it, and is gone on from there', async () => {
    await write();
    const base = statSync(file).size;
    await noteNext([{ key: 'clock', value: 'newer' }], 20);
    const whole = readFileSync(file);
    for (let at = base; at < whole.length; at += 1) {
      writeFileSync(file, whole.subarray(0, at));
      expect(await read()).toMatchObject({ nextOffset: 10, values: states });
      const hurt = Buffer.from(whole);
      hurt[at]! ^= 1;
      writeFileSync(file, hurt);
      expect(await read()).toMatchObject({ nextOffset: 10, values: states });
    }
    for (const torn of [whole.subarray(0, whole.length - 1), Buffer.concat([whole, Buffer.alloc(20)])]) {
      writeFileSync(file, torn);
      await noteNext([{ key: 'clock', value: 'newest' }], 30);
      expect((await read()).values.get('clock')?.toString()).toBe('newest');
      expect(await read()).toMatchObject({ nextOffset: 30 });
    }
  });

  it('is not changed by what a process adds that has lost the partition', async () => {
    await write();
    const late = keeperFrom({ nextOffset: 10 });
    await noteNext([{ key: 'clock', value: 'newest' }], 20);
    late.note([{ key: 'clock', value: 'late' }], 12);
    await late.close();
    expect(await read()).toMatchObject({ nextOffset: 20 });
    expect((await read()).values.get('clock')?.toString()).toBe('newest');
  });

  it('leaves out what would leave a hole, until that is bridged', async () => {
    await write();
    const ahead = keeperFrom({ nextOffset: 12 });
    ahead.note([{ key: 'clock', value: 'ahead' }], 14);
    await ahead.close();
    expect(await read()).toMatchObject({ nextOffset: 10, values: states });
    const bridging = keeperFrom({ nextOffset: 10 });
    bridging.note([{ key: 'clock', value: 'bridged' }], 16);
    await bridging.close();
    expect(await read()).toMatchObject({ nextOffset: 16 });
    expect((await read()).values.get('clock')?.toString()).toBe('bridged');
  });

  it('that was put in the place of ours does not get our changes', async () => {
    const keeper = keeperFrom({ nextOffset: 10 });
    keeper.writeAll([...states]);
    await vi.waitFor(() => statSync(file));
    const other = { ...place, identity: 'b' };
    await write(30, other);
    keeper.note([{ key: 'clock', value: 'ours' }], 40);
    await keeper.close();
    expect(await readSnapshot(file, other, 100)).toMatchObject({ nextOffset: 30, values: states });
  });

  it('is written anew when most of it is out of date, and says the same', async () => {
    await write();
    const [big, size] = ['x'.repeat(3 << 20), 3 << 20];
    let grew = 0;
    for (let round = 0; round < 20; round += 1) {
      await noteNext(
        [
          { key: `big/${round % 2}`, value: round < 18 ? `${round}${big}` : null },
          { key: 'clock', value: `${round}` },
          { key: `round/${round}`, value: '' },
        ],
        20 + round,
      );
      grew = Math.max(grew, statSync(file).size);
    }
    expect(grew).toBeLessThan((16 << 20) + 2 * size);
    const { nextOffset, values } = await read();
    expect(nextOffset).toBe(39);
    expect(values.get('clock')?.toString()).toBe('19');
    expect(values.get('token/Ä')?.toString()).toBe('one');
    expect([...values.keys()].filter((key) => key.startsWith('round/'))).toHaveLength(20);
    expect([...values.keys()].filter((key) => key.startsWith('big/'))).toEqual([]);
    expect(readdirSync(join(folder, 'inner'))).toEqual(['screener-1.states']);
    expect(said).toEqual([]);
  });

  it('that cannot be gone on from is removed, and nothing more is added', async () => {
    await write();
    const keeper = keeperFrom({ nextOffset: 10 });
    rmSync(file);
    keeper.note([{ key: 'clock', value: 'x'.repeat(17 << 20) }], 20);
    keeper.note([{ key: 'clock', value: 'more' }], 30);
    await keeper.close();
    expect(said).toEqual([expect.stringContaining('is of another format; it is removed')]);
    expect(await readSnapshot(file, place, 30)).toBe('is not there');
  });
});
