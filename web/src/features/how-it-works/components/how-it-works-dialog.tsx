import {
  ACTIONS,
  FADED,
  HIDDEN_ABOVE_RISK,
  HYPE_BANDS,
  HYPE_WEIGHTS,
  PROGRESS,
  type ProfileName,
  RISK_COVERAGE_MIN,
  ULTIMATE_GATES,
  ULTIMATE_SCORE_MIN,
  ULTIMATE_WEIGHTS,
} from '@cryptonite/contracts/rules';
import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog';
import { checksWords } from '../model/check-words';

const KEYS = [
  ['J', 'next card'],
  ['K', 'card before'],
  ['C', 'copy the card’s mint'],
  ['E', 'what its score is made of'],
  ['Esc', 'close'],
] as const;

type HowItWorksProps = {
  isOpen: boolean;
  onClose: () => void;
  /** By whose rules the page shows its lists. */
  profile: ProfileName;
  /** The figures of the texts beside what was measured of them. */
  measured: ReactNode;
};

export function HowItWorksDialog({ isOpen, onClose, profile, measured }: HowItWorksProps) {
  const weights = ULTIMATE_WEIGHTS;
  return (
    <Dialog title="How It Works" isOpen={isOpen} onClose={onClose}>
      <div className="flex flex-col gap-4 text-body text-ink2">
        <Part title="What the scanner does">
          It reads every pump.fun and PumpSwap transaction as the chain confirms it, measures each token, and
          lists those that pass the checks before they migrate to a pool. It informs. It gives no financial
          advice, and it never trades or signs.
        </Part>
        <Part title={`The checks, profile ${profile}`}>{checksWords(profile)}</Part>
        <Part title={`Ultimate, profile ${profile}`}>
          Only tokens that pass all {ULTIMATE_GATES[profile].length} gates are listed. The score, at least{' '}
          {ULTIMATE_SCORE_MIN}/100, weighs Safety {weights.safety}%, Market Health {weights.marketHealth}%,
          Momentum {weights.momentum}%, Social {weights.social}%, Whale Activity {weights.whaleActivity}% and
          Trending {weights.trending}%. {ACTIONS.alert}+: Alert. {ACTIONS.watch}–{ACTIONS.alert - 1}: Watch.
        </Part>
        <Part title="Scores">
          Hype is {HYPE_WEIGHTS.onChain}% on-chain and {HYPE_WEIGHTS.social}% social: {HYPE_BANDS.high}+ is
          strong, {HYPE_BANDS.medium}–{HYPE_BANDS.high - 1} moderate, below weak. Press a score for its parts:
          what each earned, what it lost, and what was not observed, which earns nothing.
        </Part>
        <Part title="Rug risk">
          Weighted average of six layers, or its worst danger if that is higher. Above {HIDDEN_ABOVE_RISK}:
          hidden. Under {RISK_COVERAGE_MIN * 100}% checked: treated as unknown.
        </Part>
        <Part title="Off the lists">
          High Hype, Ultimate and Daily Boosted leave out a token that stands below half of its listing, and a
          graduated one that has faded: under {FADED.underCompletionPercent}% of its completion market cap,
          under {FADED.underTraders1h} traders in 1 h.
        </Part>
        <Part title="Bonding progress">
          Tokens sold out of the bonding curve, divided by the tokens the curve started with. It is not the
          share of SOL raised, which runs behind it: half of the SOL is about four fifths of the tokens. From{' '}
          {PROGRESS.migratingFrom}% a token counts as migrating; the curve is complete at 100%.
        </Part>
        <Part title="Young tokens">
          A price change, volume or count of trades over a window that a token has not lived is since its
          launch, and says so. Under 5 minutes its 5-minute price change is over the 2nd half of its life.
        </Part>
        <Part title="Unknown">
          What was not observed is shown as Unknown, never as zero. A check without its value does not pass.
        </Part>
        <Part title="What the texts say, and what was measured">{measured}</Part>
        <Part title="What is not covered">
          Other launchpads, and pools elsewhere: only pump.fun curves are followed, and the PumpSwap pools
          that their tokens migrate to. Trades on Raydium and other exchanges are not seen.
        </Part>
        <Part title="Keys">
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            {KEYS.map(([key, what]) => (
              <span key={key} className="whitespace-nowrap">
                <kbd className="rounded-tag border border-line2 px-1.5 font-sans text-label text-ink">
                  {key}
                </kbd>{' '}
                {what}
              </span>
            ))}
          </span>
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-value font-medium text-ink">{title}</h3>
      <div className="mt-0.5">{children}</div>
    </section>
  );
}
