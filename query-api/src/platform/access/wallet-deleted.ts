/** All that is kept of a wallet was deleted: whoever remembers something of it forgets that too. */
export class WalletDeleted {
  constructor(readonly walletAddress: string) {}
}
