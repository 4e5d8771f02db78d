/** What a service says to one request. Answers are values: only the server knows sockets and clocks. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
  /** The body is sent so many times over, without its length told before: a document that does not seem to end. */
  times?: number;
  /** How long nothing comes, ms. */
  delayMs?: number;
  /** The connection breaks after the body's first half. */
  isCut?: boolean;
}

export interface Ask {
  method: string;
  /** Always absolute; only path and query are the client's. */
  url: URL;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, type = 'text/plain; charset=utf-8'): Answer => ({
  status,
  headers: { 'content-type': type },
  body,
});

/** An address in front of the service answers instead of it, as Cloudflare's do. */
export const badGateway = (status: 502 | 503 | 504): Answer => {
  const reason = { 502: 'Bad Gateway', 503: 'Service Temporarily Unavailable', 504: 'Gateway Time-out' }[
    status
  ];
  const page = `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n</body>\r\n</html>\r\n`;
  return text(status, page, 'text/html');
};

/** What a text says as JSON; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
