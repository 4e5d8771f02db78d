import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { serveMetrics } from '@cryptonite/contracts/metrics-server';
import { NestFactory } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { appWith } from './app.module.js';
import { configureApp } from './configure-app.js';
import { GetHealth } from './modules/health/queries/get-health/get-health.query.js';
import { type Config, readConfig } from './platform/config/config.js';
import { ShortLogger } from './platform/short-logger.js';

const SHUTDOWN_WITHIN_MS = 5_000;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error(`query-api: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

const config = configOrExit();
const metrics = await serveMetrics(config).catch((error: Error) => {
  console.error(`query-api: ${error.message}`);
  process.exit(2);
});
const app = await NestFactory.create<NestExpressApplication>(appWith(config), {
  bodyParser: false,
  forceCloseConnections: true,
  logger: new ShortLogger(),
});
configureApp(app, config);
try {
  await app.listen(config.PORT, config.HOST);
} catch (error) {
  console.error(`query-api: cannot listen: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), SHUTDOWN_WITHIN_MS).unref();
  await app.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
process.on('disconnect', () => void stop());
// Who started it is told all of health, whatever is down.
process.on('message', (message) => {
  if (message !== 'health') return;
  const asked = app.get(QueryBus, { strict: false }).execute(new GetHealth());
  void asked.then((health) => process.send?.({ health }));
});

const { address, family, port } = app.getHttpServer().address() as AddressInfo;
const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
metrics?.ready();
console.log(`query-api ready at ${url}`);
process.send?.({ ready: { 'query-api': url } });
