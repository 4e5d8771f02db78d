/** Who answers what, as far as the environment names whom to ask. */
import { Boosts } from './boosts/boosts.js';
import { Holders } from './chain/holders.js';
import { Mints } from './chain/mints.js';
import { Rpc } from './chain/rpc.js';
import type { EnrichersEnvironment } from './environment.js';
import { Content } from './metadata/content.js';
import { Metadata, type TakesPictures } from './metadata/metadata.js';
import type { Outside } from './outside.js';
import type { Providers } from './provider.js';
import { Reach } from './reach.js';
import { Service } from './service.js';
import { gatewayService, SERVICES } from './service-limits.js';
import { Social, type SocialSource } from './social/social.js';
import { membersOnTelegram } from './social/telegram.js';
import { accountOnX, postsOnX } from './social/x.js';
import { madeUpSites } from './websites/made-up-sites.js';
import { Websites } from './websites/websites.js';

export function connectProviders(
  env: EnrichersEnvironment,
  outside: Outside,
  pictures: TakesPictures,
  log: (line: string) => void,
): Providers {
  const service = (name: string, url: string, headers: Record<string, string> = {}) =>
    new Service({ name, url, headers, outside, log });
  const { IPFS_GATEWAYS: gateways, DEXSCREENER_URL: dexScreener, SOLANA_RPC_URL: node } = env;
  const providers: Providers = {};
  const open = (url: string) => {
    const name = gatewayService(url);
    return { url, service: name, reach: new Reach(name, log) };
  };
  const content = new Content(outside, (gateways ?? []).map(open));
  if (gateways) providers.metadata = new Metadata(content, pictures);
  if (env.WEBSITES_URL)
    providers.website = new Websites(madeUpSites(outside, SERVICES.websites, env.WEBSITES_URL));
  else if (env.STRANGERS === '1') providers.website = new Websites(content);
  if (dexScreener) providers.boosts = new Boosts(service(SERVICES.dexScreener, dexScreener));
  const sources: SocialSource[] = [];
  if (env.X_BEARER_TOKEN) {
    const onX = (name: string) =>
      service(name, env.X_API_URL, { authorization: `Bearer ${env.X_BEARER_TOKEN}` });
    sources.push(postsOnX(onX(SERVICES.postsOnX)), accountOnX(onX(SERVICES.accountsOnX)));
  }
  if (env.TELEGRAM_BOT_TOKEN) {
    const telegram = service(SERVICES.telegram, env.TELEGRAM_API_URL);
    sources.push(membersOnTelegram(telegram, env.TELEGRAM_BOT_TOKEN));
  }
  if (sources.length > 0) providers.social = new Social(sources);
  if (node) {
    const rpc = new Rpc(service(SERVICES.node, node));
    providers.mint = new Mints(rpc);
    providers.holders = new Holders(rpc);
  }
  return providers;
}
