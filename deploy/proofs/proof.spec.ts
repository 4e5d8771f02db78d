import { expect, it } from 'vitest';
import { transactionsFor } from './proof.js';

it('asks for enough transactions for the events, and not for many more', () => {
  for (const events of [1, 1_000, 200_000, 1_000_000]) {
    expect(transactionsFor(events) * 2.27).toBeGreaterThanOrEqual(events);
    expect(transactionsFor(events) * 2.27).toBeLessThan(events * 1.05 + 3);
  }
});
