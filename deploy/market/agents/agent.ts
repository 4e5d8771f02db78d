import type { Random } from '@cryptonite/provider/random.js';
import type { Address } from '../addresses.js';

/** What an agent sees of the launch it plays in: what anybody could, and what it holds itself. */
export interface View {
  readonly nowMs: number;
  readonly bornMs: number;
  readonly random: Random;
  /** `complete`: the curve is sold out and its pool not yet open; nobody can trade. */
  readonly stage: 'curve' | 'complete' | 'pool';
  /** When the pool opened, or null. */
  readonly pooledMs: number | null;
  /** Price as a multiple of a fresh curve's; a completed curve stands at 14.7. */
  readonly price: number;
  /** The highest price so far, in a pool since it opened. */
  readonly peak: number;
  /** SOL in the curve, or its equal where the quote is not SOL. */
  readonly raisedSol: number;
  /** What buyers brought less what sellers took, in SOL, forgotten by half every twenty seconds. */
  readonly flowSol: number;
  /** Posts that named the launch within the last five minutes. */
  readonly talk: number;
  /** Share of the supply that a wallet holds, 0 to 1. */
  held(wallet: Address): number;
}

export type Order =
  /** `isUrgent`: whatever it costs to be first. `burns`: what it buys, in the same transaction. */
  | { kind: 'buy'; wallet: Address; sol: number; isUrgent?: true; burns?: true }
  /** Sells, or burns, a share of what the wallet holds, 0 to 1. */
  | { kind: 'sell' | 'burn'; wallet: Address; share: number }
  /** Buys with several wallets in one transaction, all of which sign. */
  | { kind: 'buy together'; buys: readonly { wallet: Address; sol: number }[] }
  /** In one transaction, sells all that the wallet holds and buys as much with another, or with the same again. */
  | { kind: 'hand over'; wallet: Address; to: Address }
  /** Sends a share of what the wallet holds to another wallet; the unchecked transfer names no mint. */
  | { kind: 'send'; wallet: Address; to: Address; share: number; isChecked: boolean }
  /** Gives another wallet SOL to trade with. */
  | { kind: 'fund'; wallet: Address; to: Address; sol: number }
  /** Moves a completed curve to its pool. */
  | { kind: 'migrate' }
  /** Puts all the tokens that the wallet holds into a pool without a boost, with the SOL that belongs to them. */
  | { kind: 'deposit'; wallet: Address }
  /** Takes all that the wallet has put in out of the pool. */
  | { kind: 'withdraw'; wallet: Address };

/** What an agent does now, one after the other with nobody in between, and when it wants to act again. */
export interface Turn {
  orders: readonly Order[];
  /** Null: never again. */
  nextMs: number | null;
  /** Agents that enter now, each with the time of its first turn. */
  joins?: readonly { agent: Agent; atMs: number }[];
}

/** Somebody who trades a launch: given what it sees it says what it does and when next. */
export interface Agent {
  act(view: View): Turn;
  /** Hears of a crash: when it would like to act now, at the latest; undefined for those who do not watch. */
  startle?(view: View): number;
}

export const leaves: Turn = { orders: [], nextMs: null };

export const waitsUntil = (nextMs: number): Turn => ({ orders: [], nextMs });
