/** Does to a running product what a plan says. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Copies, startBeside } from './copies.js';
import type { Copied, Fault, Reader, Service, StoreOfCommands } from './fault-plan.js';
import type { Started } from './process.js';
import { type Product, until } from './product.js';
import type { Recoveries, Stage } from './recoveries.js';
import type { Source } from './source.js';
import type { Writing } from './written-meanwhile.js';

export type Target = {
  product: Product;
  source: Source;
  recoveries: Recoveries;
  writing: Writing;
  /** Work beside the product's own, and are killed in turn with them. */
  copies: Copies;
  /** Ends the broker with SIGKILL; whoever keeps it starts it again. */
  killBroker: () => Promise<void>;
  /** What the supervised service of this name was given, for a second one beside it. */
  environmentFor: (service: Copied) => Record<string, string>;
};

/** What stands still while a service is down. A fold that reads from the tables waits for them too. */
const STAGES_OF: Record<Exclude<Service, StoreOfCommands>, readonly Stage[]> = {
  ingest: ['journal'],
  screener: ['screener'],
  sink: ['sink'],
  // Nobody waits for an answer.
  enrichers: [],
  kafka: ['journal', 'screener', 'sink'],
  clickhouse: ['sink', 'screener'],
};

/**
 * An ingest whose journal has moved on may still have written what it held. It asks again after 0.25 to 0.5 s, and where
 * that was refused, without `from_slot` after twice that; the rest is room for a busy machine.
 */
const RECONNECTED_WITHIN_MS = 10_000;

/** A successor stays so long after the one that it replaced is awake again. */
const TOGETHER_MS = 2_000;

/**
 * Resolves with the longest time, in ms, after which everything that the fault had stopped moved on. `onOver` is waited for
 * when a second instance has ended, or when a provider that refused replays has been asked again for long enough.
 */
export async function doFault(fault: Fault, target: Target, onOver: () => Promise<void>): Promise<number> {
  const { recoveries, source } = target;
  switch (fault.kind) {
    case 'kill': {
      const kills = [killAll(fault.services, target)];
      if (fault.againAfterMs !== null)
        kills.push(wait(fault.againAfterMs).then(() => killAll(fault.services, target)));
      return longest(kills);
    }
    case 'freeze':
      return freeze(fault, target);
    case 'second': {
      const second = await startSecond(fault.service, target);
      const joined = recoveries.after(STAGES_OF[fault.service]);
      await wait(fault.forMs);
      await second.end(fault.endsBy);
      const left = recoveries.after(STAGES_OF[fault.service]);
      await onOver();
      return longest([joined, left]);
    }
    case 'disconnect':
      source.command('disconnect');
      return recoveries.after(['journal']);
    case 'gap': {
      source.command({ refuseReplaysMs: fault.forMs });
      const recovered = recoveries.after(['journal']);
      await Promise.all([recovered, wait(fault.forMs)]);
      await wait(RECONNECTED_WITHIN_MS);
      await onOver();
      return recovered;
    }
  }
}

const longest = async (recovered: readonly Promise<number>[]): Promise<number> =>
  Math.max(...(await Promise.all(recovered)));

let killed = 0;

const killAll = (services: readonly Service[], target: Target): Promise<number> =>
  longest(services.map((service) => kill(service, target)));

async function kill(service: Service, target: Target): Promise<number> {
  const { product, recoveries, writing, copies, killBroker } = target;
  if (service === 'kafka') await killBroker();
  else {
    const isCopied = service === 'screener' || service === 'sink';
    await signalOne(service, 'SIGKILL', async () => {
      const pids = [await pidOf(service, product), ...(isCopied ? copies.pids(service) : [])];
      return pids[killed++ % pids.length]!;
    });
  }
  return service === 'postgres' || service === 's3'
    ? writing.after(service)
    : recoveries.after(STAGES_OF[service]);
}

/** Where another fault has ended it this moment, whoever runs next is meant. @returns its number */
const signalOne = (
  service: Service,
  signal: NodeJS.Signals,
  pidNow: () => Promise<number>,
): Promise<number> =>
  until(`${service} can be signalled`, async () => {
    const pid = await pidNow();
    try {
      process.kill(pid, signal);
      return pid;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
      throw error;
    }
  });

/** Waits for it where it is just starting again. */
const pidOf = (service: Service, product: Product): Promise<number> =>
  until(`${service} runs`, async () => (await product.pids())[service] ?? null);

/** Who is stopped already cannot be stopped: the second of two waits until the first is over. */
const frozen = new Map<Reader, Promise<unknown>>();

function freeze(fault: Extract<Fault, { kind: 'freeze' }>, target: Target): Promise<number> {
  const before = frozen.get(fault.service) ?? Promise.resolve();
  const recovered = before.catch(() => undefined).then(() => freezeOne(fault, target));
  frozen.set(fault.service, recovered);
  return recovered;
}

async function freezeOne(fault: Extract<Fault, { kind: 'freeze' }>, target: Target): Promise<number> {
  const { product, recoveries } = target;
  const { service } = fault;
  const stages = STAGES_OF[service];
  const pid = await signalOne(service, 'SIGSTOP', () => pidOf(service, product));
  const recovered = [recoveries.after(stages)];
  const takesOver = fault.hasSuccessor ? startSecond(service, target) : null;
  await wait(fault.forMs);
  // Another fault may have ended it meanwhile, and its number may be another's.
  if ((await product.pids())[service] === pid) process.kill(pid, 'SIGCONT');
  if (takesOver) {
    const successor = await takesOver;
    await wait(TOGETHER_MS);
    await successor.end();
    recovered.push(recoveries.after(stages));
  }
  return longest(recovered);
}

let seconds = 0;

function startSecond(service: Copied, { product, environmentFor }: Target): Promise<Started> {
  seconds += 1;
  return startBeside(service, `second-${service}-${seconds}`, product, environmentFor(service));
}
