/** A price trail as SVG paths. Null steps are not bridged by the line: the gap is drawn apart, dashed. */
export type Sparkline = { line: string; gaps: string; end: { x: number; y: number } | null; isUp: boolean };

export function drawSparkline(trail: readonly (number | null)[], width: number, height: number): Sparkline {
  const known = trail.flatMap((price, step) => (price === null ? [] : [{ price, step }]));
  const lowest = Math.min(...known.map(({ price }) => price));
  const highest = Math.max(...known.map(({ price }) => price));
  const spread = highest - lowest;
  const margin = 3;
  const points = known.map(({ price, step }) => ({
    step,
    x: round(margin + (step / Math.max(trail.length - 1, 1)) * (width - 2 * margin)),
    // A price that never moved lies in the middle.
    y: round(height - margin - (spread === 0 ? 0.5 : (price - lowest) / spread) * (height - 2 * margin)),
  }));
  let line = '';
  let gaps = '';
  points.forEach((point, index) => {
    const before = points[index - 1];
    const isJoined = before && before.step === point.step - 1;
    if (before && !isJoined) gaps += `M${before.x} ${before.y}L${point.x} ${point.y}`;
    line += `${isJoined ? 'L' : 'M'}${point.x} ${point.y}`;
  });
  const last = points.at(-1);
  return {
    line,
    gaps,
    end: last ? { x: last.x, y: last.y } : null,
    isUp: (known.at(-1)?.price ?? 0) >= (known[0]?.price ?? 0),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
