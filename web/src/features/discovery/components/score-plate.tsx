import { formatPoints, formatScore, UNKNOWN, wholeOf } from '../../../lib/format';
import type { DrawnToken } from '../model/drawn-token';
import { barOf, isUnobserved, type Points, pointsOf, type Tone, wholePointsOf } from '../model/merit';
import { openScores, type ScoreName } from '../model/opened-scores';
import { Value } from './token-metrics';

const FILLS: Record<Tone, string> = { high: 'bg-pos', medium: 'bg-warn', low: 'bg-neg' };

/** Solid what was earned, hatched what was not observed, empty what was lost. */
export function MeritMeter({ points }: { points: Points }) {
  const { earned, unobserved, tone } = barOf(points);
  return (
    <span className="merit" aria-hidden="true">
      <i className={`merit-earned ${FILLS[tone]}`} style={{ width: `${earned}%` }} />
      <i className="hatch" style={{ width: `${unobserved}%` }} />
    </span>
  );
}

type PlateProps = {
  token: DrawnToken;
  score: number | null;
  /** Share of its weight that was observed, 0–1. */
  coverage: number | null;
  /** What it is called, and what its parts open as. */
  label: string;
  opens: ScoreName;
};

/** A score out of 100, which opens its parts. One that is unknown is a word. */
export function ScorePlate({ token, score, coverage, label, opens }: PlateProps) {
  const points = pointsOf(score, coverage);
  if (!points)
    return (
      <span className="plate-room" title={`${label} is unknown`}>
        <Value text={UNKNOWN} />
        <span className="sr-only">: {label}</span>
      </span>
    );
  const missing = points.unobserved >= 1 ? `, ${points.unobserved.toFixed(0)} not observed` : '';
  return (
    <button
      type="button"
      data-testid="score-plate"
      className="plate-room plate"
      title={`${label} ${formatScore(score)} of 100${missing}: what it is made of`}
      onClick={() => openScores({ token, score: opens })}
    >
      <span className="plate-face">
        <span className="plate-number">
          <span className="sr-only">{label} </span>
          {formatScore(score)}
          <small>/100</small>
        </span>
        <MeritMeter points={points} />
        <span className="sr-only">{missing}: open its parts</span>
      </span>
    </button>
  );
}

type PartBarsProps = {
  parts: readonly (Points & { name: string })[];
  /** What they add up to. */
  score: number | null;
  labels: Readonly<Record<string, string>>;
};

/** The parts of a score, each with its points out of its weight: they add up to the number on the plate. */
export function PartBars({ parts, score, labels }: PartBarsProps) {
  const whole = wholePointsOf(parts, score ?? 0);
  return parts.map((part, place) => (
    <ScoreBar
      key={part.name}
      label={labels[part.name] ?? part.name}
      points={part}
      whole={whole[place] ?? 0}
    />
  ));
}

/** A score of a hundred, as its plate would show it. */
export function HundredBar({ label, points }: { label: string; points: Points | null }) {
  return <ScoreBar label={label} points={points} whole={wholeOf(points?.earned ?? 0)} />;
}

type BarProps = {
  label: string;
  points: Points | null;
  /** As they are written. */
  whole: number;
};

/** A part's points out of its weight; nothing observed is a word, never a zero. */
function ScoreBar({ label, points, whole }: BarProps) {
  const isKnown = points !== null && !isUnobserved(points);
  return (
    <div className="score-bar">
      <dt>{label}</dt>
      <dd>
        <MeritMeter points={points ?? NOTHING} />
        <span className="score-points">
          {isKnown ? (
            <>
              {whole}
              <small>/{formatPoints(points.weight)}</small>
            </>
          ) : (
            <Value text={UNKNOWN} />
          )}
        </span>
      </dd>
    </div>
  );
}

const NOTHING: Points = { weight: 100, earned: 0, unobserved: 100 };
