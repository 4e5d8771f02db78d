/** What is paid for tokens' places on DexScreener. */
import { FetchFailed } from '../fetch/guard.js';
import type { AskOf, Provider, Said } from '../provider.js';
import type { AsksService } from '../service.js';
import { readHasPaidProfile, readListed } from './parse-dexscreener.js';

/** Three lists, each so often: 18 of the 60 requests that a minute has. */
const LISTS_KEPT_MS = 10_000;
const BYTES_MOST = 1 << 20;

type List = { askedAt: number; listed: Promise<Map<string, number>> };

export class Boosts implements Provider<'boosts'> {
  readonly #lists = new Map<string, List>();

  constructor(private readonly dexScreener: AsksService) {}

  async answer(ask: AskOf<'boosts'>): Promise<Said | null> {
    const { mint, nearness, knownBoosts, knownHasPaidProfile } = ask;
    const [latest, top, profiles] = await Promise.all([
      this.#list('/token-boosts/latest/v1'),
      this.#list('/token-boosts/top/v1'),
      this.#list('/token-profiles/latest/v1'),
    ]);
    const boosts = Math.max(latest.get(mint) ?? 0, top.get(mint) ?? 0);
    const isSeen = profiles.has(mint) || knownHasPaidProfile === true;
    const isAsked = !isSeen && nearness === 'listed';
    const found = isAsked ? await this.#hasOrder(mint) : null;
    const hasPaidProfile = isSeen || (found ?? knownHasPaidProfile);
    if (boosts === knownBoosts && hasPaidProfile === knownHasPaidProfile) return null;
    return { kind: 'TokenBoosted', from: this.dexScreener.host, boosts, hasPaidProfile };
  }

  /** Asked once for all who want it, also where it failed. */
  #list(path: string): Promise<Map<string, number>> {
    const now = performance.now();
    const held = this.#lists.get(path);
    if (held && now - held.askedAt < LISTS_KEPT_MS) return held.listed;
    const listed = this.dexScreener
      .json(path, { nearness: 'listed', maxBytes: BYTES_MOST, keep: null })
      .then(readListed);
    this.#lists.set(path, { askedAt: now, listed });
    return listed;
  }

  /** Kept for ten minutes: a hundred listed tokens take 10 of a minute's requests. Null where nobody told. */
  async #hasOrder(mint: string): Promise<boolean | null> {
    const request = { nearness: 'near', maxBytes: BYTES_MOST, keep: 'changing' } as const;
    try {
      return readHasPaidProfile(await this.dexScreener.json(`/orders/v1/solana/${mint}`, request));
    } catch (error) {
      if (error instanceof FetchFailed) return null;
      throw error;
    }
  }
}
