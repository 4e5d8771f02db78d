import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outcomeOf } from '../testing/outcome.js';

const folder = new URL('../../fixtures/garbage/', import.meta.url);
const Index = z.array(z.object({ file: z.string(), what: z.string(), outcome: z.string() }));
const index = Index.parse(JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')));

describe('the corpus of garbage', () => {
  it.each(index)('$what', ({ file, outcome }) => {
    const hex = readFileSync(new URL(file, folder), 'utf8').replace(/\s/g, '');
    expect(outcomeOf(Buffer.from(hex, 'hex'))).toBe(outcome);
  });

  it('is all in its index', () => {
    const files = readdirSync(folder).filter((file) => file !== 'index.json');
    expect(index.map(({ file }) => file).sort()).toEqual(files.sort());
  });
});
