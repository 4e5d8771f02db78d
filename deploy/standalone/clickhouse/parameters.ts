import type { Bounds } from './bounds.js';
import { ClickHouseFault, syntaxError } from './errors.js';
import { type Edit, editText, type Text } from './text.js';
import { isSign, quoteIdentifier, quoteString } from './tokens.js';

/**
 * Puts the values of `{name:Type}` placeholders into the statement as literals.
 *
 * The engine's own binding is serialised over the whole process, and a `SET param_x` would outlive the
 * request in its session. A placeholder without a value stays: it defines a parameterised view, or the
 * engine reports UNKNOWN_QUERY_PARAMETER.
 * @param values as on the wire: TSV-escaped text, containers as ClickHouse literals, `\N` for NULL
 * @throws ClickHouseFault 457 for a value that is none of its type, 307 where the values make the text too long
 */
export function bindParameters(text: Text, values: ReadonlyMap<string, string>, bounds: Bounds): Text {
  return values.size === 0 ? text : editText(text, findValues(text, values), bounds);
}

/** Lazily, so that no value is written out once the text is beyond its bounds. */
function* findValues({ sql, tokens }: Text, values: ReadonlyMap<string, string>): Generator<Edit> {
  let open: { name: string; at: number } | undefined;
  for (const [i, token] of tokens.entries()) {
    const value = open && isSign(token, '}') ? values.get(open.name) : undefined;
    if (open && value !== undefined) {
      const type = sql.slice(tokens[open.at + 2]?.end, token.start).trim();
      const literal = toLiteral(open.name, type, value);
      // The engine would begin a number behind a text.
      if (literal.endsWith("'") && isSign(tokens[i + 1], '.')) throw syntaxError('a text has no fields');
      yield { from: open.at, to: i + 1, sql: literal };
    }
    if (isSign(token, '}')) open = undefined;
    const [brace, name] = [tokens[i - 2], tokens[i - 1]];
    if (isSign(brace, '{') && name?.kind === 'word' && isSign(token, ':'))
      open = { name: name.name, at: i - 2 };
  }
}

function toLiteral(name: string, type: string, value: string): string {
  if (type === 'Identifier') return quoteIdentifier(unescapeTsv(value));
  if (value === '\\N') return `_CAST(NULL, ${quoteString(type)})`;
  if (type === 'String') return quoteString(unescapeTsv(value));
  if (/^(Array|Map|Tuple)\b/.test(type)) {
    return `_CAST(${new LiteralReader(name, type, value).read()}, ${quoteString(type)})`;
  }
  const text = unescapeTsv(value);
  checkInteger(name, type, text);
  return `_CAST(${quoteString(text)}, ${quoteString(type)})`;
}

const unescapeTsv = (text: string): string =>
  text.replace(
    /\\(.)/gs,
    (_, escaped: string) => ({ t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', 0: '\0' })[escaped] ?? escaped,
  );

const badValue = (name: string, type: string, value: string): ClickHouseFault =>
  new ClickHouseFault(
    457,
    'BAD_QUERY_PARAMETER',
    `Value ${value} cannot be parsed as ${type} for query parameter '${name}'`,
  );

/** A cast from String wraps around silently (300 as UInt8 is 44), so the range is checked here. */
function checkInteger(name: string, type: string, value: string): void {
  const match = /^(?:(?:Nullable|LowCardinality)\()*(U?)Int(8|16|32|64|128|256)\)*$/.exec(type);
  if (!match) return;
  // No type has more digits, and a number of a megabyte takes seconds to read.
  if (!/^[+-]?0*\d{1,78}$/.test(value)) throw badValue(name, type, value);
  const bits = Number(match[2]);
  const number = BigInt(value.replace('+', ''));
  const fits = match[1] ? BigInt.asUintN(bits, number) : BigInt.asIntN(bits, number);
  if (fits !== number) throw badValue(name, type, value);
}

/**
 * Rewrites a container literal (`[1,'a']`, `(1,NULL)`, `{'k':1}`) as constructors over strings, which the
 * cast then converts element by element: a Map cannot be cast from text, and big integers would pass
 * through Float64.
 */
class LiteralReader {
  private at = 0;

  constructor(
    private readonly name: string,
    private readonly type: string,
    private readonly text: string,
  ) {}

  read(): string {
    const expression = this.readValue();
    if (this.at !== this.text.length) throw this.fault();
    return expression;
  }

  private readValue(): string {
    switch (this.text[this.at]) {
      case '[':
        return `[${this.readItems(']')}]`;
      case '(':
        return `tuple(${this.readItems(')')})`;
      case '{':
        return `map(${this.readItems('}')})`;
      case "'":
        return quoteString(unescapeTsv(this.match(/'((?:[^'\\]|\\[\s\S])*)'/y)));
      default: {
        const word = this.match(/\s*([^\s,:'[\](){}]+)\s*/y);
        if (word === 'NULL') return 'NULL';
        const element = /^(?:Array\()+((?:U?Int\d+|Nullable\(U?Int\d+\)))\)+$/.exec(this.type)?.[1];
        if (element) checkInteger(this.name, element, word);
        return quoteString(word);
      }
    }
  }

  /** Reads up to `close`; the keys and values of a map come out as one flat list. */
  private readItems(close: string): string {
    this.at += 1;
    const items: string[] = [];
    while (this.text[this.at] !== close) {
      if (items.length > 0) this.match(/([,:])\s*/y);
      items.push(this.readValue());
    }
    this.at += 1;
    return items.join(', ');
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) throw this.fault();
    this.at = pattern.lastIndex;
    return match[1] ?? '';
  }

  private fault(): ClickHouseFault {
    return badValue(this.name, this.type, this.text);
  }
}
