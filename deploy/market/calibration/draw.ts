/** A distribution as a line: values with the share of all that lie at or below them, ascending. */
export type Curve = readonly (readonly [value: number, share: number])[];

const SIZE = { width: 460, height: 250, left: 44, right: 12, top: 30, bottom: 34 };
const COLOURS = { target: '#8a8f98', measured: '#d9480f' };

/** Percentiles 0 to 100 as a line. */
export const curveOf = (percentiles: readonly number[]): Curve =>
  percentiles.map((value, percent) => [value, percent / 100]);

/** Two distributions over each other as SVG, on a logarithmic scale: what was measured, and what it should be. */
export function drawDistributions(title: string, unit: string, target: Curve, measured: Curve): string {
  const { width, height, left, right, top, bottom } = SIZE;
  const values = [...target, ...measured].map(([value]) => value).filter((value) => value > 0);
  const low = Math.log10(Math.min(...values));
  const high = Math.log10(Math.max(...values));
  const x = (value: number): number =>
    left + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (width - left - right);
  const y = (share: number): number => top + (1 - share) * (height - top - bottom);
  const path = (curve: Curve): string =>
    curve
      .map(([value, share], at) => `${at === 0 ? 'M' : 'L'}${x(value).toFixed(1)} ${y(share).toFixed(1)}`)
      .join('');
  const text = (at: number, down: number, anchor: string, content: string, colour = '#555'): string =>
    `<text x="${at.toFixed(1)}" y="${down.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${content}</text>`;
  const decades = Array.from(
    { length: Math.max(0, Math.floor(high) - Math.ceil(low) + 1) },
    (_, step) => 10 ** (Math.ceil(low) + step),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(left, 18, 'start', title, '#111'),
    text(width - right, 18, 'end', 'measured', COLOURS.measured),
    text(width - right - 60, 18, 'end', 'target', COLOURS.target),
    ...[0, 0.5, 1].flatMap((share) => [
      `<line x1="${left}" x2="${width - right}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/>`,
      text(left - 6, y(share) + 4, 'end', `${100 * share}%`),
    ]),
    ...decades.map((value) => text(x(value), height - 16, 'middle', value.toLocaleString('en'))),
    text(width - right, height - 3, 'end', unit),
    `<path d="${path(target)}" fill="none" stroke="${COLOURS.target}" stroke-width="4" stroke-opacity="0.6"/>`,
    `<path d="${path(measured)}" fill="none" stroke="${COLOURS.measured}" stroke-width="1.5"/>`,
    '</svg>\n',
  ].join('\n');
}
