import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { balanceFailed, balanceIs, connectedAs, disconnected, initialWallet } from '../model/wallet-state';
import { WalletButton } from './wallet-button';

const KEY = '7xKpAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9fQ2';
const asked = connectedAs(initialWallet, 'Test', KEY);

it.each([
  ['nothing before a wallet is connected', initialWallet, /^$/],
  ['nothing after it was disconnected', disconnected(asked), /^$/],
  ['the address while the balance is asked', asked, /7xKp…9fQ2.*… \$CRPT/],
  ['the balance, grouped', balanceIs(asked, 1_240_500, 1_000_000), /7xKp…9fQ2.*1,240,500 \$CRPT/],
  ['no more than is held', balanceIs(asked, 999_999.99, 1_000_000), /999,999 \$CRPT/],
  ['a balance of nothing as 0', balanceIs(asked, 0, 1_000_000), />0 \$CRPT/],
  [
    'a balance that could not be read as unknown',
    balanceFailed(asked, 'away'),
    /title="away".*Unknown \$CRPT/,
  ],
])('shows %s', (_what, wallet, shown) =>
  expect(renderToStaticMarkup(<WalletButton wallet={wallet} onDisconnect={() => {}} />)).toMatch(shown),
);
