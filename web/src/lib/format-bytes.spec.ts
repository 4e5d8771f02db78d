import { expect, it } from 'vitest';
import { formatMegabytes } from './format-bytes';

it.each([
  [104_857_600, '100 MB'],
  [104_857_601, '100 MB'],
  [52_400_000, '50.0 MB'],
  [1_048_576, '1 MB'],
  [0, '0 MB'],
])('%d bytes are %s', (bytes, text) => expect(formatMegabytes(bytes)).toBe(text));
