/** What is known of the wallet that is connected to the page. Values to values. */
export type WalletState = {
  /** Names of the wallets in this browser that can be connected. */
  available: readonly string[];
  /** Name of the wallet that is connected or being asked. */
  provider: string | null;
  /** Base58. */
  publicKey: string | null;
  connected: boolean;
  connecting: boolean;
  /** Whole gate tokens; 0 too while they are not known: `balanceFailure` and `checkingBalance` tell. */
  tokenBalance: number;
  /** Whether the balance is known to open the gate. */
  hasRequiredTokens: boolean;
  checkingBalance: boolean;
  /** Why the balance is not known. */
  balanceFailure: string | null;
  /** Whether all is known that a page needs to tell who holds the gate token from who does not. */
  initialCheckComplete: boolean;
};

const NO_BALANCE = { tokenBalance: 0, hasRequiredTokens: false, balanceFailure: null } as const;

export const initialWallet: WalletState = {
  ...NO_BALANCE,
  available: [],
  provider: null,
  publicKey: null,
  connected: false,
  connecting: false,
  checkingBalance: false,
  initialCheckComplete: false,
};

/** A public key is there, the first or another: its balance is being asked. */
export const connectedAs = (state: WalletState, provider: string, publicKey: string): WalletState => ({
  ...state,
  ...NO_BALANCE,
  provider,
  publicKey,
  connected: true,
  checkingBalance: true,
});

/** The wallet shows no account any more, or was disconnected. */
export const disconnected = (state: WalletState): WalletState => ({
  ...initialWallet,
  available: state.available,
  initialCheckComplete: true,
});

export const balanceIs = (state: WalletState, balance: number, minimum: number): WalletState => ({
  ...state,
  tokenBalance: balance,
  hasRequiredTokens: balance >= minimum,
  balanceFailure: null,
  checkingBalance: false,
  initialCheckComplete: true,
});

export const balanceFailed = (state: WalletState, reason: string): WalletState => ({
  ...state,
  ...NO_BALANCE,
  balanceFailure: reason,
  checkingBalance: false,
  initialCheckComplete: true,
});

/** "7xKp…9fQ2" */
export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;
