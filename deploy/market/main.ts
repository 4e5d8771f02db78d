import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFaultSwitches } from '@cryptonite/provider/fault-switches.js';
import { LOOPBACK } from '@cryptonite/provider/loopback.js';
import { ProviderFaults } from '@cryptonite/provider/provider-faults.js';
import { Random } from '@cryptonite/provider/random.js';
import { type RunningServer, serveYellowstone } from '@cryptonite/provider/server.js';
import { announceReady, onStop, portSchema, readEnvironment } from '@cryptonite/provider/service.js';
import { z } from 'zod';
import { GateHolders } from './gate-holders.js';
import { LAYOUT_NAMES, NEWEST_LAYOUT } from './layouts.js';
import { BOUNDED_START_MS, boundedMarket, liveMarket, type MarketSource } from './market-source.js';
import { MarketTail } from './market-tail.js';
import { PAST_MINUTES } from './past.js';
import { recentLimits } from './recent-transactions.js';
import { RpcFaultSettings, RpcFaults } from './services/rpc-faults.js';
import { serveServices } from './services/serve-services.js';
import { clockOf } from './slot-clock.js';
import { TruthFile } from './truth-file.js';
import { UsedSlots } from './used-slots.js';

const count = z.coerce.number({ error: 'a whole number above 0' }).int().positive();

const env = readEnvironment(
  z.object({
    /** Any other than loopback is for a network of services alone: whoever reaches it is let in. */
    HOST: z.string().default(LOOPBACK),
    PORT: portSchema.default(0),
    HTTP_PORT: portSchema.default(0),
    /** Where the faults of the stream are switched; unset: they are not. */
    FAULT_PORT: portSchema.optional(),
    LAYOUT: z.enum(LAYOUT_NAMES).default(NEWEST_LAYOUT),
    /** How long a past an open-ended market begins with. */
    PAST_MINUTES: count.default(PAST_MINUTES),
    SEED: z.coerce.number({ error: 'a whole number' }).int().default(7),
    RATE: z.enum(['1x', '10x', 'max'], { error: '1x, 10x or max' }).default('1x'),
    DATA_DIR: z.string().default(join(tmpdir(), 'cryptonite-market')),
    EVENTS: count.optional(),
    LAUNCHES: count.optional(),
    /** Multiplies how often the services fail and serve badly. */
    SERVICE_FAULTS: z.coerce.number({ error: 'a number, 0 or more' }).min(0).default(1),
    /** 0 lifts the limits of the services: time may run faster here than where they were made for. */
    SERVICE_LIMITS: z.enum(['0', '1'], { error: '0 or 1' }).default('1'),
    /** Who holds CRPT, the gate token, beside the wallets of the tests. */
    CRPT_HOLDERS: GateHolders.optional(),
    START_TIME_MS: count.default(BOUNDED_START_MS),
    YELLOWSTONE_TOKEN: z.string().optional(),
    /** Where the truth about each launch is written; nobody reads it but tests and people. */
    TRUTH_DIR: z.string().optional(),
  }),
);

const log = (line: string): void => console.log(`market: ${line}`);

const clock = clockOf(env.LAYOUT);
/** Enough for an ingester that was away for some minutes; a bounded market is kept whole. */
const LIVE_LIMITS = { slots: recentLimits(clock).slots, bytes: 192 << 20 };
const BOUNDED_LIMITS = { slots: 1_000_000, bytes: 1 << 30 };

const bounded = env.EVENTS !== undefined || env.LAUNCHES !== undefined;

const truth = env.TRUTH_DIR === undefined ? null : TruthFile.open(env.TRUTH_DIR);
const onTruth = truth ? { onTruth: truth.write } : {};

async function openSource(): Promise<MarketSource> {
  const gateHolders = env.CRPT_HOLDERS ?? [];
  if (bounded) {
    const { SEED: seed, START_TIME_MS: startMs } = env;
    const { EVENTS: transactions = Infinity, LAUNCHES: launches = Infinity } = env;
    const size = { startMs, transactions, launches };
    return boundedMarket({ ...size, seed, layout: env.LAYOUT, gateHolders, ...onTruth });
  }
  const usedSlots = UsedSlots.open(env.DATA_DIR, clock);
  const tail = await MarketTail.open(env.DATA_DIR, clock);
  return liveMarket({
    seed: env.SEED,
    layout: env.LAYOUT,
    gateHolders,
    rate: env.RATE === '10x' ? 10 : 1,
    pace: env.RATE === 'max' ? 'clients' : 'clock',
    pastMinutes: env.PAST_MINUTES,
    usedSlots,
    tail,
    ...onTruth,
  });
}

async function main(): Promise<void> {
  const source = await openSource();
  let server: RunningServer | null = null;
  const rpcFaults = new RpcFaults(new Random(`rpc faults ${env.SEED}`));
  const services = await serveServices({
    rpcFaults,
    onSubscriber: () => server?.wake(),
    seed: env.SEED,
    market: source.market,
    port: env.HTTP_PORT,
    host: env.HOST,
    faultScale: env.SERVICE_FAULTS,
    isLimited: env.SERVICE_LIMITS === '1',
    onRefused: (service) => log(`${service} refused a request beyond its limit`),
  });
  const faults = new ProviderFaults(new Random(`provider faults ${env.SEED}`));
  server = await serveYellowstone({
    isReadElsewhere: services.hasSubscribers,
    source: env.FAULT_PORT === undefined ? source : faults.disturb(source),
    keepsHistory: () => faults.settings.keepsHistory,
    port: env.PORT,
    host: env.HOST,
    token: env.YELLOWSTONE_TOKEN,
    limits: bounded ? BOUNDED_LIMITS : LIVE_LIMITS,
    log,
  });
  const switches =
    env.FAULT_PORT === undefined
      ? null
      : await serveFaultSwitches(
          {
            faults,
            disconnect: () => server.disconnect() + services.disconnect(),
            others: { rpc: { schema: RpcFaultSettings, settings: rpcFaults.settings } },
          },
          env.FAULT_PORT,
        );
  onStop(async () => {
    switches?.server.close();
    switches?.server.closeAllConnections();
    services.close();
    await server.close();
    source.close?.();
    truth?.close();
  });
  announceReady('market', {
    grpc: server.address,
    http: services.url,
    ...(switches && { faults: `${switches.url}/faults` }),
  });
  await server.sourceEnded;
  if (bounded) log('the market has ended; what is buffered stays available');
}

main().catch((error) => {
  console.error(`market: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
