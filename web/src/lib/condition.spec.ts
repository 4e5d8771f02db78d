import { expect, it } from 'vitest';
import { conditionOf, withCondition } from './condition';

it('names the condition of data that are not the live chain', () => {
  expect(conditionOf({ kind: 'market', name: '' })).toBe('Simulated market');
  expect(conditionOf({ kind: 'tape', name: '' })).toBe('Replayed tape');
  expect(conditionOf({ kind: 'provider', name: '' })).toBeNull();
  expect(conditionOf(null)).toBeNull();
});

it('goes with a message off the page', () => {
  expect(withCondition('SEALY is at 42.0%', { kind: 'market', name: '' })).toBe(
    'SEALY is at 42.0% (Simulated market)',
  );
  expect(withCondition('SEALY is at 42.0%', { kind: 'provider', name: '' })).toBe('SEALY is at 42.0%');
});
