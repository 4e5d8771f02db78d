import { expect, it } from 'vitest';
import { takeTurn } from './run-fold.js';

it('comes to every item in turn, and to the first again after the last', () => {
  const list = ['a', 'b', 'c', 'd', 'e'];
  const turns: string[][] = [];
  for (let from = 0, turn = 0; turn < 4; turn++) {
    const { items, next } = takeTurn(list, from, 2);
    turns.push(items);
    from = next;
  }
  expect(turns).toEqual([['a', 'b'], ['c', 'd'], ['e'], ['a', 'b']]);
});

it('begins anew where the list has become shorter, and takes nothing of an empty one', () => {
  expect(takeTurn(['a', 'b'], 4, 3)).toEqual({ items: ['a', 'b'], next: 2 });
  expect(takeTurn([], 4, 3)).toEqual({ items: [], next: 0 });
});
