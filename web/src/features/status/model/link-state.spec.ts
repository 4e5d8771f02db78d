import { expect, it } from 'vitest';
import { judgeLink, type LinkFacts } from './link-state';

const live: LinkFacts = {
  isOnline: true,
  isStreamUp: true,
  wasStreamUp: true,
  isAnswered: false,
  isPollFailing: false,
  now: 100_000,
  heardAt: 99_000,
};

const polled = { isStreamUp: false, isAnswered: true };
const atFirst = { isStreamUp: false, wasStreamUp: false };

it.each<[string, Partial<LinkFacts>, string]>([
  ['is live while events come', {}, 'live'],
  ['is live through a pause', { heardAt: 95_001 }, 'live'],
  ['reconnects after 5 s without a sign of life', { heardAt: 95_000 }, 'reconnecting'],
  [
    'reconnects when the stream has fallen and nothing answers',
    { isStreamUp: false, isPollFailing: true },
    'reconnecting',
  ],
  ['polls when the stream has fallen and questions are answered', polled, 'polling'],
  ['reconnects until the first of them is', { isStreamUp: false }, 'reconnecting'],
  ['polls from one answer to the next, however slow that is', { ...polled, heardAt: 90_001 }, 'polling'],
  ['reconnects when answers stop too', { ...polled, heardAt: 90_000 }, 'reconnecting'],
  ['connects at first', atFirst, 'connecting'],
  ['polls where no stream ever came up', { ...atFirst, isAnswered: true }, 'polling'],
  ['has fallen silent after 15 s', { heardAt: 85_000 }, 'silent'],
  [
    'has fallen silent, whatever it tries',
    { isStreamUp: false, isPollFailing: true, heardAt: 85_000 },
    'silent',
  ],
  ['believes the browser that there is no network', { isOnline: false }, 'offline'],
])('%s', (_what, facts, state) => expect(judgeLink({ ...live, ...facts })).toBe(state));
