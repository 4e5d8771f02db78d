import { Inject, Injectable } from '@nestjs/common';
import { Gate } from '../../platform/access/gate.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { ProblemError } from '../../platform/http/problem.js';
import { tooManyAccounts } from '../../platform/solana/solana-rpc.js';
import { TokenBalances } from './token-balances.js';
import { isEnough } from './whole-tokens.js';

/** Opens to wallets that hold enough of the gate token; while nobody can say what they hold, it says so and stays shut. */
@Injectable()
export class TokenGate extends Gate {
  constructor(
    private readonly balances: TokenBalances,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async isOpenTo(walletAddress: string): Promise<boolean> {
    const { GATE_TOKEN_MINT: mint, GATE_MINIMUM } = this.config;
    if (mint === undefined)
      throw new ProblemError('store_unavailable', 'No gate token is configured here: nobody comes through.');
    const holding = await this.balances.of(walletAddress, mint);
    if (isEnough(holding, GATE_MINIMUM)) return true;
    if (!holding.isAll) throw tooManyAccounts();
    return false;
  }
}
