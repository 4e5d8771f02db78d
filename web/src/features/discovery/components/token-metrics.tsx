import type { ReactNode } from 'react';
import { formatChange, formatShare, UNKNOWN } from '../../../lib/format';

/** Buys filled against sells outlined. Nothing is drawn of a share that is not known. */
export function SplitBar({ share }: { share: number | null }) {
  if (share === null) return null;
  return (
    <span
      className="split"
      role="img"
      aria-label={`${formatShare(share)} buys over 5 minutes`}
      title={`${formatShare(share)} buys over 5 minutes`}
    >
      <i style={{ width: `${share * 100}%` }} />
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
  label: string;
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
