import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { GetDailyProgressController } from './queries/get-daily-progress/get-daily-progress.controller.js';
import { GetDailyProgressHandler } from './queries/get-daily-progress/get-daily-progress.handler.js';
import { GetMonitoringCountController } from './queries/get-monitoring-count/get-monitoring-count.controller.js';
import { GetMonitoringCountHandler } from './queries/get-monitoring-count/get-monitoring-count.handler.js';
import { GetScanProgressController } from './queries/get-scan-progress/get-scan-progress.controller.js';
import { GetScanProgressHandler } from './queries/get-scan-progress/get-scan-progress.handler.js';
import { GetUltimateStatsController } from './queries/get-ultimate-stats/get-ultimate-stats.controller.js';
import { GetUltimateStatsHandler } from './queries/get-ultimate-stats/get-ultimate-stats.handler.js';

@Module({
  imports: [ScreeningModule],
  controllers: [
    GetMonitoringCountController,
    GetScanProgressController,
    GetDailyProgressController,
    GetUltimateStatsController,
  ],
  providers: [
    GetMonitoringCountHandler,
    GetScanProgressHandler,
    GetDailyProgressHandler,
    GetUltimateStatsHandler,
  ],
})
export class ScanModule {}
