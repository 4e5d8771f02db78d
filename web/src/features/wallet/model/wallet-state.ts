import type { Gate } from './judge-gate';

/** The wallets of this browser, and which account of them is connected to the page. Values to values. */
export type Connection = {
  /** Names of the wallets in this browser that can be connected. */
  available: readonly string[];
  /** Name of the wallet that is connected or being asked. */
  provider: string | null;
  /** Base58. */
  publicKey: string | null;
  connected: boolean;
  connecting: boolean;
  /** Whether the wallet of the last visit was asked, or there is none to ask. */
  wasAsked: boolean;
};

/** What is known of the wallet that is connected to the page. */
export type WalletState = Omit<Connection, 'wasAsked'> & {
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

export const notConnected: Connection = {
  available: [],
  provider: null,
  publicKey: null,
  connected: false,
  connecting: false,
  wasAsked: false,
};

/** A public key is there, the first or another. */
export const connectedAs = (connection: Connection, provider: string, publicKey: string): Connection => ({
  ...connection,
  provider,
  publicKey,
  connected: true,
  wasAsked: true,
});

/** The wallet shows no account any more, or was disconnected. */
export const disconnected = ({ available }: Connection): Connection => ({
  ...notConnected,
  available,
  wasAsked: true,
});

/** `gate` is what the gate is to the key that is connected; of none it says nothing. */
export function walletStateOf({ wasAsked, ...connection }: Connection, gate: Gate): WalletState {
  const { connected } = connection;
  const checkingBalance = connected && gate.state === 'checking';
  return {
    ...connection,
    tokenBalance: connected && 'balance' in gate ? gate.balance : 0,
    hasRequiredTokens: connected && gate.state === 'open',
    checkingBalance,
    balanceFailure: connected && gate.state === 'unknown' ? gate.why : null,
    initialCheckComplete: wasAsked && !checkingBalance,
  };
}

/** "7xKp…9fQ2" */
export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;
