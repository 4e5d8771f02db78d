import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { GetMonitoringCountController } from './queries/get-monitoring-count/get-monitoring-count.controller.js';
import { GetMonitoringCountHandler } from './queries/get-monitoring-count/get-monitoring-count.handler.js';
import { GetScanProgressController } from './queries/get-scan-progress/get-scan-progress.controller.js';
import { GetScanProgressHandler } from './queries/get-scan-progress/get-scan-progress.handler.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetMonitoringCountController, GetScanProgressController],
  providers: [GetMonitoringCountHandler, GetScanProgressHandler],
})
export class ScanModule {}
