import { PROCESSORS, TOPICS } from '@cryptonite/contracts/topics';
import kafkajs, { type AclEntry } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { RIGHTS, rulesOf } from './rights.js';

const { AclOperationTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;
const users = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];
const topicsOf = (rules: AclEntry[], operation: number) =>
  rules
    .filter((rule) => rule.resourceType === AclResourceTypes.TOPIC && rule.operation === operation)
    .map(({ resourceName }) => resourceName)
    .sort();
const namesOf = (topics: readonly { name: string }[]) => topics.map(({ name }) => name).sort();

describe.each(users)('%s', (user) => {
  const rules = rulesOf(user);

  it('is allowed what it needs by its own name, and nothing of whole kinds', () => {
    for (const { principal, resourceName, operation } of rules) {
      expect(principal).toBe(`User:${user}`);
      expect(resourceName).not.toBe('*');
      expect([AclOperationTypes.ALL, AclOperationTypes.CREATE, AclOperationTypes.ALTER]).not.toContain(
        operation,
      );
    }
  });

  it('joins groups and owns transactions of its own alone', () => {
    for (const rule of rules)
      if (rule.resourceType !== AclResourceTypes.TOPIC && rule.operation !== AclOperationTypes.DESCRIBE)
        expect([rule.resourceName, rule.resourcePatternType]).toEqual([user, ResourcePatternTypes.PREFIXED]);
    // A prefix of one would be a prefix of the other's too.
    for (const other of users) if (other !== user) expect(other.startsWith(user)).toBe(false);
  });
});

it.each(['screener', 'sink', 'enrichers'] as const)(
  '%s reads and writes as its place in the flow says',
  (user) => {
    const { inputs, outputs, ...rest } = PROCESSORS[user];
    const own = user === 'screener' ? [TOPICS.screenerState] : [];
    const answersInto = 'answersInto' in rest ? rest.answersInto : [];
    expect(topicsOf(rulesOf(user), AclOperationTypes.READ)).toEqual(namesOf([...inputs, ...own]));
    expect(topicsOf(rulesOf(user), AclOperationTypes.WRITE)).toEqual(namesOf([...outputs, ...answersInto]));
  },
);

it('the page writes nothing', () => {
  expect(rulesOf('query-api').filter(({ operation }) => operation === AclOperationTypes.WRITE)).toEqual([]);
});
