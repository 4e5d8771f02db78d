/** JSON that cannot be read. The message says where: lines and columns count from 1. */
export class BadJson extends Error {
  override readonly name = 'BadJson';
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
 * The values of a text: one, JSON lines, or several that follow each other. A broken line among JSON lines takes no
 * other with it; anywhere else what follows a mistake is not read. Whole numbers that a double does not hold come as
 * text, digit for digit: `JSON.parse` would change them without a word.
 */
export function* readJson(text: string): Generator<JsonValue | BadJson> {
  const lines = text.trimEnd().split('\n');
  if (!isWhole(lines.find((line) => line.trim() !== '') ?? '')) yield* readValues(new Reader(text, 1));
  else for (const [i, line] of lines.entries()) yield* readValues(new Reader(line, i + 1));
}

/** JSON lines begin with a whole value in a line. */
const isWhole = (line: string): boolean =>
  [...readValues(new Reader(line, 1))].every((value) => !(value instanceof BadJson));

function* readValues(reader: Reader): Generator<JsonValue | BadJson> {
  try {
    while (!reader.isAtEnd()) {
      const line = reader.line();
      yield { value: reader.value(0), line };
    }
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    yield error;
  }
}

class Reader {
  #at = 0;
  #line: number;
  #lineFrom = 0;

  constructor(
    private readonly text: string,
    firstLine: number,
  ) {
    this.#line = firstLine;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new BadJson(`${this.#place()}: nests deeper than ${MAX_DEPTH} levels`);
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
    return this.#at === this.text.length;
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
    throw new BadJson(
      `${this.#place()}: ${this.#at < this.text.length ? 'is no JSON' : 'the JSON ends too early'}, expected ${expected}`,
    );
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
