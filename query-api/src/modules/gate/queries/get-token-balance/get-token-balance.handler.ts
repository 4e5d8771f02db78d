import { TokenBalance } from '@cryptonite/contracts/api';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import { RateLimit, tooMany } from '../../../../platform/http/rate-limit.js';
import { type Holding, tooManyAccounts } from '../../../../platform/solana/solana-rpc.js';
import { TokenBalances } from '../../token-balances.js';
import { isEnough, wholeTokens } from '../../whole-tokens.js';
import { GetTokenBalance } from './get-token-balance.query.js';

/** Of all who ask together: within the 40 of one method that public RPCs answer in ten seconds. The guard of routes asks apart. */
const OF_GATE_TOKEN = { perSecond: 1.5, atOnce: 15 };
/** Whoever asks for other tokens takes nothing away from those who come to the gate. */
const OF_OTHERS = { perSecond: 0.5, atOnce: 5 };
/** A page asks once for each wallet that is connected, and when somebody says so. Two addresses cannot use up the gate's share. */
const OF_CALLER = { perSecond: 1 / 5, atOnce: 6 };

type Share = { perSecond: number; atOnce: number };
const limitOf = ({ perSecond, atOnce }: Share) => new RateLimit(perSecond, atOnce);

@QueryHandler(GetTokenBalance)
export class GetTokenBalanceHandler implements IQueryHandler<GetTokenBalance> {
  readonly #ofGateToken = limitOf(OF_GATE_TOKEN);
  readonly #ofOthers = limitOf(OF_OTHERS);
  readonly #ofCaller = limitOf(OF_CALLER);

  constructor(
    private readonly balances: TokenBalances,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ walletAddress, mint, caller }: GetTokenBalance): Promise<TokenBalance> {
    const holding = await this.balances.of(walletAddress, mint, () => this.#refusal(mint, caller));
    if (!holding.isAll && !this.#opensGate(mint, holding)) throw tooManyAccounts();
    return TokenBalance.parse({ success: true, balance: wholeTokens(holding), error: null });
  }

  #opensGate(mint: string, holding: Holding): boolean {
    return mint === this.config.GATE_TOKEN_MINT && isEnough(holding, this.config.GATE_MINIMUM);
  }

  /** Counts what the RPC is asked alone: what is known already is told to everybody. */
  #refusal(mint: string, caller: string): ProblemError | null {
    const nowMs = Date.now();
    const ownWaitSeconds = this.#ofCaller.take(caller, nowMs);
    if (ownWaitSeconds > 0) return tooMany(caller, ownWaitSeconds);
    const share = mint === this.config.GATE_TOKEN_MINT ? this.#ofGateToken : this.#ofOthers;
    const waitSeconds = share.take('all', nowMs);
    if (waitSeconds === 0) return null;
    return new ProblemError(
      'rate_limited',
      `More balances are asked for than the RPC may be asked. Try again in ${waitSeconds} s.`,
      { 'Retry-After': String(waitSeconds) },
    );
  }
}
