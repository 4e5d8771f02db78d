import { listsOf, PROGRESS } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';

/** The lists on which a token stood when it was last measured, where its state is from before that was kept. */
export const storedListsOf = ({ isMatched, profiles: { live, whitepaper } }: TokenCore): number =>
  listsOf({
    lifecycle: 'bonding',
    bondingProgressPercent: isMatched ? PROGRESS.alertFrom : null,
    liveVerdict: live.now?.verdict ?? null,
    whitepaperVerdict: whitepaper.now?.verdict ?? null,
    // A hidden one neither matches nor has a verdict.
    rugRisk: null,
  });
