import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { KafkaFeed } from './feed/kafka-feed.js';
import { LatestRows } from './feed/latest-rows.js';
import { ReadTraces } from './feed/read-traces.js';
import { ScreeningFeed } from './feed/screening-feed.js';
import { ScreeningStore } from './screening.store.js';

@Module({
  providers: [ScreeningStore, LatestRows, ReadTraces, { provide: ScreeningFeed, useClass: KafkaFeed }],
  exports: [ScreeningStore, ReadTraces],
})
export class ScreeningModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly store: ScreeningStore,
    @Inject(ScreeningFeed) private readonly feed: ScreeningFeed,
  ) {}

  onApplicationBootstrap(): void {
    this.feed.start(this.store);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }
}
