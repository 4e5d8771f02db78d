import { Module } from '@nestjs/common';
import { DiscoveryModule as NestDiscoveryModule } from '@nestjs/core';
import { ApiRoutes } from '../../platform/docs/api-routes.js';
import { GetApiDocsController } from './queries/get-api-docs/get-api-docs.controller.js';
import { GetApiDocsHandler } from './queries/get-api-docs/get-api-docs.handler.js';

@Module({
  imports: [NestDiscoveryModule],
  controllers: [GetApiDocsController],
  providers: [ApiRoutes, GetApiDocsHandler],
  exports: [ApiRoutes],
})
export class DocsModule {}
