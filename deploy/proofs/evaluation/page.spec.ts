import { expect, it } from 'vitest';
import { withSection } from './page.js';

const page = '# How the scores do\n\nBy hand.\n';

it('gets sections in the order of their seeds, each once, and keeps the rest', () => {
  const one = withSection(page, 102, 'second');
  const both = withSection(one, 101, 'first');
  expect(both.indexOf('first')).toBeLessThan(both.indexOf('second'));
  expect(both.startsWith(page)).toBe(true);
  const again = withSection(both, 101, 'anew');
  expect(again).not.toContain('first');
  expect(again).toContain('second');
  expect(withSection(again, 101, 'first')).toBe(both);
  expect(withSection(both, 103, 'third').endsWith('third\n\n<!-- end of seed 103 -->\n')).toBe(true);
});
