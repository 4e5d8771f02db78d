import { Module } from '@nestjs/common';
import { GetConfigController } from './queries/get-config/get-config.controller.js';
import { GetConfigHandler } from './queries/get-config/get-config.handler.js';

@Module({
  controllers: [GetConfigController],
  providers: [GetConfigHandler],
})
export class SiteModule {}
