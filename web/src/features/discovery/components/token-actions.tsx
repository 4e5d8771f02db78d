import type { ScreenedToken } from '@cryptonite/contracts/api';
import { shortenMint } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import { explorerLink, linksOf, type TokenLink } from '../model/links';
import { useCopyMint } from '../model/use-copy-mint';
import { type ToldToken, useTellOf } from '../model/use-tell-of';

function CopiedMark({ isCopied }: { isCopied: boolean }) {
  if (!isCopied) return <Icon name="copy" size={13} className="text-ink3" />;
  return (
    <span data-testid="copied">
      <Icon name="check" size={13} className="text-pos" />
    </span>
  );
}

/** The mint, which a press copies. */
export function MintButton({ token: { mint, origin } }: { token: ScreenedToken }) {
  const [isCopied, copy] = useCopyMint(mint, origin);
  return (
    <button
      type="button"
      data-testid="copy-mint"
      title={mint}
      aria-label={`Copy mint address ${mint}`}
      className="mint inline-flex flex-none items-center gap-1.5 whitespace-nowrap font-mono text-label tracking-[-0.02em] text-ink2 hover:text-ink"
      onClick={copy}
    >
      {shortenMint(mint)}
      <CopiedMark isCopied={isCopied} />
    </button>
  );
}

/** Copies the mint where a row has no room for it. */
export function CopyAction({ token: { mint, origin } }: { token: ScreenedToken }) {
  const [isCopied, copy] = useCopyMint(mint, origin);
  return (
    <button
      type="button"
      data-testid="copy-mint"
      className="action"
      title="Copy mint (C)"
      aria-label={`Copy mint address ${mint}`}
      onClick={copy}
    >
      <CopiedMark isCopied={isCopied} />
    </button>
  );
}

const ICONS = {
  chart: { name: 'chart', size: 15 },
  launchpad: { name: 'external', size: 15 },
  x: { name: 'x', size: 13 },
  telegram: { name: 'telegram', size: 15 },
  search: { name: 'x', size: 13 },
  explorer: { name: 'explorer', size: 15 },
} as const;

/** The ways out of the page, each in its place whether it leads somewhere or not. */
export function LinkActions({ token }: { token: ScreenedToken }) {
  return [...linksOf(token), explorerLink(token)].map((link) => (
    <WayOut key={link.site} token={token} link={link} />
  ));
}

/** What is done with the mint: it is copied, and seen at an explorer. */
export function MintActions({ token }: { token: ScreenedToken }) {
  return (
    <>
      <CopyAction token={token} />
      <WayOut token={token} link={explorerLink(token)} />
    </>
  );
}

/** The same with its words. */
export function TextLinks({ token, links }: { token: ToldToken; links: readonly TokenLink[] }) {
  return links.map((link) => <WayOut key={link.site} token={token} link={link} hasWords />);
}

/** One that leads nowhere says why when pressed. */
function WayOut({
  token,
  link: { site, label, url, why },
  hasWords = false,
}: {
  token: ToldToken;
  link: TokenLink;
  hasWords?: boolean;
}) {
  const tell = useTellOf(token);
  const look = hasWords ? 'text-link' : 'action';
  const words = hasWords && <span className="truncate">{label}</span>;
  if (url === null) {
    const reason = `${label}: ${why}`;
    return (
      <button
        type="button"
        className={`${look} leads-nowhere`}
        aria-label={reason}
        title={reason}
        onClick={() => tell(label, [why])}
      >
        <Icon {...ICONS[site]} />
        {words}
      </button>
    );
  }
  const { host } = new URL(url);
  return (
    <a
      className={look}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} (${host}, new tab)`}
      title={`${label}, ${host}`}
    >
      <Icon {...ICONS[site]} />
      {words}
    </a>
  );
}
