import type { AddressInfo } from 'node:net';
import type { Health } from '@cryptonite/contracts/api';
import type { INestApplication, LoggerService, Type } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { appWith } from '../src/app.module.js';
import { configureApp } from '../src/configure-app.js';
import { GetHealth } from '../src/modules/health/queries/get-health/get-health.query.js';
import { ScreeningFeed } from '../src/modules/screening/feed/screening-feed.js';
import { readConfig } from '../src/platform/config/config.js';
import { MemoryFeed } from './memory-feed.js';

/** Nothing listens on port 1. */
const NO_STORES = { KAFKA_BROKERS: '127.0.0.1:1', CLICKHOUSE_URL: 'http://127.0.0.1:1' };

/** All of health, as an operator is told it. */
export const healthOf = (app: INestApplication): Promise<Health> =>
  app.get(QueryBus, { strict: false }).execute(new GetHealth());

/** The application on a free port, fed from memory, without its stores. */
export async function startApp(
  env: NodeJS.ProcessEnv = {},
  logger: LoggerService | false = false,
  modules: Type[] = [],
) {
  const feed = new MemoryFeed();
  const config = readConfig({ ...NO_STORES, ...env });
  const module = await Test.createTestingModule({ imports: [appWith(config), ...modules] })
    .overrideProvider(ScreeningFeed)
    .useValue(feed)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    forceCloseConnections: true,
    logger,
  });
  configureApp(app, config);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    feed,
    server: app.getHttpServer(),
    url: `http://127.0.0.1:${port}`,
    health: () => healthOf(app),
  };
}
