import {
  DAILY,
  DAILY_WEIGHTS,
  type Gate,
  HIDDEN_ABOVE_RISK,
  HYPE_WEIGHTS,
  LAYER_NAMES,
  LAYERS,
  ULTIMATE_GATES,
  ULTIMATE_SCORE_MIN,
  ULTIMATE_WEIGHTS,
} from '@cryptonite/contracts/rules';
import { Link } from 'react-router-dom';
import { limitsOf } from '../../../lib/gate-limits';
import { BURNED_PERCENT, PLANS, STAKING_TIERS, SUPERMAJORITY_PERCENT } from '../model/plans';
import { Document, type Section, Table } from './document';
import { Planned } from './planned';

/** `preMigration` says what the whitepaper's rules ask of a token before it migrates. */
export function Whitepaper({ preMigration }: { preMigration: string }) {
  return (
    <Document
      title="Whitepaper"
      version="1.0.0"
      dated="October 2025"
      intro={
        <p>
          Cryptonite screens Solana launchpad tokens before and after they graduate to an exchange. This paper
          describes its three scanner modes, by the rules that are called <code>whitepaper</code>, and what is
          planned for the token $CRPT.{' '}
          <strong>
            The scanner is built. Staking, subscriptions, burns and governance are planned, and not built.
          </strong>
        </p>
      }
      sections={sectionsOf(preMigration)}
    />
  );
}

const sectionsOf = (preMigration: string): Section[] => [
  {
    title: 'What the scanner does',
    body: (
      <>
        <p>
          It reads every pump.fun and PumpSwap transaction as the chain confirms it, measures each token again
          when an event touches it, and lists those that pass the rules of a mode. What was not observed is
          unknown: it earns no points and passes no gate.
        </p>
        <p>
          It informs. It trades nothing, holds nothing, and the only signatures that it ever asks for are that
          of a sign-in message and, of an administrator, that of a release of the app.
        </p>
      </>
    ),
  },
  {
    title: 'The rules in two readings',
    body: (
      <p>
        The scanner keeps two readings of its rules side by side: <code>live</code>, which its lists open
        with, and <code>whitepaper</code>, which is the one below. Each can be chosen on the lists themselves:{' '}
        <Link to="/discovery?profile=whitepaper">Discovery by the rules of this paper</Link>. The figures here
        are read from the same table as the scanner reads.
      </p>
    ),
  },
  {
    title: 'Scanner mode one: Ultimate',
    body: (
      <>
        <p>A token passes every gate, and its weighted score is at least {ULTIMATE_SCORE_MIN}/100.</p>
        <Gates mode="Ultimate" gates={ULTIMATE_GATES.whitepaper} />
        <p>
          The score weighs Safety {ULTIMATE_WEIGHTS.safety}%, Market Health {ULTIMATE_WEIGHTS.marketHealth}%,
          Momentum {ULTIMATE_WEIGHTS.momentum}%, Social {ULTIMATE_WEIGHTS.social}%, Whale Activity{' '}
          {ULTIMATE_WEIGHTS.whaleActivity}% and Trending {ULTIMATE_WEIGHTS.trending}%.
        </p>
      </>
    ),
  },
  {
    title: 'Scanner mode two: Daily Boosted',
    body: (
      <>
        <p>
          Tokens that somebody promotes. The composite is {DAILY_WEIGHTS.whitepaper.social}% social,{' '}
          {DAILY_WEIGHTS.whitepaper.pattern}% pattern and {DAILY_WEIGHTS.whitepaper.security}% security.
        </p>
        <Gates mode="Daily Boosted" gates={DAILY.whitepaper} />
      </>
    ),
  },
  { title: 'Scanner mode three: Pre-Migration', body: <p>{preMigration}</p> },
  {
    title: 'Hype and rug risk',
    body: (
      <>
        <p>
          The hype score is {HYPE_WEIGHTS.onChain}% on-chain and {HYPE_WEIGHTS.social}% social. The rug risk
          is the weighted mean of those of six layers that were observed; above {HIDDEN_ABOVE_RISK} of 100 a
          token is on no list.
        </p>
        <Table
          label="Layers of the rug risk"
          head={['Layer', 'Weight']}
          rows={LAYER_NAMES.map((name) => [LAYERS[name].label, `${LAYERS[name].weight}%`])}
        />
      </>
    ),
  },
  {
    title: 'Staking tiers of $CRPT',
    body: (
      <>
        <p>
          <Planned /> Nothing can be staked today. The plan names four tiers by the number of tokens staked.
        </p>
        <Table
          label="Staking tiers"
          head={['Tier', '$CRPT staked', 'Yearly yield', 'Share of fees']}
          rows={STAKING_TIERS.map(({ name, staked, yieldPercent, feeSharePercent }) => [
            name,
            staked,
            `${yieldPercent}%`,
            `${feeSharePercent}%`,
          ])}
        />
      </>
    ),
  },
  {
    title: 'Subscription plans and discounts',
    body: (
      <>
        <p>
          <Planned /> Nothing is sold today, and Discovery stays free. The plan names three subscriptions,
          each with a discount for those who pay in $CRPT.
        </p>
        <Table
          label="Subscription plans"
          head={['Per month', 'Discount in $CRPT', 'Per month in $CRPT']}
          rows={PLANS.map(({ monthlyUsd, discountPercent }) => [
            `$${monthlyUsd}`,
            `${discountPercent}%`,
            `worth $${(monthlyUsd * (1 - discountPercent / 100)).toFixed(2)}`,
          ])}
        />
      </>
    ),
  },
  {
    title: 'Burns',
    body: (
      <p>
        <Planned /> {BURNED_PERCENT}% of the fees that are paid in $CRPT are to be burned. There are no fees
        today.
      </p>
    ),
  },
  {
    title: 'Governance',
    body: (
      <p>
        <Planned /> A change of fees is to need a supermajority of {SUPERMAJORITY_PERCENT}% of the votes.
        There is nothing to vote on today.
      </p>
    ),
  },
  {
    title: 'Gating',
    body: (
      <p>
        A wallet that holds enough of the gate's token is to be let into private trading groups and alerts to
        other services. Whether a wallet holds enough is shown on{' '}
        <Link to="/platform">the platform page</Link>, which also says what the gate opens at this time.
      </p>
    ),
  },
  {
    title: 'What this paper is not',
    body: (
      <p>
        It is no offer, no promise of a yield or a price, and no financial advice. Plans change, and what is
        planned may never be built. See the <Link to="/terms">terms of service</Link>.
      </p>
    ),
  },
];

/** Two gates of one label are two sides of the same: a row. */
function Gates({ mode, gates }: { mode: string; gates: readonly Gate[] }) {
  const labels = [...new Set(gates.map(({ label }) => label))];
  const limits = (label: string) => gates.filter((gate) => gate.label === label).map(limitsOf);
  return (
    <Table
      label={`Gates of ${mode}`}
      head={['Gate', 'Asks for']}
      rows={labels.map((label) => [label, limits(label).join(' and ')])}
    />
  );
}
