/** The columns of digits that fall behind the landing page's title. */
export const COLUMN_COUNT = 50;
export const FALL_S = { least: 10, most: 20 } as const;
export const DELAY_MOST_S = 20;

/** A column repeats after so many places, so that it can fall for ever; the digits fill a part of them. */
const PLACES = 44;
const DIGITS = { least: 15, most: 40 } as const;
const OPACITIES = [0.05, 0.07, 0.1, 0.14] as const;

export type Column = { text: string; fallS: number; delayS: number; opacity: number };

/** @param random 0 to 1, as `Math.random` */
export function makeColumns(random: () => number): Column[] {
  const between = ({ least, most }: { least: number; most: number }) => least + random() * (most - least);
  return Array.from({ length: COLUMN_COUNT }, () => {
    const count = Math.round(between(DIGITS));
    const digits = Array.from({ length: count }, () => (random() < 0.5 ? '0' : '1')).join('');
    const above = Math.floor(random() * (PLACES - count));
    return {
      text: digits.padStart(above + count).padEnd(PLACES),
      fallS: between(FALL_S),
      delayS: random() * DELAY_MOST_S,
      opacity: OPACITIES[Math.floor(random() * OPACITIES.length)] ?? OPACITIES[0],
    };
  });
}
