import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Gate } from '../model/judge-gate';
import { connectedAs, disconnected, notConnected, walletStateOf } from '../model/wallet-state';
import { WalletButton } from './wallet-button';

const KEY = '7xKpAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9fQ2';
const connected = connectedAs(notConnected, 'Test', KEY);
const checking: Gate = { state: 'checking' };
const withBalance = (balance: number) =>
  walletStateOf(connected, { state: balance >= 1_000_000 ? 'open' : 'closed', balance, missing: 0 });

it.each([
  ['nothing before a wallet is connected', walletStateOf(notConnected, checking), /^$/],
  ['nothing after it was disconnected', walletStateOf(disconnected(connected), checking), /^$/],
  ['the address while the balance is asked', walletStateOf(connected, checking), /7xKp…9fQ2.*… \$CRPT/],
  ['the balance, grouped', withBalance(1_240_500), /7xKp…9fQ2.*1,240,500 \$CRPT/],
  ['no more than is held', withBalance(999_999.99), /999,999 \$CRPT/],
  ['a balance of nothing as 0', withBalance(0), />0 \$CRPT/],
  [
    'a balance that could not be read as unknown',
    walletStateOf(connected, { state: 'unknown', why: 'away' }),
    /title="away".*Unknown \$CRPT/,
  ],
])('shows %s', (_what, wallet, shown) =>
  expect(renderToStaticMarkup(<WalletButton wallet={wallet} onDisconnect={() => {}} />)).toMatch(shown),
);
