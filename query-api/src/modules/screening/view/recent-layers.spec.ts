import type { LayerAssessed } from '@cryptonite/contracts/events';
import { expect, it } from 'vitest';
import { RecentLayers } from './recent-layers.js';

const assessed = (mint: string, layer: LayerAssessed['layer'], points: number): LayerAssessed => ({
  kind: 'LayerAssessed',
  id: `${mint}:${layer}:${points}`,
  mint,
  time: 1,
  position: '1',
  rulesVersion: 1,
  layer,
  points,
  findings: [],
});

it('keeps of each layer what was told last, of the tokens told of last', () => {
  const recent = new RecentLayers();
  for (const points of [10, 20]) recent.keep(assessed('first', 'contract', points));
  recent.keep(assessed('first', 'market', 5));
  expect(recent.of('first').map(({ layer, points }) => [layer, points])).toEqual([
    ['contract', 20],
    ['market', 5],
  ]);
  for (let other = 0; other < 999; other += 1) recent.keep(assessed(`other${other}`, 'contract', 1));
  recent.keep(assessed('first', 'contract', 30));
  recent.keep(assessed('last', 'contract', 1));
  expect(recent.of('first').map(({ points }) => points)).toEqual([30, 5]);
  expect(recent.of('other0')).toEqual([]);
});
