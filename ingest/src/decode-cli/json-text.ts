/** JSON that cannot be read. `where` is its place: lines and columns count from 1. */
export class BadJson extends Error {
  override readonly name = 'BadJson';

  constructor(
    readonly where: string,
    message: string,
  ) {
    super(message);
  }
}

/** One value of a file, and the line on which it begins. */
export type JsonValue = { value: unknown; line: number };

/** No answer about a transaction nests a quarter as deep, and what walks a value recurses. */
const MAX_DEPTH = 100;

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const WORDS: Record<string, unknown> = { true: true, false: false, null: null };
/** Of a string: what stands for itself, and what does not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The values of a text: one, JSON lines, or several that follow each other, however they are printed. What is broken takes
 * nothing else with it: it is gone on behind the line on which the broken value began, where a line begins with `{` or
 * `[`. Whole numbers that a double does not hold come as text, digit for digit: `JSON.parse` would change them without a
 * word.
 */
export function* readJson(text: string): Generator<JsonValue | BadJson> {
  const reader = new Reader(text);
  /** The last line of which a mistake was told: what is read again may meet it again. */
  let toldTo = 0;
  while (!reader.isAtEnd()) {
    const from = reader.at;
    const line = reader.line();
    try {
      yield { value: reader.value(0), line };
    } catch (error) {
      if (!(error instanceof BadJson)) throw error;
      const failedAt = reader.line();
      if (failedAt > toldTo) yield error;
      toldTo = Math.max(toldTo, failedAt);
      reader.resumeBehind(from, line);
    }
  }
}

const NEXT_BEGINNING = /\n(?=[{[])/g;

class Reader {
  #at = 0;
  #line = 1;
  #lineFrom = 0;
  /** Where the value that is read, or was, begins. */
  #from = 0;

  constructor(private readonly text: string) {}

  get at(): number {
    return this.#at;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new BadJson(this.#place(), `nests deeper than ${MAX_DEPTH} levels`);
    this.#take(SPACE);
    switch (this.text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      default:
        return this.#scalar();
    }
  }

  isAtEnd(): boolean {
    this.#take(SPACE);
    this.#from = this.#at;
    return this.#at === this.text.length;
  }

  /** Goes to the first line behind `from`, which stands on `line`, that begins as an object or a list does. */
  resumeBehind(from: number, line: number): void {
    this.#line = line;
    this.#lineFrom = this.text.lastIndexOf('\n', from) + 1;
    NEXT_BEGINNING.lastIndex = from;
    const next = NEXT_BEGINNING.exec(this.text);
    this.#at = next === null ? this.text.length : next.index + 1;
  }

  /** The line that is read. */
  line(): number {
    for (;;) {
      const next = this.text.indexOf('\n', this.#lineFrom);
      if (next < 0 || next >= this.#at) return this.#line;
      this.#line++;
      this.#lineFrom = next + 1;
    }
  }

  #fail(expected: string): never {
    let problem = this.#at < this.text.length ? 'is no JSON' : 'the JSON ends too early';
    // What is missed at the begin of a line was missed at the end of the one before.
    let end = this.#at;
    while (end > this.#from && ' \t\r\n'.includes(this.text[end - 1]!)) end--;
    if (this.text.slice(end, this.#at).includes('\n')) {
      if (this.#at < this.text.length) problem = 'the line ends too early';
      this.#at = end;
    }
    throw new BadJson(this.#place(), `${problem}, expected ${expected}`);
  }

  #place(): string {
    const line = this.line();
    return `line ${line}, column ${this.#at - this.#lineFrom + 1}`;
  }

  #object(depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#at++;
    for (let isFirst = true; !this.#ends('}', isFirst); isFirst = false) {
      this.#take(SPACE);
      if (this.text[this.#at] !== '"') this.#fail('a name in double quotes');
      const name = this.#string();
      this.#take(SPACE);
      if (this.text[this.#at] !== ':') this.#fail('":"');
      this.#at++;
      entries.push([name, this.value(depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  #array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    for (let isFirst = true; !this.#ends(']', isFirst); isFirst = false) items.push(this.value(depth + 1));
    return items;
  }

  /** Takes the closing bracket, or the comma before a next item. */
  #ends(bracket: string, isFirst: boolean): boolean {
    this.#take(SPACE);
    const letter = this.text[this.#at];
    const ends = letter === bracket;
    if (ends || (letter === ',' && !isFirst)) this.#at++;
    else if (!isFirst) this.#fail(`"," or "${bracket}"`);
    return ends;
  }

  #string(): string {
    const from = this.#at++;
    for (;;) {
      this.#take(PLAIN);
      if (this.text[this.#at] === '"') break;
      if (this.#take(ESCAPE) === null) this.#fail('the rest of a text, and its closing quote');
    }
    this.#at++;
    const quoted = this.text.slice(from, this.#at);
    return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
  }

  #scalar(): unknown {
    const word = this.#take(WORD);
    if (word !== null) return WORDS[word[0]];
    const number = this.#take(NUMBER);
    if (number === null) this.#fail('a value');
    const [written, fraction, exponent] = number;
    const value = Number(written);
    const isInteger = fraction === undefined && exponent === undefined;
    return isInteger && !Number.isSafeInteger(value) ? written : value;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }
}
