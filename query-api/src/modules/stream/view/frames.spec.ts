import { describe, expect, it } from 'vitest';
import { writeFrame, writeFrames } from './frames.js';

describe('frames', () => {
  it('writes one line of data, whatever the text holds', () => {
    expect(writeFrame('token', { name: 'a\nid: 7\n\nb' }, '0:1')).toBe(
      'id: 0:1\nevent: token\ndata: {"name":"a\\nid: 7\\n\\nb"}\n\n',
    );
  });

  it('gives the id with the last frame only', () => {
    const frames = writeFrames(
      [
        { event: 'token', data: 1 },
        { event: 'token', data: 2 },
      ],
      '0:9,1:4',
    );
    expect(frames).toBe('event: token\ndata: 1\n\nid: 0:9,1:4\nevent: token\ndata: 2\n\n');
  });

  it('writes nothing for nothing', () => {
    expect(writeFrames([], '0:1')).toBe('');
  });
});
