import type { ClickHouseClient } from '@clickhouse/client';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Kafka } from 'kafkajs';
import { AccessGuard } from './access/access.guard.js';
import { Sessions } from './access/sessions.js';
import { WalletLimit } from './access/wallet-limit.js';
import { Alarms } from './alarms.js';
import { CLICKHOUSE, createClickHouse } from './clickhouse/clickhouse.js';
import { CONFIG, type Config } from './config/config.js';
import { Cookies } from './http/cookies.js';
import { QueryGuard } from './http/query.guard.js';
import { SiteAddress } from './http/site-address.js';
import { createKafka } from './kafka/kafka.js';
import { ObjectStore } from './objects/object-store.js';
import { FittedPatterns } from './patterns/fitted-patterns.js';
import { Postgres } from './postgres/postgres.js';
import { SolanaRpc } from './solana/solana-rpc.js';

/** The clients of the stores, the configuration, what was fitted, and who may ask what and how. */
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(CLICKHOUSE) private readonly clickhouse: ClickHouseClient) {}

  static with(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: CLICKHOUSE, useFactory: () => createClickHouse(config) },
        { provide: Kafka, useFactory: () => createKafka(config) },
        Alarms,
        Cookies,
        FittedPatterns,
        ObjectStore,
        Postgres,
        Sessions,
        SiteAddress,
        SolanaRpc,
        WalletLimit,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: QueryGuard },
      ],
      exports: [
        CONFIG,
        CLICKHOUSE,
        Kafka,
        Alarms,
        Cookies,
        FittedPatterns,
        ObjectStore,
        Postgres,
        Sessions,
        SiteAddress,
        SolanaRpc,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.clickhouse.close();
  }
}
