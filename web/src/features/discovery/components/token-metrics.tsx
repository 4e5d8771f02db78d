import type { ReactNode } from 'react';
import { formatChange, formatCompactDollars, formatPercent, formatShare, UNKNOWN } from '../../../lib/format';
import { windowWords } from '../../../lib/windows';
import type { DrawnToken } from '../model/drawn-token';
import { topTenWords } from '../model/holder-words';

/** Buys of five minutes filled against sells outlined. Nothing is drawn of a share that is not known. */
export function SplitBar({ token }: { token: DrawnToken }) {
  const { buyShare } = token;
  if (buyShare === null) return null;
  const words = `${formatShare(buyShare)} buys, ${windowWords('m5', token)}`;
  return (
    <span className="split" role="img" aria-label={words} title={words}>
      <i style={{ width: `${buyShare * 100}%` }} />
      <i />
    </span>
  );
}

/** Unknown reads as one word in its own tone. */
export function Value({ text, className = '' }: { text: string; className?: string }) {
  return <span className={text === UNKNOWN ? 'font-normal text-unk' : className}>{text}</span>;
}

/** The one value that is red or green: how far the market cap has come since the token was listed, in Early Stage since its alert. */
export function SinceListed({ percent }: { percent: number | null }) {
  const tone = percent === null || percent === 0 ? '' : percent < 0 ? 'text-neg' : 'text-pos';
  return <Value text={formatChange(percent)} className={`since ${tone}`} />;
}

export function Metrics({ children }: { children: ReactNode }) {
  return <dl className="metrics">{children}</dl>;
}

export function Metric({
  label,
  text,
  title,
  children,
}: {
  label: ReactNode;
  text: ReactNode;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <div title={title}>
      <dt>{label}</dt>
      <dd>
        {typeof text === 'string' ? <Value text={text} /> : text}
        {children}
      </dd>
    </div>
  );
}

/** What the ten largest owners hold of the supply, and of what is sold of it. */
export function TopTenMetric({ token }: { token: DrawnToken }) {
  const { top10HolderPercent: ofSupply, top10OfSoldPercent: ofSold } = token;
  const isUnknown = ofSupply === null && ofSold === null;
  const both = (
    <span>
      <Value text={formatPercent(ofSupply)} /> · <Value text={formatPercent(ofSold)} />
    </span>
  );
  return (
    <Metric
      label="Top 10 · of sold"
      text={isUnknown ? UNKNOWN : both}
      title={`Top 10: ${topTenWords(token)}`}
    />
  );
}

/** The volume of a day, or since the launch of a younger token. */
export function DayVolumeMetric({ token }: { token: DrawnToken }) {
  const window = windowWords('h24', token);
  return (
    <Metric
      label={`Volume ${window}`}
      text={formatCompactDollars(token.volume24h)}
      title={`Volume, ${window}`}
    />
  );
}
