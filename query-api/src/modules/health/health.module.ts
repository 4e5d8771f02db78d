import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { DeadLetters } from './dead-letters.js';
import { LayoutDrifts } from './layout-drifts.js';
import { GetHealthController } from './queries/get-health/get-health.controller.js';
import { GetHealthHandler } from './queries/get-health/get-health.handler.js';
import { GetHealthSummaryController } from './queries/get-health-summary/get-health-summary.controller.js';
import { GetHealthSummaryHandler } from './queries/get-health-summary/get-health-summary.handler.js';
import { GetLiveController } from './queries/get-live/get-live.controller.js';
import { GetLiveHandler } from './queries/get-live/get-live.handler.js';
import { GetReadyController } from './queries/get-ready/get-ready.controller.js';
import { GetReadyHandler } from './queries/get-ready/get-ready.handler.js';
import { SiteProbe } from './site-probe.js';
import { SourceStates } from './source-states.js';
import { StoreProbe } from './store-probe.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetHealthController, GetHealthSummaryController, GetLiveController, GetReadyController],
  providers: [
    GetHealthHandler,
    GetHealthSummaryHandler,
    GetLiveHandler,
    GetReadyHandler,
    StoreProbe,
    SiteProbe,
    DeadLetters,
    LayoutDrifts,
    SourceStates,
  ],
})
export class HealthModule {}
