import { memo, useMemo } from 'react';
import { drawSparkline } from '../model/sparkline';

const WIDTH = 128;
const HEIGHT = 24;

/** The price over 5 minutes. It has no colour: red and green stand for the change since listing. */
export const PriceTrail = memo(function PriceTrail({ trail }: { trail: readonly (number | null)[] }) {
  const { line, gaps, end, isUp } = useMemo(() => drawSparkline(trail, WIDTH, HEIGHT), [trail]);
  if (!end) return null;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Price over 5 minutes, ${isUp ? 'up' : 'down'}`}
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
