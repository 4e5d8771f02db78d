/** Who answers asks of one kind. */
import type { Ask, Asked } from '@cryptonite/contracts/asks';
import type { Answer } from '@cryptonite/contracts/events';

export type AskOf<What extends Asked> = Extract<Ask, { what: What }>;

type SaidOf<Kind> = Kind extends Answer ? Omit<Kind, 'id' | 'position' | 'time' | 'mint'> : never;
/** An answer without whom it is about and when: the ask and the stream say that. */
export type Said = SaidOf<Answer>;

export type Provider<What extends Asked> = {
  /**
   * Null where an answer would say what is known, or nobody can say it yet. Rejects with {@link FetchFailed} where nobody could be asked: such an
   * ask stays without an answer, and the screener asks again.
   */
  answer(ask: AskOf<What>): Promise<Said | null>;
};

/** What is not configured is not there: asks about it are passed by. */
export type Providers = { [What in Asked]?: Provider<What> };

/** Null where nobody is there to answer it. */
export function answerOf(providers: Providers, ask: Ask): Promise<Said | null> {
  const nobody = Promise.resolve(null);
  switch (ask.what) {
    case 'metadata':
      return providers.metadata?.answer(ask) ?? nobody;
    case 'boosts':
      return providers.boosts?.answer(ask) ?? nobody;
    case 'social':
      return providers.social?.answer(ask) ?? nobody;
    case 'mint':
      return providers.mint?.answer(ask) ?? nobody;
    case 'holders':
      return providers.holders?.answer(ask) ?? nobody;
    case 'likeness':
      return providers.likeness?.answer(ask) ?? nobody;
    case 'website':
      return providers.website?.answer(ask) ?? nobody;
    case 'place':
      return providers.place?.answer(ask) ?? nobody;
  }
}
