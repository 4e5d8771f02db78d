/** How a viewer likes the lists, kept in the browser. Unknown stored values fall to the defaults. */
import { useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from '../../../lib/storage';
import type { StoredKey } from '../../../lib/stored-keys';
import { SORTS, type Sort } from './sort';

export const DENSITIES = ['cards', 'rows'] as const;
export type Density = (typeof DENSITIES)[number];

function preference<Value extends string>(key: StoredKey, values: readonly [Value, ...Value[]]) {
  const read = (): Value => values.find((value) => value === readStored(key)) ?? values[0];
  return (): [Value, (value: Value) => void] => [
    useSyncExternalStore(subscribeStored, read),
    (value) => writeStored(key, value),
  ];
}

/** The first of each is the default. */
export const useDensity = preference('discovery-density', DENSITIES);
export const useGates = preference('discovery-gates', ['folded', 'open']);
export const useNewLaunches = preference('discovery-new', ['folded', 'open']);
export const useSort = preference<Sort>('discovery-sort', SORTS);
