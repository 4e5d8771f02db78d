/** What is said of a token that is louder than its buyers are many. */
import type { Measurement } from '@cryptonite/contracts/measures';
import { capital, counted } from './figures.js';

/** "30 boosts in force and 12 posts in 1 h, for 4 organic buyers in that hour." What is unknown is not named. */
export function shillReasonOf({ boosts, posts1h, organicBuyers1h }: Measurement): string {
  const loud = [
    ...(boosts ? [`${counted(boosts, 'boost')} in force`] : []),
    ...(posts1h ? [`${counted(posts1h, 'post')} in 1 h`] : []),
  ];
  const said = loud.length > 0 ? loud.join(' and ') : 'boosts and posts are unknown';
  const bought =
    organicBuyers1h === null
      ? 'how many organic buyers there were in that hour is unknown'
      : `for ${counted(organicBuyers1h, 'organic buyer')} in that hour`;
  return `${capital(said)}, ${bought}.`;
}
