import { memo, useId } from 'react';
import {
  formatChange,
  formatCompactDollars,
  formatCount,
  formatPercent,
  formatScore,
  formatUtcTime,
  shortenMint,
  startOfMint,
  UNKNOWN,
} from '../../../lib/format';
import { priceWindowWords, sayWindows, windowWords } from '../../../lib/windows';
import { ExternalText } from '../../../ui/external-text';
import { Flash } from '../../../ui/flash';
import { Icon } from '../../../ui/icon';
import type { Drawn, DrawnToken } from '../model/drawn-token';
import { missedBy } from '../model/gates';
import { excludedWords, topTenWords, whaleWords } from '../model/holder-words';
import { listedOnWords, listingWords } from '../model/listing-words';
import { type Mark, marksOf } from '../model/marks';
import { knownScore, pointsOf } from '../model/merit';
import { openScores } from '../model/opened-scores';
import type { Reason } from '../model/shown-row';
import { useProfile } from '../model/use-discovery';
import { ProgressMeter } from './bonding-progress';
import { type CardKind, leftWords, stateClassOf, TONES } from './card-shell';
import { CheckSummary } from './check-chips';
import { PriceTrail } from './price-trail';
import { Promotion } from './promotion';
import { MeritMeter } from './score-plate';
import { Age } from './stream-time';
import { CopyAction, LinkActions } from './token-actions';
import { MarkLine, useTellMarks } from './token-marks';
import { SinceListed, SplitBar, Value } from './token-metrics';
import { TokenTile } from './token-tile';

type TokenRowProps = Drawn & { testId: string; kind: CardKind; isFilled: boolean };

/** A token as a row of 44 px; until it is filled, its box alone. */
export const TokenRow = memo(function TokenRow({ testId, kind, isFilled, ...drawn }: TokenRowProps) {
  const { token, left } = drawn;
  const id = useId();
  return (
    <tr
      data-testid={testId}
      data-mint={token.mint}
      data-left={left ? '' : undefined}
      aria-labelledby={isFilled ? id : undefined}
      aria-busy={isFilled ? undefined : true}
      tabIndex={-1}
      className={`token-row ${stateClassOf(drawn)}`}
    >
      {isFilled && <Cells drawn={drawn} kind={kind} id={id} />}
    </tr>
  );
});

/** Values stand in columns of fixed width, so that none moves another. */
function Cells({ drawn, kind, id }: { drawn: Drawn; kind: CardKind; id: string }) {
  const { token, left } = drawn;
  const marks = marksOf(drawn);
  const cap = formatCompactDollars(token.marketCap);
  return (
    <>
      <Identity drawn={drawn} kind={kind} id={id} marks={marks} />
      <td className="col-marks">
        <MarkLine token={token} marks={marks} most={1} />
      </td>
      <td className="font-medium">
        <Flash value={token.marketCap} text={cap} className={cap === UNKNOWN ? 'font-normal text-unk' : ''} />
        <small className="col-under" title={`Since ${listingWords(token)}`}>
          <SinceListed percent={token.marketCapChangePercent} />
          <span className="sr-only"> since {listedOnWords(token)}</span>
        </small>
      </td>
      <td className="col-since" title={`Since ${listingWords(token)}`}>
        <SinceListed percent={token.marketCapChangePercent} />
        <small className="col-second">
          <span className="sr-only">since </span>
          {listedOnWords(token)}
        </small>
      </td>
      <td className="col-age">
        <Age since={token.createdAt} measuredAt={token.measuredAt} />
      </td>
      <td className="col-price">
        <Value text={formatChange(token.priceChange)} />
        <PriceWindow token={token} />
      </td>
      <td className="col-holders">
        <Holders token={token} />
      </td>
      <td className="col-whales">
        <Whales token={token} />
      </td>
      <td className="col-liquidity">
        <Value text={formatCompactDollars(token.currentLiquidity)} />
      </td>
      <td className="col-trades">
        <span>{formatCount(token.tradeCount)}</span>
        <span className="split-room">
          <SplitBar token={token} />
        </span>
      </td>
      {left ? (
        <Left reason={left.reason} token={token} />
      ) : (
        <>
          {token.missedGate ? (
            <Missed token={token} gate={token.missedGate} />
          ) : (
            <td className="col-progress">
              <ProgressMeter token={token} />
            </td>
          )}
          <td className="col-checks">
            {kind === 'check' ? <Verdict token={token} /> : <Score token={token} kind={kind} />}
          </td>
        </>
      )}
      <td className="col-last">
        <span className="row-trail">
          <PriceTrail trail={token.priceTrail} span={windowWords('m5', token)} />
        </span>
        <span className="row-actions">
          <CopyAction token={token} />
          <LinkActions token={token} />
        </span>
      </td>
    </>
  );
}

function Left({ reason, token }: { reason: Reason | null; token: DrawnToken }) {
  const { text, tone } = leftWords(reason);
  const asOf = `as of ${formatUtcTime(token.measuredAt)}`;
  return (
    <td className={`col-left ${TONES[tone].colour}`} data-testid="rejection-reason">
      <span title={`${sayWindows(text, token)}, ${asOf}`}>
        {reason === null ? text : <span className="max-md:sr-only">Left the list: </span>}
        {reason && sayWindows(reason.text, token)}
      </span>
      <small className="sr-only">, {asOf}</small>
    </td>
  );
}

/** The one gate that it does not pass, where the others have their progress. */
function Missed({ token, gate }: { token: DrawnToken; gate: NonNullable<DrawnToken['missedGate']> }) {
  const { text, tone } = missedBy(useProfile(), gate);
  const words = sayWindows(text, token);
  return (
    <td className={`col-left col-missed ${TONES[tone].colour}`} data-testid="rejection-reason">
      <span title={words}>{words}</span>
    </td>
  );
}

type IdentityProps = { drawn: Drawn; kind: CardKind; id: string; marks: readonly Mark[] };

function Identity({ drawn, kind, id, marks }: IdentityProps) {
  const { mint, symbol, name } = drawn.token;
  return (
    <td className="col-token">
      <TokenTile token={drawn.token} size="row" />
      <div className="min-w-0 flex-1">
        <b id={id} className="flex min-w-0 items-center gap-1 font-semibold leading-4">
          <RiskSign token={drawn.token} marks={marks} />
          {drawn.isNew && <span className="sr-only">New. </span>}
          {symbol === null && name === null ? (
            <span className="truncate font-mono text-small">{shortenMint(mint)}</span>
          ) : (
            <ExternalText raw={symbol} />
          )}
          {kind === 'daily' && (
            <span className="flex-none font-normal max-md:hidden">
              <Promotion token={drawn.token} />
            </span>
          )}
        </b>
        <small className="flex min-w-0 items-center gap-1 text-label text-ink3">
          {drawn.sharesSymbol && <span className="flex-none font-mono">{startOfMint(mint)} ·</span>}
          <ExternalText raw={name} />
        </small>
      </div>
    </td>
  );
}

/** Where a row has no room for marks: that there is a risk among them, and by a press what they are. */
function RiskSign({ token, marks }: { token: DrawnToken; marks: readonly Mark[] }) {
  const tellMarks = useTellMarks(token, marks);
  const risk = marks.find(({ kind }) => kind === 'danger' || kind === 'flag' || kind === 'risk');
  if (!risk) return null;
  return (
    <button
      type="button"
      className={`-my-1 -ml-1.5 -mr-1 inline-flex h-6 w-6 flex-none items-center justify-center md:hidden ${risk.kind === 'risk' ? 'text-warn' : 'text-neg'}`}
      title={risk.title}
      onClick={tellMarks}
    >
      <Icon name={risk.kind === 'flag' ? 'flag' : 'warning'} size={12} />
      <span className="sr-only">{risk.title}. </span>
    </button>
  );
}

/** What the change of the price is over, where it is not what the head says. */
function PriceWindow({ token }: { token: DrawnToken }) {
  const window = priceWindowWords('m5', token);
  const [half, rest] = window.split(' of ');
  if (rest === undefined) return null;
  return (
    <small className="col-second" title={window}>
      {half}
      <span className="sr-only"> of {rest}</span>
    </small>
  );
}

function Holders({ token }: { token: DrawnToken }) {
  const { holders, top10HolderPercent, top10OfSoldPercent } = token;
  if (holders === null && top10HolderPercent === null) return <Value text={UNKNOWN} />;
  return (
    <span title={`Top 10: ${topTenWords(token)}. Left out: ${excludedWords(token)}`}>
      {formatCount(holders)} · {formatPercent(top10HolderPercent)}
      <small className="col-second">{formatPercent(top10OfSoldPercent)} of sold</small>
    </span>
  );
}

function Whales({ token }: { token: DrawnToken }) {
  const { whaleBuyers, whaleBuyersHolding } = token;
  return (
    <span title={`${whaleWords(token)} (whale buyers, ${windowWords('h1', token)})`}>
      <Value text={formatCount(whaleBuyers)} />
      {whaleBuyers !== null && whaleBuyers > 0 && (
        <small className="col-second">
          {whaleBuyersHolding === null ? UNKNOWN : `${formatCount(whaleBuyersHolding)} hold`}
        </small>
      )}
    </span>
  );
}

/** What the price did over an hour and a day, or since launch, where no checks take the room. */
function Growth({ token }: { token: DrawnToken }) {
  // One where both are since launch.
  const changes = new Map([
    [windowWords('h1', token), token.priceChange1h],
    [windowWords('h24', token), token.priceChange24h],
  ]);
  return (
    <span className="row-growth">
      {[...changes].reverse().map(([window, change]) => (
        <span key={window}>
          <small className="col-second">
            <span className="sr-only">Price change, </span>
            {window}
          </small>
          <Value text={formatChange(change)} />
        </span>
      ))}
    </span>
  );
}

/** How many checks passed and what keeps the token from the rest; without verdicts its hype. Pressed, what the score is made of. */
function Verdict({ token }: { token: DrawnToken }) {
  const { checks, passedChecks, totalChecks, hypeScore, hypeCoverage } = token;
  const hype = knownScore(hypeScore, hypeCoverage);
  const words = checks ? `${passedChecks}/${totalChecks}` : formatScore(hype);
  const title = `${checks ? `${words} checks passed, hype` : 'Hype'} ${formatScore(hype)} of 100: what it is made of`;
  if (hype === null && checks) return <CheckWords words={words} checks={checks} />;
  return (
    <>
      {hype === null ? (
        <Value text={words} />
      ) : (
        <button
          type="button"
          data-testid="score-plate"
          className="row-score"
          title={title}
          onClick={() => openScores({ token, score: 'hype' })}
        >
          {words}
          <span className="sr-only">: {title}</span>
        </button>
      )}
      {checks ? <CheckSummary checks={checks} /> : <Growth token={token} />}
    </>
  );
}

/** Whose score a row shows where its list goes by one. */
const SCORE_OF = {
  hype: ({ hypeScore, hypeCoverage }) => ({ score: hypeScore, coverage: hypeCoverage, label: 'Hype' }),
  // On Daily Boosted the composite stands where hype does elsewhere.
  daily: ({ hypeScore, hypeCoverage }) => ({
    score: hypeScore,
    coverage: hypeCoverage,
    label: 'Daily score',
  }),
  ultimate: ({ ultimateScore, ultimateCoverage }) => ({
    score: ultimateScore,
    coverage: ultimateCoverage,
    label: 'Score',
  }),
} as const satisfies Record<
  Exclude<CardKind, 'check'>,
  (token: DrawnToken) => { score: number | null; coverage: number | null; label: string }
>;

/** The score that the list goes by, with its bar, and what the price did. Pressed, what it is made of. */
function Score({ token, kind }: { token: DrawnToken; kind: Exclude<CardKind, 'check'> }) {
  const { score, coverage, label } = SCORE_OF[kind](token);
  const points = pointsOf(score, coverage);
  const title = `${label} ${formatScore(score)} of 100: what it is made of`;
  return (
    <>
      {points ? (
        <button
          type="button"
          data-testid="score-plate"
          className="row-score row-score-bar"
          title={title}
          onClick={() => openScores({ token, score: kind })}
        >
          {formatScore(score)}
          <span className="sr-only">: {title}</span>
          <MeritMeter points={points} />
        </button>
      ) : (
        <Value text={UNKNOWN} />
      )}
      <Growth token={token} />
    </>
  );
}

function CheckWords({ words, checks }: { words: string; checks: NonNullable<DrawnToken['checks']> }) {
  return (
    <>
      <b className="w-[22px] flex-none text-small font-semibold">{words}</b>
      <CheckSummary checks={checks} />
    </>
  );
}
