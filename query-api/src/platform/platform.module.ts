import type { ClickHouseClient } from '@clickhouse/client';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Kafka } from 'kafkajs';
import { CLICKHOUSE, createClickHouse } from './clickhouse/clickhouse.js';
import { CONFIG, type Config } from './config/config.js';
import { createKafka } from './kafka/kafka.js';
import { FittedPatterns } from './patterns/fitted-patterns.js';

/** The clients of the stores, the configuration, and what was fitted. */
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
        FittedPatterns,
      ],
      exports: [CONFIG, CLICKHOUSE, Kafka, FittedPatterns],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.clickhouse.close();
  }
}
