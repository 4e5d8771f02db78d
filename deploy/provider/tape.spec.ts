import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTape, TapeError, TapeWriter } from './tape.js';

describe('tapes', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tape-'));
    file = join(folder, 'test.tape');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const collect = async (): Promise<Buffer[]> => {
    const frames: Buffer[] = [];
    for await (const frame of readTape(file)) frames.push(frame);
    return frames;
  };
  const write = async (frames: readonly Buffer[]): Promise<void> => {
    const tape = await TapeWriter.create(file);
    for (const frame of frames) await tape.write(frame);
    await tape.close();
  };

  it('give back the frames they were given, also across read chunks', async () => {
    const frames = [1, 0, 700_000, 3_000_000, 5].map((length, index) => Buffer.alloc(length, index + 1));
    await write(frames);
    const read = await collect();
    expect(read).toHaveLength(frames.length);
    for (const [index, frame] of frames.entries()) expect(read[index]!.equals(frame)).toBe(true);
  });

  it('name a torn last frame and its place, after giving the whole ones', async () => {
    await write([Buffer.from('whole'), Buffer.from('torn')]);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 1));
    const frames: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const frame of readTape(file)) frames.push(frame.toString());
    };
    await expect(reading()).rejects.toThrow(
      new TapeError(`${file} is torn: its last frame, at byte 9, ends after 7 bytes`),
    );
    expect(frames).toEqual(['whole']);
  });

  it('refuse a file that is no tape before reading its frame', async () => {
    await writeFile(file, 'this is text, not a tape');
    await expect(collect()).rejects.toThrow(/is not a tape: a frame of \d+ bytes at byte 0/);
  });

  it('are never written over', async () => {
    await write([Buffer.from('first')]);
    await expect(TapeWriter.create(file)).rejects.toThrow(`${file} exists already`);
  });
});
