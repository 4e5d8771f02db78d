import { expect, it } from 'vitest';
import { PROCESSORS } from './index.js';

it.each(Object.entries(PROCESSORS))(
  '%s writes only to later stages than it reads',
  (_, { inputs, outputs }) => {
    const newestInput = Math.max(...inputs.map((topic) => topic.stage));
    for (const output of outputs) expect(output.stage).toBeGreaterThan(newestInput);
  },
);

it('lets enrichers alone write to an earlier stage, and only into the journal', () => {
  const back = Object.entries(PROCESSORS).flatMap(([name, processor]) =>
    'answersInto' in processor ? processor.answersInto.map((topic) => [name, topic.name]) : [],
  );
  expect(back).toEqual([['enrichers', 'tokens.journal']]);
});
