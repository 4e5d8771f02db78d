/**
 * Splits a migration into its statements. A statement ends with `;` at the end of a line, outside of
 * quotes and comments; a comment on its own is no statement.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let empty = true;
  for (const { text, kind, at } of scan(sql)) {
    if (kind === 'code' && text === ';' && /^;[^\S\n]*(--[^\n]*)?(\n|$)/.test(sql.slice(at))) {
      if (!empty) statements.push(sql.slice(start, at).trim());
      start = at + 1;
      empty = true;
    } else if (kind !== 'comment') {
      empty = false;
    }
  }
  if (!empty) statements.push(sql.slice(start).trim());
  return statements;
}

interface Piece {
  kind: 'code' | 'quoted' | 'comment';
  text: string;
  at: number;
}

const PIECE =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>'(?:[^'\\]|\\[\s\S]|'')*'|`(?:[^`\\]|\\[\s\S]|``)*`|"(?:[^"\\]|\\[\s\S]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|\S/g;

function* scan(sql: string): Generator<Piece> {
  for (const match of sql.matchAll(PIECE)) {
    const kind = match.groups?.comment ? 'comment' : match.groups?.quoted ? 'quoted' : 'code';
    yield { kind, text: match[0], at: match.index };
  }
}
