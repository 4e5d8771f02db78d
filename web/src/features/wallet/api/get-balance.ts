import { TokenBalance } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { postJson } from '../../../lib/api';
import { BalanceUnknown } from '../model/balance-error';

/** How many whole gate tokens a wallet holds. Fails where that is not known, and why. */
export const balanceQuery = (walletAddress: string, mint: string | null) =>
  queryOptions({
    queryKey: ['balance', walletAddress, mint],
    queryFn: async () => {
      if (mint === null) throw new BalanceUnknown('No gate token is configured on this site');
      const asked = { walletAddress, tokenMintAddress: mint };
      return (await postJson('/api/token-balance', asked, TokenBalance)).balance;
    },
  });
