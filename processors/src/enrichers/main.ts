/** `node processors/dist/enrichers/main.js`: answers what the screener asks of the world outside the chain. */
import { z } from 'zod';
import {
  clickHouseEnvironment,
  kafkaEnvironment,
  metricsEnvironment,
  readEnvironment,
} from '../runtime/environment.js';
import { connectKafka } from '../runtime/kafka.js';
import { announce, openMetrics } from '../runtime/service.js';
import { endOn } from '../runtime/unrecoverable.js';
import { connectProviders } from './connect-providers.js';
import { enrichersEnvironment } from './environment.js';
import { FetchCache } from './fetch/cache.js';
import { FetchGuard } from './fetch/guard.js';
import { Hosts } from './fetch/hosts.js';
import { Likeness } from './likeness/likeness.js';
import { readDayOf } from './likeness/read-day.js';
import { Outside } from './outside.js';
import { Decoder } from './pictures/decoder.js';
import { DistantDecoder } from './pictures/decoder-server.js';
import { Pictures } from './pictures/pictures.js';
import { Places } from './places/places.js';
import { readVolumesOf } from './places/read-volumes.js';
import { runEnrichers } from './run-enrichers.js';
import { limitsOf, OTHER_HOSTS, servicesByHost } from './service-limits.js';
import { connectStored } from './stored-rows.js';

/** Above what all lanes have in hand: what falls out here was asked by nobody who still waits. */
const REQUESTS_WAITING_MOST = 1_000;
const MEGABYTE = 1 << 20;

const env = readEnvironment('enrichers', {
  ...kafkaEnvironment,
  ...metricsEnvironment,
  ...clickHouseEnvironment,
  /** Without it nobody says what tokens have in common, and which are traded most. */
  CLICKHOUSE_URL: clickHouseEnvironment.CLICKHOUSE_URL.optional(),
  ...enrichersEnvironment,
  GROUP_ID: z.string().min(1).default('enrichers'),
});
const log = (line: string) => console.log(`enrichers: ${line}`);

const {
  IPFS_GATEWAYS: gateways = [],
  DEXSCREENER_URL,
  X_API_URL,
  TELEGRAM_API_URL,
  SOLANA_RPC_URL,
  WEBSITES_URL,
} = env;
const named = [...gateways, DEXSCREENER_URL, X_API_URL, TELEGRAM_API_URL, SOLANA_RPC_URL, WEBSITES_URL];
const guard = new FetchGuard({
  trusted: named.filter((url) => url !== undefined),
  asksStrangers: env.STRANGERS === '1',
});
const hosts = new Hosts({ limits: limitsOf(env), others: OTHER_HOSTS, mostWaiting: REQUESTS_WAITING_MOST });
const cache = await FetchCache.open({ dir: env.CACHE_DIR, maxBytes: env.CACHE_MB * MEGABYTE, log });
const decoder = env.DECODER_SOCKET === undefined ? new Decoder(log) : new DistantDecoder(env.DECODER_SOCKET);
const pictures = new Pictures({ dir: env.PICTURES_DIR, maxBytes: env.PICTURES_MB * MEGABYTE, decoder });
const outside = new Outside(guard, hosts, cache, servicesByHost(env));

const { CLICKHOUSE_URL } = env;
const stored = CLICKHOUSE_URL === undefined ? null : connectStored({ ...env, CLICKHOUSE_URL });

const metrics = await openMetrics('enrichers', env);
const stop = await runEnrichers({
  kafka: connectKafka('enrichers', env),
  groupId: env.GROUP_ID,
  providers: {
    ...connectProviders(env, outside, pictures, log),
    ...(stored && {
      likeness: new Likeness(readDayOf(stored.ask)),
      place: new Places(readVolumesOf(stored.ask)),
    }),
  },
  log,
  onFatal: (error) => endOn('enrichers', error),
});
announce(
  'enrichers',
  env.KAFKA_BROKERS,
  async () => {
    await stop();
    hosts.close();
    await guard.close();
    await pictures.close();
    await stored?.close();
  },
  metrics,
);
