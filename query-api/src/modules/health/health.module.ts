import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { DeadLetters } from './dead-letters.js';
import { LayoutDrifts } from './layout-drifts.js';
import { GetHealthController } from './queries/get-health/get-health.controller.js';
import { GetHealthHandler } from './queries/get-health/get-health.handler.js';
import { StoreProbe } from './store-probe.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetHealthController],
  providers: [GetHealthHandler, StoreProbe, DeadLetters, LayoutDrifts],
})
export class HealthModule {}
