import type { ReactNode } from 'react';
import { QuietShell } from './quiet-shell';
import './account.css';

/** Around the pages that one signs in to. */
export function AccountShell({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle: string;
  children: ReactNode;
}) {
  return (
    <QuietShell title={title}>
      <div className="mx-auto max-w-[960px] py-6 md:py-10">
        <h1 className="text-hero font-semibold tracking-[-0.015em]">{title}</h1>
        <p className="mt-1.5 text-value text-ink2">{subtitle}</p>
        <div className="mt-6">{children}</div>
      </div>
    </QuietShell>
  );
}
