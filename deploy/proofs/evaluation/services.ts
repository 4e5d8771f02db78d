/** What the market's services reply, as the market stands. None fails by chance, and nobody is held to a limit. */
import type { ServiceReply, ServiceRequest } from '@cryptonite/contracts/evaluation';
import type { PublicMarket } from '@cryptonite/market/public-market.js';
import { type Ask, text } from '@cryptonite/market/services/answer.js';
import { serveDexScreener } from '@cryptonite/market/services/dexscreener.js';
import { serveContent } from '@cryptonite/market/services/metadata.js';
import { servePrices } from '@cryptonite/market/services/prices.js';
import { serveRpc } from '@cryptonite/market/services/rpc.js';
import { serveTelegram, serveX } from '@cryptonite/market/services/social.js';
import { serveWebsite } from '@cryptonite/market/services/websites.js';

/** Documents and pictures are as bad as in the usual market. */
const FAULT_SCALE = 1;

export function replyOf(
  { path, headers, body }: ServiceRequest,
  market: PublicMarket,
  seed: number,
): ServiceReply {
  const url = new URL(path, 'http://localhost');
  const ask: Ask = { method: body === '' ? 'GET' : 'POST', url, headers, body };
  const answer =
    serveRpc(ask, market) ??
    serveContent(url.pathname, FAULT_SCALE) ??
    serveWebsite(url.pathname) ??
    servePrices(ask, market, seed) ??
    serveDexScreener(ask, { seed, market }) ??
    serveX(ask, market) ??
    serveTelegram(ask, market);
  // Of a host that is none of the market's its services know nothing: launches name such hosts too.
  if (!answer && !url.pathname.startsWith('/site/'))
    throw new Error(`no service of the market answers ${path}`);
  const { status, body: said, delayMs = 0, times = 1, isCut = false } = answer ?? text(404, 'Not Found');
  return { status, body: Buffer.from(said), delayMs, times, isCut };
}
