/** Which faults a run meets, and when: equal seeds give equal plans. */
import { Random } from '@cryptonite/provider/random.js';

/** Whom the way of a trade does not need: what commands write into. */
export const STORES_OF_COMMANDS = ['postgres', 's3'] as const;
export type StoreOfCommands = (typeof STORES_OF_COMMANDS)[number];

export const SERVICES = [
  'ingest',
  'screener',
  'sink',
  'enrichers',
  'kafka',
  'clickhouse',
  ...STORES_OF_COMMANDS,
] as const;
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
  /** The share of the run's transactions after which it happens. */
  atShare: number;
};

export type Plan = {
  faults: Fault[];
  /** How long the events must be spread over for the faults to have their distances. */
  seconds: number;
};

/** The session of a consumer group ends after 6 s of silence. */
const FREEZE_MS = { least: 9_000, most: 12_000 };
const SECOND_MS = { least: 3_000, most: 10_000 };
/** An ingest that reads by RPC has published nothing in four seconds where the machine is busy. */
const SECOND_INGEST_MS = { least: 8_000, most: 12_000 };
/** A service is back after some 0.3 to 4 s. */
const AGAIN_MS = { least: 100, most: 3_000 };
const GAP_MS = { least: 1_000, most: 3_000 };
/** Something must be under way at the first fault, and much must still come after the last. */
const FIRST_SHARE = 0.03;
const LAST_SHARE = 0.92;
/**
 * Faults come in bursts: within one they overlap and hit what is recovering. A burst after burst without a breath in
 * between would only tell that a pipeline that is never left alone does not move.
 */
const ROUND_MS = 24_000;
const FAULTS_IN_ROUND = 5;
const BURST_MS = { least: 0, most: 4_000 };
const BETWEEN_MS = { least: 4_000, most: 20_000 };

/** `count` faults in the order of their shares. */
export function planFaults(seed: number, count: number): Plan {
  const random = new Random(`faults ${seed}`);
  const heavy = endless(random, heavyDeck);
  const light = endless(random, lightDeck);
  const lengthMs = Math.ceil(count / FAULTS_IN_ROUND) * ROUND_MS;
  const timed: { kind: FaultKind; atMs: number }[] = [];
  for (let round = 0; timed.length < count; round++) {
    const lightOnes = 1 + (round % 2);
    for (let place = 0; place < FAULTS_IN_ROUND && timed.length < count; place++) {
      const isLight = place >= FAULTS_IN_ROUND - lightOnes;
      const atMs = round * ROUND_MS + between(random, isLight ? BETWEEN_MS : BURST_MS);
      timed.push({ kind: (isLight ? light : heavy).next().value, atMs });
    }
  }
  timed.sort((a, b) => a.atMs - b.atMs);
  const shareOf = (atMs: number) => FIRST_SHARE + ((LAST_SHARE - FIRST_SHARE) * atMs) / lengthMs;
  return {
    faults: timed.map(({ kind, atMs }) => ({ ...kind, atShare: shareOf(atMs) })),
    seconds: Math.round(lengthMs / (LAST_SHARE - FIRST_SHARE) / 1_000),
  };
}

type Range = { least: number; most: number };
const between = (random: Random, { least, most }: Range): number => Math.round(random.between(least, most));

/** One shuffled deck after the other, so that no kind is left out for long. */
function* endless(random: Random, deckOf: (random: Random) => FaultKind[]): Generator<FaultKind, never> {
  for (;;) yield* shuffled(deckOf(random), random);
}

const kill = (services: readonly Service[], againAfterMs: number | null = null): FaultKind => ({
  kind: 'kill',
  services,
  againAfterMs,
});

/** What stops fold or sink for some seconds. */
function heavyDeck(random: Random): FaultKind[] {
  const again = () => between(random, AGAIN_MS);
  const some = (most: number) => shuffled(SERVICES, random).slice(0, 2 + random.below(most - 1));
  const freeze = (service: Reader, hasSuccessor: boolean): FaultKind => ({
    kind: 'freeze',
    service,
    forMs: between(random, FREEZE_MS),
    hasSuccessor,
  });
  return [
    kill(['screener']),
    kill(['sink']),
    kill(['kafka']),
    kill(['clickhouse']),
    kill(some(3)),
    kill(some(SERVICES.length)),
    kill([random.pick(SERVICES)], again()),
    kill([random.pick(SERVICES)], again()),
    kill(some(3), again()),
    freeze('screener', true),
    freeze('sink', true),
    freeze(random.pick(['screener', 'sink']), false),
    secondOf('screener', random),
    secondOf('sink', random),
  ];
}

/** What only the way into the journal notices, who answers into it, and what commands write into. */
const lightDeck = (random: Random): FaultKind[] => [
  kill(['ingest']),
  kill(['enrichers']),
  kill(['postgres']),
  kill(['s3']),
  secondOf('ingest', random),
  { kind: 'disconnect' },
  { kind: 'disconnect' },
  { kind: 'gap', forMs: between(random, GAP_MS) },
  { kind: 'gap', forMs: between(random, GAP_MS) },
];

const secondOf = (service: Copied, random: Random): FaultKind => ({
  kind: 'second',
  service,
  forMs: between(random, service === 'ingest' ? SECOND_INGEST_MS : SECOND_MS),
  endsBy: random.chance(0.5) ? 'SIGKILL' : 'SIGTERM',
});

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
