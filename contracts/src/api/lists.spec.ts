import { expect, it } from 'vitest';
import { LISTS as RULES } from '../rules/index.js';
import { LIST_NAMES, LISTS } from './lists.js';

it.each(LIST_NAMES)('%s is by the rules of the profile that it is asked for', (name) => {
  for (const profile of ['live', 'whitepaper'] as const)
    expect([profile, null]).toContain(RULES[LISTS[name].on[profile]].profile);
});
