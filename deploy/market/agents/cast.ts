import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';
import type { Agent } from './agent.js';
import { type Archetype, type CrowdTraits, REVIVAL, type WashTraits } from './archetypes.js';
import { Bot } from './bot.js';
import { Creator } from './creator.js';
import { Crowd } from './crowd.js';
import { Ring } from './ring.js';
import { Sniper } from './sniper.js';
import type { Town } from './town.js';
import type { Cluster } from './truth.js';
import { Washer } from './washer.js';
import { Whale } from './whale.js';

export interface Entrance {
  agent: Agent;
  /** Milliseconds after the launch. */
  afterMs: number;
}

export interface Cast {
  entrances: Entrance[];
  clusters: Cluster[];
  /** SOL that the creator gives its own wallets before the launch. */
  funding: { to: Address; sol: number }[];
}

const within = ([low, high]: readonly [number, number], random: Random): number => random.between(low, high);
const around = ([median, sigma]: readonly [number, number], random: Random): number =>
  random.lognormal(median, sigma);
const wholeWithin = ([low, high]: readonly [number, number], random: Random): number =>
  low + random.below(high - low + 1);

/** Nobody's crowd is larger than the town. */
const LARGEST_CROWD = 4_000;
const TICKET_SIGMA = 1;
/** The news of a launch is old after some hours. */
const SLOWEST_TEMPO_S = 4 * 3_600;

/** A launch that moves slower than its kind has holders who look more seldom and wait longer. */
function makeCrowd(traits: CrowdTraits, nowMs: number, town: Town, random: Random): Crowd {
  const tempoS = Math.min(around(traits.tempoS, random), SLOWEST_TEMPO_S);
  const slowness = tempoS / traits.tempoS[0];
  const { lookS, patienceS, gain } = traits.temper;
  const loyalty = around([1, traits.loyaltySigma ?? 0], random);
  const plan = {
    size: Math.min(around(traits.size, random), LARGEST_CROWD),
    tempoS,
    virality: traits.virality,
    ticketSol: traits.ticketSol,
    ticketSigma: TICKET_SIGMA,
    temper: {
      ...traits.temper,
      lookS: lookS * slowness,
      patienceS: patienceS * slowness * loyalty,
      gain: gain * loyalty,
    },
  };
  return new Crowd(plan, nowMs, (draw) => town.person(draw));
}

/** Who shows up at a launch, drawn from its archetype. */
export function castLaunch(
  archetype: Archetype,
  creator: Address,
  bornMs: number,
  town: Town,
  random: Random,
): Cast {
  const cast: Cast = { entrances: [], clusters: [], funding: [] };
  addCreator(cast, archetype, creator, random);
  addSnipers(cast, archetype, town, random);
  addRing(cast, archetype, creator, town, random);
  addWashers(cast, archetype.wash, creator, town, random);
  for (let count = wholeWithin(archetype.whales, random); count > 0; count--) {
    const whale = new Whale(town.whale(random), random.between(5.3, 9));
    cast.entrances.push({ agent: whale, afterMs: random.between(5_000, 60_000) });
  }
  addBots(cast, random.poisson(archetype.bots), town, random);
  addCrowd(cast, makeCrowd(archetype.crowd, bornMs, town, random), bornMs, random);
  return cast;
}

/** Who comes when a coin has got its pool. */
export function castPool(
  { pool }: Archetype,
  creator: Address,
  nowMs: number,
  town: Town,
  random: Random,
): Cast {
  const cast: Cast = { entrances: [], clusters: [], funding: [] };
  addWashers(cast, pool.wash, creator, town, random);
  addBots(cast, wholeWithin(pool.bots, random), town, random);
  addCrowd(cast, makeCrowd(pool.crowd, nowMs, town, random), nowMs, random);
  return cast;
}

/** Who comes when an old token is found again. */
export function castRevival(nowMs: number, town: Town, random: Random): Entrance[] {
  const cast: Cast = { entrances: [], clusters: [], funding: [] };
  addCrowd(cast, makeCrowd(REVIVAL, nowMs, town, random), nowMs, random);
  return cast.entrances;
}

function addCreator(cast: Cast, { creator: traits }: Archetype, creator: Address, random: Random): void {
  const { exits, atRaisedSol, afterS } = traits;
  if (!random.chance(exits)) return;
  const exit = { atRaisedSol: within(atRaisedSol, random), afterS: around(afterS, random) };
  cast.entrances.push({ agent: new Creator(creator, exit), afterMs: random.between(1_000, 4_000) });
}

function addSnipers(cast: Cast, { snipers }: Archetype, town: Town, random: Random): void {
  for (let count = random.poisson(snipers); count > 0; count--) {
    const sol = Math.min(random.lognormal(0.35, 0.8), 4);
    cast.entrances.push({ agent: new Sniper(town.sniper(random), sol), afterMs: 0 });
  }
}

function addRing(cast: Cast, { ring }: Archetype, creator: Address, town: Town, random: Random): void {
  if (!ring || !random.chance(ring.chance)) return;
  const wallets = Array.from({ length: wholeWithin(ring.wallets, random) }, () => town.fresh());
  const spare = town.fresh();
  const solEach = within(ring.solEach, random);
  const agent = new Ring(wallets, spare, {
    entry: ring.entry,
    solEach,
    atRaisedSol: within(ring.atRaisedSol, random),
    afterPoolS: within(ring.afterPoolS, random),
    afterS: within(ring.afterS, random),
  });
  cast.entrances.push({ agent, afterMs: ring.entry === 'bundle' ? 0 : random.between(4_000, 20_000) });
  cast.clusters.push({ kind: 'ring', funder: creator, wallets: [...wallets, spare] });
  for (const to of [...wallets, spare]) cast.funding.push({ to, sol: solEach * 1.5 + 0.1 });
}

function addWashers(cast: Cast, wash: WashTraits, creator: Address, town: Town, random: Random): void {
  if (!random.chance(wash.chance)) return;
  const wallets: [Address, Address] = [town.fresh(), town.fresh()];
  const sol = within(wash.sol, random);
  const agent = new Washer(wallets, Math.ceil(around(wash.rounds, random)), sol, wash.pauseS);
  cast.entrances.push({ agent, afterMs: random.between(2_000, 20_000) });
  cast.clusters.push({ kind: 'wash', funder: creator, wallets });
  for (const to of wallets) cast.funding.push({ to, sol: sol * 1.6 + 0.2 });
}

function addBots(cast: Cast, count: number, town: Town, random: Random): void {
  for (let left = count; left > 0; left--) {
    const rounds = Math.ceil(random.lognormal(8, 1));
    const bot = new Bot(town.bot(random), rounds, random.lognormal(0.3, 0.8), random.lognormal(30, 0.8));
    cast.entrances.push({ agent: bot, afterMs: random.between(2_000, 90_000) });
  }
}

function addCrowd(cast: Cast, crowd: Crowd, fromMs: number, random: Random): void {
  const firstMs = crowd.first(random);
  if (firstMs !== null) cast.entrances.push({ agent: crowd, afterMs: firstMs - fromMs });
}
