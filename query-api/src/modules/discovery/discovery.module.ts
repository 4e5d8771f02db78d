import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { GetEarlyStageController } from './queries/get-early-stage/get-early-stage.controller.js';
import { GetEarlyStageHandler } from './queries/get-early-stage/get-early-stage.handler.js';
import { GetEarlyStageProgressController } from './queries/get-early-stage-progress/get-early-stage-progress.controller.js';
import { GetEarlyStageProgressHandler } from './queries/get-early-stage-progress/get-early-stage-progress.handler.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetEarlyStageController, GetEarlyStageProgressController],
  providers: [GetEarlyStageHandler, GetEarlyStageProgressHandler],
})
export class DiscoveryModule {}
