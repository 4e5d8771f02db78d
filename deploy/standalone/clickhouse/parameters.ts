import { ClickHouseFault } from './errors.js';
import { quoteIdentifier, quoteString, type Token, tokenise } from './tokens.js';

/**
 * Puts the values of `{name:Type}` placeholders into the statement as literals.
 *
 * The engine's own binding is serialised over the whole process, and a `SET param_x` would outlive the
 * request in its session. A placeholder without a value stays: it defines a parameterised view, or the
 * engine reports UNKNOWN_QUERY_PARAMETER.
 * @param values as on the wire: TSV-escaped text, containers as ClickHouse literals, `\N` for NULL
 */
export function bindParameters(sql: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0) return sql;
  let bound = '';
  let copied = 0;
  for (const hole of findPlaceholders(sql)) {
    const value = values.get(hole.name);
    if (value === undefined) continue;
    bound += sql.slice(copied, hole.start) + toLiteral(hole.name, hole.type, value);
    copied = hole.end;
  }
  return bound + sql.slice(copied);
}

interface Placeholder {
  name: string;
  type: string;
  start: number;
  end: number;
}

function* findPlaceholders(sql: string): Generator<Placeholder> {
  const window: Token[] = [];
  let open: { name: string; start: number; typeStart: number } | undefined;
  for (const token of tokenise(sql)) {
    if (open && token.text === '}') {
      yield {
        name: open.name,
        type: sql.slice(open.typeStart, token.start).trim(),
        start: open.start,
        end: token.end,
      };
      open = undefined;
    }
    window.push(token);
    if (window.length > 3) window.shift();
    const [brace, name, colon] = window;
    if (brace?.text === '{' && name?.kind === 'word' && colon?.text === ':') {
      open = { name: name.name, start: brace.start, typeStart: colon.end };
    }
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
  if (!/^[+-]?\d+$/.test(value)) throw badValue(name, type, value);
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
