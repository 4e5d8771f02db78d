import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type Holding, SolanaRpc } from '../../platform/solana/solana-rpc.js';
import { RecentAnswers } from './recent-answers.js';

/** A purchase shows after so long. */
const KEPT_MS = 15_000;
const KEPT_MOST = 10_000;

/** What wallets hold, read once for all who ask for the same wallet and mint meanwhile and shortly after. */
@Injectable()
export class TokenBalances implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #answers = new RecentAnswers<Holding>(KEPT_MS, KEPT_MOST);

  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly rpc: SolanaRpc) {}

  /** Whose wallet asked is forgotten also where nobody asks any more. */
  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.#answers.forgetOld(Date.now()), KEPT_MS).unref();
  }

  onApplicationShutdown(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  forget(walletAddress: string): void {
    this.#answers.forget((key) => key.startsWith(`${walletAddress} `));
  }

  /**
   * @param mayAsk says whether the RPC may be asked, where nobody has just now
   * @throws ProblemError where it cannot be known
   */
  of(walletAddress: string, mint: string, mayAsk: () => ProblemError | null = () => null): Promise<Holding> {
    return this.#answers.of(`${walletAddress} ${mint}`, Date.now(), async () => {
      const refusal = mayAsk();
      if (refusal !== null) throw refusal;
      return this.rpc.holding(walletAddress, mint);
    });
  }
}
