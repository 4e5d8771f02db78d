import { describe, expect, it } from 'vitest';
import { joinFrames, writeFrame } from './frames.js';

describe('frames', () => {
  it('are one line of data each, whatever the text holds', () => {
    expect(writeFrame('token', { name: 'a\nid: 7\n\nb' })).toBe(
      'event: token\ndata: {"name":"a\\nid: 7\\n\\nb"}\n\n',
    );
  });

  it('bear the id with the last one only', () => {
    expect(joinFrames([writeFrame('token', 1), writeFrame('token', 2)], '0:9,1:4')).toBe(
      'event: token\ndata: 1\n\nid: 0:9,1:4\nevent: token\ndata: 2\n\n',
    );
  });

  it('are nothing where there are none, and bear no empty id', () => {
    expect(joinFrames([], '0:1')).toBe('');
    expect(joinFrames([writeFrame('reset', {})], '')).toBe('event: reset\ndata: {}\n\n');
  });
});
