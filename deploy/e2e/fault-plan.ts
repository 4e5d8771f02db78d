/** Which faults a run meets, and when: equal seeds give equal plans. */
import { Random } from '../market/random.js';

export const SERVICES = ['ingest', 'screener', 'sink', 'kafka', 'clickhouse'] as const;
export type Service = (typeof SERVICES)[number];

/** Those that may run twice. */
export type Reader = 'screener' | 'sink';
export type Copied = 'ingest' | Reader;

export type FaultKind =
  /** SIGKILL, of several at the same moment; `againAfterMs` later once more, while they recover. */
  | { kind: 'kill'; services: readonly Service[]; againAfterMs: number | null }
  /** SIGSTOP until the group has given the partitions away, to a successor if there is one, and then SIGCONT. */
  | { kind: 'freeze'; service: Reader; forMs: number; hasSuccessor: boolean }
  /** A second instance works beside the first for a while. */
  | { kind: 'second'; service: Copied; forMs: number; endsBy: 'SIGKILL' | 'SIGTERM' }
  /** Every connection to the provider breaks. */
  | { kind: 'disconnect' }
  /** Every connection breaks, and for a while the provider replays nothing. */
  | { kind: 'gap'; forMs: number };

export type Fault = FaultKind & {
  /** The share of the run's events after which it happens. */
  atShare: number;
};

/** The session of a consumer group ends after 8 s of silence. */
const FREEZE_MS = { least: 9_000, most: 12_000 };
const SECOND_MS = { least: 3_000, most: 10_000 };
/** A service is back after some 0.3 to 4 s. */
const AGAIN_MS = { least: 100, most: 4_000 };
const GAP_MS = { least: 1_000, most: 3_000 };
/** Something must be under way at the first fault, and much must still come after the last. */
const FIRST_SHARE = 0.03;
const LAST_SHARE = 0.92;

/** `count` faults in the order of their shares. Any twenty of them in a row of the deck hold every kind and every service. */
export function planFaults(seed: number, count: number): Fault[] {
  const random = new Random(`faults ${seed}`);
  const kinds: FaultKind[] = [];
  while (kinds.length < count) kinds.push(...shuffled(deckOf(random), random));
  const step = (LAST_SHARE - FIRST_SHARE) / count;
  return kinds
    .slice(0, count)
    .map((kind, index) => ({ ...kind, atShare: FIRST_SHARE + step * (index + random.unit()) }));
}

function deckOf(random: Random): FaultKind[] {
  const between = ({ least, most }: { least: number; most: number }) =>
    Math.round(random.between(least, most));
  const kill = (services: readonly Service[], isRepeated = false): FaultKind => ({
    kind: 'kill',
    services,
    againAfterMs: isRepeated ? between(AGAIN_MS) : null,
  });
  const freeze = (service: Reader, hasSuccessor: boolean): FaultKind => ({
    kind: 'freeze',
    service,
    forMs: between(FREEZE_MS),
    hasSuccessor,
  });
  const second = (service: Copied): FaultKind => ({
    kind: 'second',
    service,
    forMs: between(SECOND_MS),
    endsBy: random.chance(0.5) ? 'SIGKILL' : 'SIGTERM',
  });
  const some = (most: number) => shuffled(SERVICES, random).slice(0, 2 + random.below(most - 1));
  return [
    ...SERVICES.map((service) => kill([service])),
    kill(some(3)),
    kill(some(SERVICES.length)),
    kill([random.pick(SERVICES)], true),
    kill([random.pick(SERVICES)], true),
    kill(some(3), true),
    freeze('screener', true),
    freeze('sink', true),
    freeze(random.pick(['screener', 'sink']), false),
    second('ingest'),
    second('screener'),
    second('sink'),
    { kind: 'disconnect' },
    { kind: 'disconnect' },
    { kind: 'gap', forMs: between(GAP_MS) },
    { kind: 'gap', forMs: between(GAP_MS) },
  ];
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, at: random.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** A fault in words. */
export function describeFault(fault: FaultKind): string {
  switch (fault.kind) {
    case 'kill':
      return `kill -9 of ${fault.services.join(' + ')}${fault.againAfterMs === null ? '' : `, again after ${fault.againAfterMs} ms`}`;
    case 'freeze':
      return `${fault.service} stopped for ${fault.forMs} ms${fault.hasSuccessor ? ', another takes over' : ''}`;
    case 'second':
      return `a second ${fault.service} for ${fault.forMs} ms, ended by ${fault.endsBy}`;
    case 'disconnect':
      return 'connections to the provider broken';
    case 'gap':
      return `connections to the provider broken, from_slot refused for ${fault.forMs} ms`;
  }
}
