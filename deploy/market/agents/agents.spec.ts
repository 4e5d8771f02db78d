import { Random } from '@cryptonite/provider/random.js';
import { describe, expect, it } from 'vitest';
import { keyFor, toBase58 } from '../addresses.js';
import type { Agent, Order, Turn, View } from './agent.js';
import { Bot } from './bot.js';
import { Creator } from './creator.js';
import { Crowd } from './crowd.js';
import { Holder, type Temper } from './holder.js';
import { LiquidityProvider } from './liquidity-provider.js';
import { Ring } from './ring.js';
import { Sniper } from './sniper.js';
import { Truth } from './truth.js';
import { Washer } from './washer.js';
import { Whale } from './whale.js';

const BORN_MS = 1_790_812_800_000;
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(keyFor) as [string, string, string];

/** A launch that stands as a test puts it. */
class Scene implements View {
  nowMs = BORN_MS;
  readonly bornMs = BORN_MS;
  readonly random = new Random('scene');
  stage: View['stage'] = 'curve';
  pooledMs: number | null = null;
  price = 1;
  peak = 1;
  raisedSol = 0;
  flowSol = 0;
  talk = 0;
  readonly holdings = new Map<string, number>();
  held = (wallet: string): number => this.holdings.get(wallet) ?? 0;

  /** Lets an agent act, and its orders take effect on what wallets hold. */
  play(agent: Agent): Turn {
    const turn = agent.act(this);
    for (const order of turn.orders) this.#obey(order);
    if (turn.nextMs !== null) this.nowMs = turn.nextMs;
    return turn;
  }

  #obey(order: Order): void {
    const add = (wallet: string, share: number): void => {
      this.holdings.set(wallet, this.held(wallet) + share);
    };
    if (order.kind === 'buy') add(order.wallet, order.sol / 100);
    if (order.kind === 'sell') add(order.wallet, -order.share * this.held(order.wallet));
    if (order.kind === 'buy together') for (const { wallet, sol } of order.buys) add(wallet, sol / 100);
    if (order.kind === 'hand over') {
      const handed = this.held(order.wallet);
      this.holdings.set(order.wallet, 0);
      add(order.to, handed);
    }
    if (order.kind === 'send') {
      const sent = order.share * this.held(order.wallet);
      add(order.wallet, -sent);
      add(order.to, sent);
    }
  }

  /** All turns until the agent leaves. */
  playOut(agent: Agent, limit = 500): Turn[] {
    const turns: Turn[] = [];
    for (let turn: Turn | null = null; turn?.nextMs !== null; ) {
      turn = this.play(agent);
      turns.push(turn);
      if (turns.length > limit) throw new Error('the agent does not leave');
    }
    return turns;
  }
}

const kinds = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ orders }) => orders.map(({ kind }) => kind));
const TEMPER: Temper = { lookS: 10, gain: 0.5, patienceS: 60, keeps: 0 };

describe('agents', () => {
  it('a sniper buys at once and is out within minutes, whatever the price does', () => {
    const scene = new Scene();
    const turns = scene.playOut(new Sniper(alice, 0.5));
    expect(kinds(turns)).toEqual(['buy', 'sell']);
    expect(scene.held(alice)).toBe(0);
    expect(scene.nowMs - BORN_MS).toBeLessThan(600_000);
  });

  it('a creator sells once others have brought what it waits for', () => {
    const scene = new Scene();
    scene.holdings.set(alice, 0.04);
    const creator = new Creator(alice, { atRaisedSol: 5, afterS: Number.POSITIVE_INFINITY });
    expect(scene.play(creator).orders).toEqual([]);
    scene.raisedSol = 5.1;
    expect(kinds(scene.playOut(creator))).toEqual(['sell']);
  });

  it('a ring enters in one bundle and leaves together when its time has come', () => {
    const scene = new Scene();
    const ring = new Ring([alice, bob], carol, {
      entry: 'bundle',
      solEach: 1,
      atRaisedSol: 10,
      afterPoolS: 5,
      afterS: 1e6,
    });
    scene.play(ring);
    expect([alice, bob].map(scene.held).every((share) => share > 0)).toBe(true);
    scene.play(ring);
    scene.raisedSol = 12;
    scene.playOut(ring);
    expect([alice, bob, carol].map(scene.held)).toEqual([0, 0, 0]);
  });

  it('a bundle takes a transaction for each wallet or one for several, and tokens are handed on with the mint or without', () => {
    const scene = new Scene();
    const plan = { entry: 'bundle', solEach: 1, atRaisedSol: 10, afterPoolS: 5, afterS: Infinity } as const;
    const orders = Array.from({ length: 40 }, () => new Ring([alice, bob], carol, plan)).flatMap((ring) =>
      Array.from({ length: 100 }, () => scene.play(ring)).flatMap((turn) => turn.orders),
    );
    expect(new Set(orders.map(({ kind }) => kind))).toEqual(new Set(['buy', 'buy together', 'send']));
    for (const order of orders) if (order.kind === 'send') expect(order.isChecked).toBe(order.to === carol);
    const sends = orders.flatMap((order) => (order.kind === 'send' ? [order.isChecked] : []));
    expect(new Set(sends)).toEqual(new Set([true, false]));
  });

  it('a liquidity provider puts in what it has bought, and pulls it when it is time', () => {
    const scene = new Scene();
    const withdrawMs = BORN_MS + 60_000;
    const plan = { mint: carol, wallet: alice, sol: 100, depositMs: BORN_MS, withdrawMs };
    const provider = new LiquidityProvider(plan);
    expect(scene.play(provider).orders).toEqual([
      { kind: 'buy', wallet: alice, sol: 100 },
      { kind: 'deposit', wallet: alice },
    ]);
    expect(scene.nowMs).toBe(withdrawMs);
    const { orders, nextMs } = scene.play(provider);
    expect(orders).toEqual([{ kind: 'withdraw', wallet: alice }]);
    expect(nextMs).toBeNull();
  });

  it('a ring that waits for the pool sits through the curve', () => {
    const scene = new Scene();
    const ring = new Ring([alice], bob, {
      entry: 'spread',
      solEach: 1,
      atRaisedSol: 90,
      afterPoolS: 60,
      afterS: 1e6,
    });
    scene.raisedSol = 80;
    for (let turn = 0; turn < 20; turn++) scene.play(ring);
    expect(scene.held(alice) + scene.held(bob)).toBeGreaterThan(0);
    scene.stage = 'pool';
    scene.pooledMs = scene.nowMs;
    scene.playOut(ring);
    expect(scene.held(alice) + scene.held(bob)).toBe(0);
    expect(scene.nowMs - scene.pooledMs).toBeGreaterThanOrEqual(60_000);
  });

  it('washers trade with each other and end with nothing', () => {
    const scene = new Scene();
    const orders = scene.playOut(new Washer([alice, bob], 20, 0.3, 5)).flatMap((turn) => turn.orders);
    expect(orders.length).toBeGreaterThan(20);
    expect(scene.held(alice) + scene.held(bob)).toBe(0);
  });

  it('a whale waits for a curve that lives, and buys five SOL and more', () => {
    const scene = new Scene();
    const whale = new Whale(alice, 6);
    expect(kinds([scene.play(whale)])).toEqual([]);
    Object.assign(scene, { raisedSol: 20, flowSol: 3, price: 2, peak: 2 });
    let bought = 0;
    for (let turn = 0; turn < 12; turn++)
      for (const order of scene.play(whale).orders) if (order.kind === 'buy') bought += order.sol;
    expect(bought).toBeGreaterThanOrEqual(5);
  });

  it('a bot is in and out, and gone when its rounds are over', () => {
    const scene = new Scene();
    const orders = kinds(scene.playOut(new Bot(alice, 3, 0.2, 10)));
    const inAndOut = orders.filter((kind) => kind !== 'hand over');
    expect(inAndOut).toEqual(['buy', 'sell', 'buy', 'sell', 'buy', 'sell']);
  });

  it('a holder sells at the gain it waits for, and cuts a loss', () => {
    for (const price of [50, 0.05]) {
      const scene = new Scene();
      scene.holdings.set(alice, 0.01);
      const holder = new Holder(alice, 1, BORN_MS, TEMPER, scene.random);
      scene.price = price;
      scene.playOut(holder);
      expect(scene.held(alice)).toBe(0);
    }
  });

  it('a startled holder looks within seconds', () => {
    const scene = new Scene();
    const holder = new Holder(alice, 1, BORN_MS, TEMPER, scene.random);
    expect(holder.startle(scene) - BORN_MS).toBeLessThan(10_000);
  });

  it('a crowd comes in about the numbers that its plan expects, buys less of what falls and more of what is talked about', () => {
    const buyers = (price: number, talk: number): number => {
      let count = 0;
      for (let run = 0; run < 20; run++) {
        const scene = new Scene();
        Object.assign(scene, { price, talk });
        const plan = { size: 100, tempoS: 60, virality: 0, ticketSol: 0.3, ticketSigma: 1, temper: TEMPER };
        const crowd = new Crowd(plan, BORN_MS, () => alice);
        const random = new Random(`crowd ${run}`);
        Object.assign(scene, { random });
        if (crowd.first(random) !== null) count += kinds(scene.playOut(crowd)).length;
      }
      return count / 20;
    };
    expect(buyers(1, 6)).toBeGreaterThan(75);
    expect(buyers(1, 6)).toBeLessThan(95);
    expect(buyers(0.1, 6)).toBeLessThan(20);
    expect(buyers(1, 60)).toBeGreaterThan(1.1 * buyers(1, 0));
  });

  it('nobody trades while a curve is sold out and its pool not open', () => {
    const scene = new Scene();
    scene.stage = 'complete';
    scene.holdings.set(alice, 0.01);
    const agents: Agent[] = [
      new Washer([alice, bob], 5, 1, 5),
      new Whale(alice, 5),
      new Bot(alice, 5, 1, 5),
      new Holder(alice, 1, BORN_MS, TEMPER, scene.random),
    ];
    for (const agent of agents) expect(scene.play(agent).orders).toEqual([]);
  });
});

describe('the truth', () => {
  const open = (): Truth =>
    new Truth({
      mint: keyFor('mint'),
      creator: alice,
      label: 'insider-dump-curve',
      bornMs: BORN_MS,
      copyOf: null,
      clusters: [{ kind: 'ring', funder: alice, wallets: [bob] }],
    });
  const read = (truth: Truth) =>
    JSON.parse(truth.toJson(true)) as { dumps: { wallet: string }[]; ruggedMs: number | null };

  it('calls a large sale of an insider a dump, and what halves the price within a minute a rug', () => {
    const truth = open();
    truth.noteSale(bob, 0.03, 4, 3, BORN_MS + 1_000);
    truth.noteSale(carol, 0.03, 3, 1.9, BORN_MS + 30_000);
    expect(read(truth)).toMatchObject({ dumps: [{ wallet: toBase58(bob) }], ruggedMs: BORN_MS + 30_000 });
  });

  it("calls a stranger's sale neither", () => {
    const truth = open();
    truth.noteSale(carol, 0.05, 4, 1, BORN_MS + 1_000);
    expect(read(truth)).toMatchObject({ dumps: [], ruggedMs: null });
  });

  it('takes who receives tokens from an insider for one', () => {
    const truth = open();
    truth.noteSend(bob, carol);
    truth.noteSale(carol, 0.02, 4, 3, BORN_MS);
    expect(read(truth).dumps).toHaveLength(1);
  });
});
