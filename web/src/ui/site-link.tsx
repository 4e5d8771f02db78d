import type { ReactNode } from 'react';

type SiteLinkProps = { href: string; className: string; label?: string; children: ReactNode };

/** Leads to another site, in a tab of its own that knows nothing of this one. */
export function SiteLink({ href, className, label, children }: SiteLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </a>
  );
}
