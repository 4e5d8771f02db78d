/** Figures as people read them. */

/** A number's text with a minus, which JavaScript writes as a hyphen. */
export const withMinus = (text: string): string => text.replace(/^-/, '−');

/**
 * With as many decimals as keep it apart from the limit: 1.19 is not shown as 1.2. A count has none, and points are not shown
 * as a whole that they are under: a plate says 39 of 39.96.
 */
export function figure(value: number, limit: number, isCount: boolean): string {
  if (isCount && Number.isInteger(value)) return withMinus(String(value));
  for (let decimals = 1; decimals < 6; decimals += 1) {
    const text = value.toFixed(decimals);
    if (value !== limit && Number(text) === limit) continue;
    if (isCount && Math.floor(Number(text)) > value) continue;
    // A fall too small to be seen is written as "-0.0".
    return Number(text) === 0 ? text.replace('-', '') : withMinus(text);
  }
  return withMinus(String(value));
}

/** A text of digits with its unit: "$5,000", "20%", "1.2x", "20 min". */
export function inUnit(text: string, unit: string): string {
  if (unit === '') return text;
  if (unit === '$') return `$${text}`;
  return unit === '%' || unit === 'x' ? `${text}${unit}` : `${text} ${unit}`;
}

export const amountOf = (value: number, unit: string): string =>
  inUnit(withMinus(value.toLocaleString('en-US')), unit);

/** A value beside the limit that it is measured by; dollars are whole unless that hides which side it is on. */
export function amountBeside(value: number, limit: number, unit: string): string {
  const isWhole = unit === '$' && (value === limit || Math.round(value) !== limit);
  return isWhole ? amountOf(Math.round(value), unit) : inUnit(figure(value, limit, unit === ''), unit);
}
