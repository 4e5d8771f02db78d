import { TokenBalance } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { postJson } from '../../../lib/api';
import { BalanceUnknown } from '../model/balance-error';

/** Begin of the keys of all that was asked about a wallet's balances. */
export const balancesOf = (walletAddress: string) => ['balance', walletAddress] as const;

/** How many whole gate tokens a wallet holds. Fails where that is not known, and why; the log says it too. */
export const balanceQuery = (walletAddress: string, mint: string | null) =>
  queryOptions({
    queryKey: [...balancesOf(walletAddress), mint],
    queryFn: async () => {
      try {
        if (mint === null) throw new BalanceUnknown('No gate token is configured on this site');
        const asked = { walletAddress, tokenMintAddress: mint };
        return (await postJson('/api/token-balance', asked, TokenBalance)).balance;
      } catch (error) {
        console.error('the balance could not be read', error);
        throw error;
      }
    },
  });
