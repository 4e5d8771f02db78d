import { Health } from '@cryptonite/contracts/api';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Alarms } from '../../../../platform/alarms.js';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { ScreeningStore } from '../../../screening/screening.store.js';
import { DeadLetters } from '../../dead-letters.js';
import { LayoutDrifts } from '../../layout-drifts.js';
import { SiteProbe } from '../../site-probe.js';
import { SourceStates } from '../../source-states.js';
import { StoreProbe } from '../../store-probe.js';
import { judgeHealth } from '../../view/judge-health.js';
import { GetHealth } from './get-health.query.js';

@QueryHandler(GetHealth)
export class GetHealthHandler implements IQueryHandler<GetHealth> {
  constructor(
    private readonly store: ScreeningStore,
    private readonly probe: StoreProbe,
    private readonly site: SiteProbe,
    private readonly deadLetters: DeadLetters,
    private readonly layouts: LayoutDrifts,
    private readonly sources: SourceStates,
    private readonly alarms: Alarms,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(): Promise<Health> {
    const { isLoaded, trouble, unreadable } = this.store;
    const projection = isLoaded ? this.store.projection : null;
    const now = Date.now();
    const monotonicMs = performance.now();
    return Health.parse(
      judgeHealth({
        now,
        isLoaded,
        trouble,
        unreadable,
        streamTime: projection?.streamTime ?? null,
        streamSpeed: this.store.streamSpeed(monotonicMs),
        scans: projection?.scans() ?? [],
        eventsPerSecond: this.store.recordsPerSecond(monotonicMs),
        layoutDrifts: this.layouts.drifts,
        sourceStates: this.sources.states,
        alarms: this.alarms.sentences,
        enrichedBy: this.config.ENRICHED_BY,
        ...this.probe.probedAt(now),
        site: this.site.statesAt(now),
        deadLetters: this.deadLetters.summary,
      }),
    );
  }
}
