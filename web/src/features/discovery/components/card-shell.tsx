import { type ReactNode, useId } from 'react';
import { formatUtcTime, startOfMint } from '../../../lib/format';
import { type Life, sayWindows } from '../../../lib/windows';
import { ExternalText } from '../../../ui/external-text';
import { Icon } from '../../../ui/icon';
import type { Drawn } from '../model/drawn-token';
import { marksOf } from '../model/marks';
import type { Reason } from '../model/shown-row';
import { MarkLine } from './token-marks';
import { TokenTile } from './token-tile';

/** What a card or row looks like in its state; none of these changes its box. */
export const stateClassOf = ({ left, isNew, isStale }: Pick<Drawn, 'left' | 'isNew' | 'isStale'>): string =>
  `token ${left ? 'has-left' : ''} ${isNew ? 'is-new' : ''} ${isStale ? 'is-stale' : ''}`;

/** A reason's colour, and a mark that says the same without one. */
export const TONES = {
  failed: { colour: 'text-neg', icon: 'cross' },
  unknown: { colour: 'text-unk', icon: 'unknown' },
  plain: { colour: 'text-ink2', icon: null },
} as const;

/** That a token left, and why where that is known. */
export const leftWords = (reason: Reason | null): Reason => ({
  text: reason === null ? 'Left the list' : `Left the list: ${reason.text}`,
  tone: reason?.tone ?? 'plain',
});

export function Why({ reason, token }: { reason: Reason; token: Life }) {
  const { colour, icon } = TONES[reason.tone];
  const text = sayWindows(reason.text, token);
  return (
    <span data-testid="rejection-reason" className={`reason ${colour}`} title={text}>
      {icon && <Icon name={icon} size={12} />}
      <span className="truncate">{text}</span>
    </span>
  );
}

/** The kinds of cards, each of a height of its own. */
export type CardKind = 'check' | 'ultimate' | 'daily' | 'hype';

type ShellProps = {
  kind: CardKind;
  drawn: Drawn;
  isFilled: boolean;
  /** What stands in it; its heading has the id. */
  children: (id: string) => ReactNode;
};

/** The box of a card, whatever it says; until it is filled, the box alone. */
export function CardShell({ kind, drawn, isFilled, children }: ShellProps) {
  const { token, left } = drawn;
  const id = useId();
  return (
    <article
      data-testid="token-card"
      data-mint={token.mint}
      data-left={left ? '' : undefined}
      aria-labelledby={isFilled ? id : undefined}
      aria-busy={isFilled ? undefined : true}
      tabIndex={-1}
      className={`token-card ${kind}-card ${stateClassOf(drawn)}`}
    >
      {isFilled && children(id)}
    </article>
  );
}

/** Symbol, what stands beside it, and name; on cards without a line for marks, the first of these: an alert is Early Stage's. */
export function CardNames({
  drawn,
  id,
  tag,
  hasMark = false,
}: {
  drawn: Drawn;
  id: string;
  tag?: ReactNode;
  hasMark?: boolean;
}) {
  const { symbol, name, mint } = drawn.token;
  return (
    <div className="min-w-0 flex-1">
      <h3 id={id} className="flex h-5 min-w-0 items-center gap-2 text-symbol font-semibold">
        {drawn.isNew && <span className="sr-only">New.</span>}
        <ExternalText raw={symbol} />
        {tag}
      </h3>
      <div className="token-name flex h-5 min-w-0 items-center gap-1.5 text-small leading-5 text-ink2">
        {drawn.sharesSymbol && <span className="flex-none font-mono text-label">{startOfMint(mint)}</span>}
        <ExternalText raw={name} />
        {hasMark && (
          <MarkLine
            token={drawn.token}
            marks={marksOf(drawn).filter(({ kind }) => kind !== 'alert')}
            most={1}
          />
        )}
      </div>
    </div>
  );
}

/** Tile and names, with a score at the end. */
export function ScoredHead(props: { drawn: Drawn; id: string; tag?: ReactNode; plate: ReactNode }) {
  const { drawn, id, tag, plate } = props;
  return (
    <div className="card-head scored-head">
      <TokenTile token={drawn.token} size="card" />
      <CardNames drawn={drawn} id={id} tag={tag} hasMark />
      {plate}
    </div>
  );
}

/** When the values are of the past, of when they are: those of a token that left, of its leaving. */
export function AsOf({ drawn: { isStale, left, token } }: { drawn: Drawn }) {
  if (!isStale && !left) return null;
  return (
    <span
      className={`ml-auto whitespace-nowrap pr-1.5 text-label ${isStale && !left ? 'text-warn' : 'text-ink3'}`}
    >
      as of {formatUtcTime(token.measuredAt)}
    </span>
  );
}
