/** Knows who holds enough of the gate token. */
export abstract class Gate {
  abstract isOpenTo(walletAddress: string): Promise<boolean>;
}
