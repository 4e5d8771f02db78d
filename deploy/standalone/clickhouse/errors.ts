/** An error as ClickHouse reports it: a numeric code, its name, and the HTTP status it travels under. */
export class ClickHouseFault extends Error {
  constructor(
    readonly code: number,
    readonly type: string,
    message: string,
    readonly status = STATUS_BY_CODE.get(code) ?? 500,
  ) {
    super(message);
  }

  /** The text that clients parse: `Code: 60. DB::Exception: … (UNKNOWN_TABLE)`. */
  get wire(): string {
    return `Code: ${this.code}. DB::Exception: ${this.message} (${this.type})`;
  }
}

// The statuses of ClickHouse's HTTPHandler for the codes that a client meets in practice.
const STATUS_BY_CODE = new Map<number, number>([
  [6, 400],
  [27, 400],
  [36, 400],
  [38, 400],
  [41, 400],
  [46, 404],
  [47, 404],
  [48, 501],
  [53, 400],
  [56, 404],
  [60, 404],
  [62, 400],
  [72, 400],
  [73, 400],
  [81, 404],
  [115, 404],
  [117, 400],
  [159, 408],
  [202, 503],
  [236, 503],
  [307, 413],
  [456, 400],
  [457, 400],
  [497, 403],
  [516, 403],
]);

/** The statement or its caller asks for something that this server does not do. */
export const accessDenied = (message: string): ClickHouseFault =>
  new ClickHouseFault(497, 'ACCESS_DENIED', message);

export const syntaxError = (message: string): ClickHouseFault =>
  new ClickHouseFault(62, 'SYNTAX_ERROR', `Syntax error: ${message}`);

export const notImplemented = (message: string): ClickHouseFault =>
  new ClickHouseFault(48, 'NOT_IMPLEMENTED', message);

export const tooLarge = (what: string, limit: number, unit = 'bytes'): ClickHouseFault =>
  new ClickHouseFault(307, 'TOO_MANY_BYTES', `${what} is larger than the limit of ${limit} ${unit}`);

/** Whoever is refused by it may come again, in so many seconds. */
export const COME_AGAIN_S = 5;

/** A queue says that it is one: status 503, with `Retry-After`. */
export const tooMany = (what: string): ClickHouseFault =>
  new ClickHouseFault(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', `${what}: try again in ${COME_AGAIN_S} s`);

/**
 * Reads code and type out of whatever the engine threw.
 * Its messages nest (`Code: 27. DB::Exception: Code: 27. … (TYPE) (version …). (TYPE)`); the outermost pair counts.
 */
export function toFault(error: unknown): ClickHouseFault {
  if (error instanceof ClickHouseFault) return error;
  const text = error instanceof Error ? error.message : String(error);
  const match = /Code: (\d+)\. DB::Exception: (.*)\(([A-Z][A-Z0-9_]+)\)\s*$/s.exec(text);
  if (!match) return new ClickHouseFault(1002, 'UNKNOWN_EXCEPTION', text);
  return new ClickHouseFault(Number(match[1]), match[3] ?? '', (match[2] ?? '').trim());
}
