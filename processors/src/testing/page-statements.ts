/** The SQL statements of docs/analysts.md, as they stand there. */
import { readFileSync } from 'node:fs';

const PAGE = new URL('../../../docs/analysts.md', import.meta.url);

export type Statement = { heading: string; sql: string };

/** Each with the heading that it stands under. */
export function pageStatements(): Statement[] {
  const statements: Statement[] = [];
  let heading = '';
  for (const [, title, sql] of readFileSync(PAGE, 'utf8').matchAll(/^##+ (.*)$|^```sql\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else statements.push({ heading, sql: sql ?? '' });
  }
  return statements;
}
