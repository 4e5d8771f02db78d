import { UNKNOWN } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import type { Gate } from '../model/judge-gate';
import { useGate } from '../model/use-gate';
import { GateOpens } from './gate-opens';
import { formatTokens } from './wallet-button';

const TAGS = {
  open: { words: 'Open', icon: 'check', look: 'tag-good' },
  closed: { words: 'Closed', icon: 'cross', look: '' },
  unknown: { words: 'Unknown', icon: 'unknown', look: 'tag-unknown' },
  checking: { words: 'Checking…', icon: 'clock', look: '' },
} as const;

/** What a wallet holds of the gate token, whether that opens the gate, and what there will be behind it. */
export function GatePanel({ walletAddress }: { walletAddress: string }) {
  const { gate, rule, check } = useGate(walletAddress);
  const { words, icon, look } = TAGS[gate.state];
  const symbol = `$${rule?.symbol ?? 'CRPT'}`;
  return (
    <section className="panel" aria-labelledby="gate-title">
      <div className="flex items-center justify-between gap-3">
        <h2 id="gate-title" className="text-section font-semibold">
          Gate
        </h2>
        <span className={`tag ${look}`} role="status" data-testid="gate" data-gate={gate.state}>
          <Icon name={icon} size={12} />
          {words}
        </span>
      </div>
      <p className="mt-3 text-hero font-semibold tracking-[-0.015em]" data-testid="gate-balance">
        {'balance' in gate ? formatTokens(gate.balance) : gate.state === 'checking' ? '…' : UNKNOWN}
        {'balance' in gate && <span className="ml-2 text-section font-medium text-ink2">{symbol}</span>}
      </p>
      <p className="mt-1 text-small text-ink2">
        {whyOf(gate, symbol)}
        {rule && ` The gate opens at ${formatTokens(rule.minimum)} ${symbol}.`}
        {rule?.balancesFrom != null && ` Balances are from: ${rule.balancesFrom}.`}
      </p>
      <div className="mt-4 border-t border-line">
        <GateOpens />
      </div>
      <div className="mt-auto pt-4">
        <button type="button" className="button" disabled={gate.state === 'checking'} onClick={check}>
          Check again
        </button>
      </div>
    </section>
  );
}

function whyOf(gate: Gate, symbol: string): string {
  switch (gate.state) {
    case 'checking':
      return 'The balance is being read from the chain.';
    case 'unknown':
      return `${gate.why.replace(/\.$/, '')}.`;
    case 'open':
      return 'You hold enough.';
    case 'closed':
      return `${formatTokens(Math.ceil(gate.missing))} ${symbol} more are needed.`;
  }
}
