import { memo, useMemo } from 'react';
import { drawSparkline } from '../model/sparkline';

const WIDTH = 128;
const HEIGHT = 24;

type TrailProps = {
  trail: readonly (number | null)[];
  /** What its five minutes are called of the token. */
  span: string;
};

/** The price over 5 minutes. It has no colour: red and green stand for the change since listing. */
export const PriceTrail = memo(function PriceTrail({ trail, span }: TrailProps) {
  const { line, gaps, end, isUp } = useMemo(() => drawSparkline(trail, WIDTH, HEIGHT), [trail]);
  if (!end) return null;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Price, ${span}, ${isUp ? 'up' : 'down'}`}
      className="block flex-none text-ink3"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinejoin="round"
    >
      <path d={line} />
      <path d={gaps} strokeDasharray="2 3" />
    </svg>
  );
});
