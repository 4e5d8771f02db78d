import type { ProfileName } from '@cryptonite/contracts/api';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { HowItWorksDialog } from '../features/how-it-works/components/how-it-works-dialog';
import { SettingsDialog } from '../features/settings/components/settings-dialog';
import { SimulatedStripe } from '../features/status/components/status-strip';
import type { Status } from '../features/status/model/use-status';
import { WalletSlot } from '../features/wallet/components/wallet-slot';
import { Icon, Mark } from '../ui/icon';

/** Header and problems around a page. */
export function Shell(props: {
  title: string;
  status: Status;
  controls: ReactNode;
  /** By whose rules the page shows its lists. */
  profile: ProfileName;
  measured: ReactNode;
  children: ReactNode;
}) {
  const { title, status, controls, profile, measured, children } = props;
  const [open, setOpen] = useState<'how' | 'settings' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <SimulatedStripe status={status} />
      <header className="border-b border-line">
        <div className="page flex flex-wrap items-center gap-x-1 md:h-[52px] md:flex-nowrap md:gap-x-4">
          <Link to="/" className="button button-ghost -ml-2 min-w-10 md:min-w-8">
            <Icon name="back" />
            <span className="sr-only lg:not-sr-only">Back to Home</span>
          </Link>
          <span className="hidden items-center gap-2 text-value font-semibold lg:inline-flex">
            <Mark />
            Cryptonite
          </span>
          <span className="hidden text-ink3 lg:inline">/</span>
          <h1 className="order-last flex h-11 basis-full items-center gap-2 whitespace-nowrap text-page font-semibold tracking-[-0.015em] md:order-none md:h-auto md:basis-auto md:text-value md:tracking-normal">
            {title}
            <span className="rounded-tag border border-line2 px-[5px] text-micro font-semibold tracking-[0.06em] text-ink2">
              BETA
            </span>
          </h1>
          <span className="md:hidden">{controls}</span>
          <span className="flex-1" />
          <WalletSlot />
          <HeaderButton icon="help" label="How It Works" onClick={() => setOpen('how')} />
          <HeaderButton icon="settings" label="Settings" onClick={() => setOpen('settings')} />
        </div>
      </header>
      {children}
      <HowItWorksDialog isOpen={open === 'how'} onClose={close} profile={profile} measured={measured} />
      <SettingsDialog isOpen={open === 'settings'} onClose={close} />
    </>
  );
}

function HeaderButton({
  icon,
  label,
  onClick,
}: {
  icon: 'help' | 'settings';
  label: string;
  onClick: () => void;
}) {
  return (
    <button type="button" className="button button-ghost min-w-10 md:min-w-8" onClick={onClick}>
      <Icon name={icon} />
      <span className="sr-only lg:not-sr-only">{label}</span>
    </button>
  );
}
