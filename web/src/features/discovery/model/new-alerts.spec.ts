import { expect, it } from 'vitest';
import { findNewAlerts, type ToldAlerts } from './new-alerts';

type Look = { asOf: number | null; alerts: [mint: string, raisedAt: number | null][] };

function play(...looks: Look[]): string[][] {
  let told: ToldAlerts | null = null;
  return looks.map(({ asOf, alerts }) => {
    const tokens = alerts.map(([mint, alertRaisedAt]) => ({ mint, alertRaisedAt }));
    const found = findNewAlerts(told, tokens, asOf);
    told = found.told;
    return found.fresh.map(({ mint }) => mint);
  });
}

it('tells what was raised after the first look, even if that was empty', () =>
  expect(play({ asOf: 100, alerts: [] }, { asOf: 110, alerts: [['a', 105]] })).toEqual([[], ['a']]));

it('tells a token once, though it left and came again', () =>
  expect(
    play(
      { asOf: 100, alerts: [] },
      { asOf: 110, alerts: [['a', 105]] },
      { asOf: 120, alerts: [] },
      { asOf: 130, alerts: [['a', 105]] },
    ),
  ).toEqual([[], ['a'], [], []]));

it('does not tell of alerts raised before the page looked', () =>
  expect(
    play(
      { asOf: 100, alerts: [['a', 100]] },
      {
        asOf: 110,
        alerts: [
          ['a', 100],
          ['b', 90],
          ['c', null],
        ],
      },
    ),
  ).toEqual([[], []]));

it('waits for a first slot', () =>
  expect(play({ asOf: null, alerts: [] }, { asOf: 100, alerts: [['a', 99]] })).toEqual([[], []]));
