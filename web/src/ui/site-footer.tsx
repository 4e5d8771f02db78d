import { Link } from 'react-router-dom';
import { Mark } from './icon';

const LINKS = [
  ['/discovery', 'Discovery'],
  ['/platform', 'Platform'],
  ['/whitepaper', 'Whitepaper'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/support', 'Support'],
] as const;

/** Under every page that is read, not watched. */
export function SiteFooter() {
  return (
    <footer className="mt-16 border-t border-line pb-8 pt-4 text-small text-ink2">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="inline-flex items-center gap-2 text-body font-semibold text-ink">
          <Mark />
          Cryptonite
        </span>
        <span>For people of 18 and over. Informational only.</span>
        <nav aria-label="Footer" className="-ml-2 flex flex-wrap gap-x-2 md:ml-auto">
          {LINKS.map(([path, label]) => (
            <Link key={path} to={path} className="button button-ghost">
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
