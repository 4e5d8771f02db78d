import { Random } from '@cryptonite/provider/random.js';
import { type Answer, badGateway, json, text } from './answer.js';

/** How the sites that launches name do not answer, or not as one would wish, by share; what remains is sound. */
const SITE_WAYS = {
  /** Let go, and parked by whoever sells names. */
  gone: 0.15,
  down: 0.06,
  'keeps strangers out': 0.05,
  slow: 0.03,
  stalled: 0.02,
  huge: 0.03,
} as const;
export type SiteWay = keyof typeof SITE_WAYS;

/** Null is sound. A function of the host, so a copycat's is the original's. */
export const siteWay = (host: string): SiteWay | null =>
  new Random(`site ${host}`).pickByShare(Object.entries(SITE_WAYS) as [SiteWay, number][]);

const SLOW_MS = 6_000;
const STALLED_MS = 600_000;
const HUGE_PIECE = 64 << 10;
const HUGE_PIECES = 64;

/**
 * `/site/<host>/<path>` as the site itself would answer `https://<host>/<path>`: those whose names launches make. Of any
 * other host nobody knows anything.
 */
export function serveWebsite(path: string): Answer | null {
  const [, host] = /^\/site\/([a-z0-9]+-\d{4}\.example)(?:\/.*)?$/.exec(path) ?? [];
  if (host === undefined) return null;
  const sound = text(200, `<!doctype html><title>${host}</title><h1>${host}</h1>`, 'text/html');
  switch (siteWay(host)) {
    case null:
      return sound;
    case 'gone':
      return json(404, { error: 'There is nothing here.' });
    case 'down':
      return badGateway(503);
    case 'keeps strangers out':
      return text(403, '<!doctype html><title>Just a moment…</title>', 'text/html');
    case 'slow':
      return { ...sound, delayMs: SLOW_MS };
    case 'stalled':
      return { ...sound, delayMs: STALLED_MS };
    case 'huge':
      return { ...sound, body: 'a'.repeat(HUGE_PIECE), times: HUGE_PIECES };
  }
}
