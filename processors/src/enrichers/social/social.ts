/** What is said of a token: every configured source is asked for its part. */
import { FetchFailed } from '../fetch/guard.js';
import type { AskOf, Provider, Said } from '../provider.js';

type Observed = Omit<Extract<Said, { kind: 'SocialObserved' }>, 'kind' | 'from'>;

/** One question to one service. */
export type SocialSource = {
  host: string;
  /** The part that it knows; null where the ask gives it nothing to ask about. */
  observe(ask: AskOf<'social'>): Promise<Partial<Observed>> | null;
};

const UNKNOWN: Observed = {
  posts1h: null,
  posts24h: null,
  twitterHandle: null,
  accountExists: null,
  isVerified: null,
  followers: null,
  accountCreatedAt: null,
  telegramHandle: null,
  telegramMembers: null,
};

export class Social implements Provider<'social'> {
  constructor(private readonly sources: readonly SocialSource[]) {}

  /** Unknown is what was not asked or did not answer; without any answer there is nothing to say. */
  async answer(ask: AskOf<'social'>): Promise<Said | null> {
    const { twitterHandle, telegramHandle } = ask;
    const asked = this.sources.flatMap(({ host, observe }) => {
      const observing = observe(ask);
      return observing ? [observing.then((part) => ({ host, part }))] : [];
    });
    const settled = await Promise.allSettled(asked);
    const bug = settled.find((one) => one.status === 'rejected' && !(one.reason instanceof FetchFailed));
    if (bug?.status === 'rejected') throw bug.reason;
    const told = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (told.length === 0) return null;
    const from = [...new Set(told.map(({ host }) => host))].join(', ');
    const observed = told.reduce<Observed>((all, { part }) => Object.assign(all, part), { ...UNKNOWN });
    return { kind: 'SocialObserved', from, ...observed, twitterHandle, telegramHandle };
  }
}
