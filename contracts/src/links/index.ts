/** What the links of a launch's document lead to. Their texts are whatever its author wrote. */

/** First parts of X's paths that are no account. */
const X_PAGES = new Set([
  'i',
  'search',
  'home',
  'explore',
  'hashtag',
  'intent',
  'share',
  'settings',
  'compose',
  'login',
  'notifications',
  'messages',
  'communities',
]);
const X_HOSTS = new Set(['x.com', 'twitter.com', 'mobile.twitter.com', 'mobile.x.com']);
const TELEGRAM_HOSTS = new Set(['t.me', 'telegram.me', 'telegram.dog']);
const TELEGRAM_PAGES = new Set(['joinchat', 'addstickers', 'share', 's', 'c', 'proxy', 'socks', 'iv']);

/** Longer than any real link: what is longer is not looked at. */
const LINK_MOST = 500;

/** The host, without "www.", and the path's parts of an http(s) link without a user name; null for anything else. */
function readLink(text: string): { host: string; parts: string[] } | null {
  const trimmed = text.trim();
  if (trimmed.length > LINK_MOST) return null;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, username, password, pathname, port } = new URL(whole);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || port !== '') return null;
  return { host: hostname.replace(/^www\./, ''), parts: pathname.split('/').filter((part) => part !== '') };
}

/**
 * The account that a link to X names, without @; null where it is a post, a community, a search or no link to X
 * (spec: decisions.md, "On the wire"). A bare `@handle` is one. https://help.x.com/en/managing-your-account/x-username-rules
 */
export function twitterHandleOf(text: string | null): string | null {
  if (text === null) return null;
  const [, bare] = /^@(\w{1,15})$/.exec(text.trim()) ?? [];
  if (bare !== undefined) return bare;
  const link = readLink(text);
  if (link === null || !X_HOSTS.has(link.host) || link.parts.length !== 1) return null;
  const [handle = ''] = link.parts;
  return /^\w{1,15}$/.test(handle) && !X_PAGES.has(handle.toLowerCase()) ? handle : null;
}

/** The public channel or group that a link to Telegram names, without @; null where it is an invitation or none. */
export function telegramHandleOf(text: string | null): string | null {
  if (text === null) return null;
  const [, bare] = /^@([A-Za-z]\w{3,31})$/.exec(text.trim()) ?? [];
  if (bare !== undefined) return bare;
  const link = readLink(text);
  if (link === null || !TELEGRAM_HOSTS.has(link.host)) return null;
  // `t.me/s/<name>` is a channel's preview.
  const parts = link.parts[0] === 's' ? link.parts.slice(1) : link.parts;
  const [handle = ''] = parts;
  return parts.length === 1 && /^[A-Za-z]\w{3,31}$/.test(handle) && !TELEGRAM_PAGES.has(handle.toLowerCase())
    ? handle
    : null;
}
