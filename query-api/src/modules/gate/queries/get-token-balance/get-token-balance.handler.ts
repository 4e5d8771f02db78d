import { TokenBalance } from '@cryptonite/contracts/api';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { ProblemError } from '../../../../platform/http/problem.js';
import { RateLimit } from '../../../../platform/http/rate-limit.js';
import { TokenBalances } from '../../token-balances.js';
import { wholeTokens } from '../../whole-tokens.js';
import { GetTokenBalance } from './get-token-balance.query.js';

/** Of all who ask together: within the 40 of one method that public RPCs answer in ten seconds. The gate's asks are apart. */
const ASKS_PER_SECOND = 2;
const ASKS_AT_ONCE = 20;

@QueryHandler(GetTokenBalance)
export class GetTokenBalanceHandler implements IQueryHandler<GetTokenBalance> {
  readonly #asks = new RateLimit(ASKS_PER_SECOND, ASKS_AT_ONCE);

  constructor(private readonly balances: TokenBalances) {}

  async execute({ walletAddress, mint }: GetTokenBalance): Promise<TokenBalance> {
    const holding = await this.balances.of(walletAddress, mint, () => this.#refusal());
    return TokenBalance.parse({ success: true, balance: wholeTokens(holding), error: null });
  }

  #refusal(): ProblemError | null {
    const waitSeconds = this.#asks.take('all', Date.now());
    if (waitSeconds === 0) return null;
    return new ProblemError(
      'store_unavailable',
      `More balances are asked for than the RPC may be asked. Try again in ${waitSeconds} s.`,
      { 'Retry-After': String(waitSeconds) },
    );
  }
}
