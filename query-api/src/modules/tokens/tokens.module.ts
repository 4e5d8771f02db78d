import { Module } from '@nestjs/common';
import { ScreeningModule } from '../screening/screening.module.js';
import { GetMonitoringCountController } from './queries/get-monitoring-count/get-monitoring-count.controller.js';
import { GetMonitoringCountHandler } from './queries/get-monitoring-count/get-monitoring-count.handler.js';
import { GetQualifiedTokensController } from './queries/get-qualified-tokens/get-qualified-tokens.controller.js';
import { GetQualifiedTokensHandler } from './queries/get-qualified-tokens/get-qualified-tokens.handler.js';
import { GetRejectedTokensController } from './queries/get-rejected-tokens/get-rejected-tokens.controller.js';
import { GetRejectedTokensHandler } from './queries/get-rejected-tokens/get-rejected-tokens.handler.js';

@Module({
  imports: [ScreeningModule],
  controllers: [GetQualifiedTokensController, GetRejectedTokensController, GetMonitoringCountController],
  providers: [GetQualifiedTokensHandler, GetRejectedTokensHandler, GetMonitoringCountHandler],
})
export class TokensModule {}
