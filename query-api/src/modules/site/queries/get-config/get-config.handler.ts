import { ENRICHED_BY, GATE_SYMBOL, SiteConfig } from '@cryptonite/contracts/api';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { GetConfig } from './get-config.query.js';

@QueryHandler(GetConfig)
export class GetConfigHandler implements IQueryHandler<GetConfig> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async execute(): Promise<SiteConfig> {
    const { config } = this;
    return SiteConfig.parse({
      links: {
        appStore: config.LINK_APP_STORE ?? null,
        chart: config.LINK_CHART ?? null,
        social: config.LINK_SOCIAL ?? null,
        telegram: config.LINK_TELEGRAM ?? null,
      },
      supportEmail: config.SUPPORT_EMAIL ?? null,
      walletDownload: config.LINK_WALLET,
      gate: {
        mint: config.GATE_TOKEN_MINT ?? null,
        minimum: config.GATE_MINIMUM,
        symbol: GATE_SYMBOL,
        balancesFrom: config.SOLANA_RPC_FROM ?? null,
      },
      sources: [
        ...ENRICHED_BY.map((name) => ({ name, isConfigured: config.ENRICHED_BY.includes(name) })),
        { name: 'signIn', isConfigured: config.POSTGRES_URL !== undefined },
        { name: 'files', isConfigured: config.S3_ENDPOINT !== undefined },
        { name: 'balances', isConfigured: config.SOLANA_RPC_URL !== undefined },
      ],
    } satisfies SiteConfig);
  }
}
