/** Values as sentences and chips have them. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function dollars(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `$${short.format(value / 1_000_000)}M`;
  return Math.abs(value) >= 1_000 ? `$${short.format(value / 1_000)}K` : `$${whole.format(value)}`;
}

/** With a decimal where that is much of it: a word that changes with every trade is told with every trade. */
const percent = (value: number): string => `${(Math.abs(value) < 10 ? short : whole).format(value)}%`;

/** A value with its unit, as the tables of the rules name it. */
export function figureOf(value: number, unit: string): string {
  switch (unit) {
    case '$':
      return dollars(value);
    case '%':
      return percent(value);
    case 'x':
      return `${fine.format(value)}x`;
    case '':
      return short.format(value);
    default:
      return `${fine.format(value)} ${unit}`;
  }
}

/** "1 post", "12 posts". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${short.format(value)} ${value === 1 ? one : many}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
