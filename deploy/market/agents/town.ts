import type { Random } from '@cryptonite/provider/random.js';
import { type Address, keyFor } from '../addresses.js';

/** A group of wallets that are drawn again and again; the same in every market, as people are. */
class Group {
  readonly #name: string;
  readonly #wallets: (Address | undefined)[];

  constructor(name: string, size: number) {
    this.#name = name;
    this.#wallets = new Array(size);
  }

  /** `skew` 1 draws all alike; above, the first of the group come the more often. */
  draw(random: Random, skew = 1): Address {
    const number = Math.floor(this.#wallets.length * random.unit() ** skew);
    const known = this.#wallets[number];
    if (known !== undefined) return known;
    const wallet = keyFor(`${this.#name} wallet ${number}`);
    this.#wallets[number] = wallet;
    return wallet;
  }
}

/**
 * Everybody who trades. Sizes are a market's day: 4,600 snipers and 10,400 deployers were counted over 15,000 launches
 * of a month (research on deployer-funded launches); the rest are assumptions.
 */
export class Town {
  readonly #label: string;
  readonly #people = new Group('retail', 40_000);
  readonly #whales = new Group('whale', 400);
  readonly #snipers = new Group('sniper', 1_500);
  readonly #bots = new Group('bot', 600);
  readonly #serial = new Group('serial creator', 300);
  #fresh = 0;

  /** `label` names the market's run: wallets used once are new in each. */
  constructor(label: string) {
    this.#label = label;
  }

  person(random: Random): Address {
    return this.#people.draw(random, 2);
  }

  whale(random: Random): Address {
    return this.#whales.draw(random);
  }

  sniper(random: Random): Address {
    return this.#snipers.draw(random, 2);
  }

  bot(random: Random): Address {
    return this.#bots.draw(random, 2);
  }

  /** Creators who launch one coin after the other. */
  serialCreator(random: Random): Address {
    return this.#serial.draw(random, 1.8);
  }

  /** A wallet that nobody has seen. */
  fresh(): Address {
    return keyFor(`${this.#label}:fresh wallet:${this.#fresh++}`);
  }
}
