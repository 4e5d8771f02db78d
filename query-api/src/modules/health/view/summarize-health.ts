/** What anybody is told of health. Pure. */
import {
  BEHIND_FROM_RECORDS,
  type Health,
  type HealthConcern,
  HealthSummary,
} from '@cryptonite/contracts/api';

const isDown = (store: string) => (health: Health) =>
  health.stores.some(({ name, status }) => name === store && status === 'down');

/** The worst first: one is told. */
const CONCERNS: readonly (readonly [HealthConcern, (health: Health) => boolean])[] = [
  ['loading', ({ streamTime }) => streamTime === null],
  ['no-trades', isDown('kafka')],
  ['no-history', isDown('clickhouse')],
  ['no-data', ({ stores }) => stores.some(({ status }) => status === 'down')],
  ['low-disk', ({ disk }) => disk?.isLow ?? false],
  // After a start or an outage.
  ['late-history', ({ topics }) => topics.some(({ lag }) => (lag ?? 0) > BEHIND_FROM_RECORDS)],
  ['unread-trades', ({ unknownLayouts }) => unknownLayouts.length > 0],
  ['other', ({ problems }) => problems.length > 0],
];

/** At 100 trades a second a screener in step is some hundred records behind at most. */
const SCREENER_BEHIND_RECORDS = 2_000;

export const summarizeHealth = (health: Health): HealthSummary =>
  // The schema leaves out all that it does not name.
  HealthSummary.parse({
    ...health,
    concern: CONCERNS.find(([, is]) => is(health))?.[0] ?? null,
    awaySince: health.sourceAway?.since ?? null,
    areScoresLate: health.topics.some(
      ({ processor, lag }) => processor === 'screener' && (lag ?? 0) > SCREENER_BEHIND_RECORDS,
    ),
  });
