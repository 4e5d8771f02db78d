/** What the garbage test expected and saw, a line each. */

type Line = { what: string; expected: string; seen: string; isRight: boolean };
const table: Line[] = [];

export const note = (what: string, expected: string, seen: string, isRight: boolean): void => {
  table.push({ what, expected, seen, isRight });
};

/** Prints every line and how many were wrong; `about` names the run. Returns whether all were right. */
export function printTable(about: string): boolean {
  const width = Math.max(...table.map(({ what }) => what.length));
  for (const { what, expected, seen, isRight } of table)
    console.log(`${isRight ? 'right' : 'WRONG'}  ${what.padEnd(width)}  expected ${expected}; seen ${seen}`);
  const wrong = table.filter(({ isRight }) => !isRight).length;
  console.log(`${about}: ${wrong} wrong of ${table.length}`);
  return wrong === 0;
}
