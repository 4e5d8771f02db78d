/** What the links of a launch's document lead to. Their texts are whatever its author wrote. */

/** A site's accounts: how their addresses are spelled, and which names are pages of the site itself. */
type Site = {
  /** Of what {@link spellingOf} leaves of an address; the first group is the name. */
  spellings: readonly RegExp[];
  /** In lower case. */
  pages: ReadonlySet<string>;
};

/** https://help.x.com/en/managing-your-account/x-username-rules; of `#!` are addresses until 2013. */
const X: Site = {
  spellings: [
    /^@(\w{1,15})$/,
    // With a view of the account behind it, and never a post, which anybody may have written.
    /^(?:x|twitter)\.com(?:#!)?\/@?(\w{1,15})(?:\/(?:about|affiliates|articles|followers|following|header_photo|highlights|likes|media|photo|superfollows|verified_followers|with_replies))?(?:[?#].*)?$/i,
    /^(?:(?:x|twitter)\.com\/intent\/(?:user|follow)|twitter:user)\?(?:.*&)?screen_name=@?(\w{1,15})(?:[&#].*)?$/i,
  ],
  pages: new Set([
    ...['about', 'account', 'bookmarks', 'communities', 'compose', 'connect_people', 'download', 'explore'],
    ...['favorites', 'follower_requests', 'followers', 'following', 'hashtag', 'home', 'i', 'intent', 'jobs'],
    ...['lists', 'login', 'logout', 'mentions', 'messages', 'moments', 'notifications', 'oauth', 'privacy'],
    ...['search', 'sessions', 'settings', 'share', 'signup', 'status', 'statuses', 'topics', 'tos', 'trends'],
    ...['welcome', 'who_to_follow', 'widgets'],
  ]),
};

/**
 * https://core.telegram.org/api/links and td/telegram/LinkManager.cpp of TDLib: `/s/`, once or more, is a channel's preview; an
 * invitation (`/+…`, `/joinchat/…`) names nobody.
 */
const TELEGRAM: Site = {
  spellings: [
    /^@([a-z]\w{3,31})$/i,
    /^(?:t\.me|telegram\.me|telegram\.dog)\/(?:s\/)*@?([a-z]\w{3,31})(?:[?#].*)?$/i,
    /^([a-z]\w{3,31})\.t\.me(?:[?#].*)?$/i,
    /^tg:resolve\/?\?(?!.*\bpost=)(?:.*&)?domain=@?([a-z]\w{3,31})(?:[&#].*)?$/i,
    /^web\.telegram\.org(?:\/[akz])?#(?:\/im\?p=)?@([a-z]\w{3,31})$/i,
  ],
  pages: new Set([
    ...[
      'addemoji',
      'addlist',
      'addstickers',
      'addstyle',
      'addtheme',
      'auction',
      'auth',
      'boost',
      'call',
      'confirmphone',
      'contact',
    ],
    ...['giftcode', 'invoice', 'joinchat', 'login', 'newbot', 'passport', 'proxy', 'setlanguage', 'settings'],
    ...['share', 'socks'],
  ]),
};

/** Longer than any real link: what is longer is not looked at. */
const LINK_MOST = 500;

/**
 * The one spelling of an address that all of it have: without its scheme, but for an app's, `www.` and the like, a user name's
 * `%40` and slashes that say nothing. Null for what is no address, or names a user or a port of the host.
 */
function spellingOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LINK_MOST) return null;
  if (trimmed.startsWith('@')) return trimmed;
  const [, app, inApp] = /^(tg|twitter):\/*(.*)$/i.exec(trimmed) ?? [];
  if (app !== undefined) return `${app.toLowerCase()}:${inApp}`;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, hostname, username, password, pathname, port, search, hash } = new URL(whole);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || port !== '') return null;
  const host = hostname.replace(/^(?:www|mobile|m)\./, '').replace(/\.$/, '');
  const path = pathname.replace(/\/+/g, '/').replace(/\/$/, '').replace(/%40/g, '@');
  return `${host}${path}${search}${hash}`;
}

function nameAt({ spellings, pages }: Site, text: string | null): string | null {
  const spelling = spellingOf(text ?? '') ?? '';
  const [name = null] = spellings.flatMap((pattern) => pattern.exec(spelling)?.[1] ?? []);
  return name === null || pages.has(name.toLowerCase()) ? null : name;
}

/**
 * The account that a link to X names, without @ and as its author wrote it; null where it is a post, a community, a search,
 * another page of the site or no link to X (spec: decisions.md, "On the wire"). A bare `@handle` is one.
 */
export const twitterHandleOf = (text: string | null): string | null => nameAt(X, text);

/** The public channel or group that a link to Telegram names, without @; null where it is an invitation or none. */
export const telegramHandleOf = (text: string | null): string | null => nameAt(TELEGRAM, text);
