import { type Address, toBase58 } from '../addresses.js';
import type { Label } from './archetypes.js';

export interface Cluster {
  kind: 'ring' | 'wash';
  /** Who paid for it. */
  funder: Address;
  wallets: readonly Address[];
}

/** What really happened in a launch: known to the market alone. */
export class Truth {
  readonly #mint: Address;
  readonly #creator: Address;
  readonly #label: Label;
  readonly #bornMs: number;
  readonly #copyOf: Address | null;
  readonly #clusters: Cluster[] = [];
  readonly #insiders = new Set<Address>();
  readonly #funding: { from: Address; to: Address; lamports: bigint; atMs: number }[] = [];
  readonly #dumps: { wallet: Address; supplyShare: number; atMs: number }[] = [];
  #dumpBegan: { price: number; atMs: number } | null = null;
  /** The highest price after any trade. */
  #peak = 1;
  #trades = 0;
  completedMs: number | null = null;
  graduatedMs: number | null = null;
  ruggedMs: number | null = null;

  constructor(launch: {
    mint: Address;
    creator: Address;
    label: Label;
    bornMs: number;
    copyOf: Address | null;
    clusters: readonly Cluster[];
  }) {
    this.#mint = launch.mint;
    this.#creator = launch.creator;
    this.#label = launch.label;
    this.#bornMs = launch.bornMs;
    this.#copyOf = launch.copyOf;
    this.#insiders.add(launch.creator);
    this.addClusters(launch.clusters);
  }

  addClusters(clusters: readonly Cluster[]): void {
    this.#clusters.push(...clusters);
    for (const { kind, wallets } of clusters)
      if (kind === 'ring') for (const wallet of wallets) this.#insiders.add(wallet);
  }

  noteFunding(from: Address, to: Address, lamports: bigint, atMs: number): void {
    this.#funding.push({ from, to, lamports, atMs });
  }

  /** Tokens that an insider hands on make the receiver one. */
  noteSend(from: Address, to: Address): void {
    if (this.#insiders.has(from)) this.#insiders.add(to);
  }

  get trades(): number {
    return this.#trades;
  }

  /** Trades of one transaction, and the highest price after any of them. */
  noteTrades(count: number, price: number): void {
    this.#trades += count;
    this.#peak = Math.max(this.#peak, price);
  }

  /** A sale, with the price before and after it. */
  noteSale(wallet: Address, supplyShare: number, before: number, after: number, atMs: number): void {
    if (this.#insiders.has(wallet) && supplyShare >= DUMP_SHARE) {
      this.#dumps.push({ wallet, supplyShare, atMs });
      if (this.#dumpBegan === null || atMs - this.#dumpBegan.atMs > RUG_WITHIN_MS)
        this.#dumpBegan = { price: before, atMs };
    }
    const began = this.#dumpBegan;
    if (
      this.ruggedMs === null &&
      began &&
      atMs - began.atMs <= RUG_WITHIN_MS &&
      after <= began.price * RUG_FALL
    )
      this.ruggedMs = atMs;
  }

  /** As a line of JSON; times in ms, addresses in base58, the peak as a multiple of a fresh curve's price. */
  toJson(isOver: boolean): string {
    return JSON.stringify({
      mint: toBase58(this.#mint),
      label: this.#label,
      creator: toBase58(this.#creator),
      bornMs: this.#bornMs,
      copyOf: this.#copyOf === null ? null : toBase58(this.#copyOf),
      clusters: this.#clusters.map(({ kind, funder, wallets }) => ({
        kind,
        funder: toBase58(funder),
        wallets: wallets.map(toBase58),
      })),
      funding: this.#funding.map(({ from, to, lamports, atMs }) => ({
        from: toBase58(from),
        to: toBase58(to),
        lamports: lamports.toString(),
        atMs,
      })),
      dumps: this.#dumps.map(({ wallet, supplyShare, atMs }) => ({
        wallet: toBase58(wallet),
        supplyShare: round(supplyShare),
        atMs,
      })),
      peakMultiple: round(this.#peak),
      trades: this.#trades,
      completedMs: this.completedMs,
      graduatedMs: this.graduatedMs,
      ruggedMs: this.ruggedMs,
      isOver,
    });
  }
}

/** An insider's sale of at least this share of the supply is a dump. */
const DUMP_SHARE = 0.005;
/** A rug: the price halves within a minute of an insider's dump. */
const RUG_WITHIN_MS = 60_000;
const RUG_FALL = 0.5;

const round = (value: number): number => Number(value.toPrecision(6));
