import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { telegramHandleOf, twitterHandleOf } from './index.js';

it.each([
  ['https://x.com/sealy_0142', 'sealy_0142'],
  ['http://www.twitter.com/Sealy/', 'Sealy'],
  ['x.com/sealy?s=21', 'sealy'],
  ['@sealy', 'sealy'],
  ['HTTPS://X.COM/Sealy', 'Sealy'],
  ['https://m.twitter.com/sealy/#top', 'sealy'],
  ['mobile.x.com//sealy//', 'sealy'],
  ['//x.com/sealy', 'sealy'],
  ['x.com./sealy', 'sealy'],
  ['https://x.com/@sealy', 'sealy'],
  ['https://x.com/%40sealy', 'sealy'],
  ['https://x.com/sealy/media', 'sealy'],
  ['https://x.com/sealy/with_replies?lang=en', 'sealy'],
  ['https://twitter.com/#!/sealy', 'sealy'],
  ['https://x.com/intent/user?screen_name=sealy', 'sealy'],
  ['https://twitter.com/intent/follow?ref=a&screen_name=@sealy&b=c', 'sealy'],
  ['twitter://user?screen_name=sealy', 'sealy'],
  ['https://x.com/sealy/status/1', null],
  ['https://x.com/sealy/photo/1', null],
  ['https://x.com/intent/tweet?text=sealy', null],
  ['https://x.com/intent/tweet?text=a&screen_name=sealy', null],
  ['https://x.com/Home', null],
  ['https://x.com/jobs', null],
  ['https://x.com/share?url=sealy', null],
  ['https://x.com/hashtag/sealy', null],
  ['https://x.com/settings/account', null],
  ['https://x.com/explore', null],
  ['https://x.com/', null],
  ['x.com', null],
  ['sealy.x.com/sealy', null],
  ['twitter://status?id=1', null],
  ['https://x.com/i/communities/1', null],
  ['https://x.com/search?q=seal', null],
  ['https://x.com@evil.example/login', null],
  ['https://x.com:8443/sealy', null],
  ['https://x.com.evil.example/sealy', null],
  ['javascript:alert(document.domain)', null],
  [`https://x.com/${'a'.repeat(16)}`, null],
  ['https://x.com/%2e%2e', null],
  ['', null],
  [null, null],
])('%s names the X account %s', (link, handle) => {
  expect(twitterHandleOf(link)).toBe(handle);
});

it.each([
  ['https://t.me/sealy_chat', 'sealy_chat'],
  ['t.me/s/sealy', 'sealy'],
  ['t.me/s/s/s/sealy', 'sealy'],
  ['@sealy', 'sealy'],
  ['https://telegram.me/sealy', 'sealy'],
  ['HTTPS://WWW.T.ME/Sealy_Chat/', 'Sealy_Chat'],
  ['telegram.dog/sealy?start=1', 'sealy'],
  ['https://t.me/@sealy', 'sealy'],
  ['https://sealy.t.me', 'sealy'],
  ['tg://resolve?domain=sealy', 'sealy'],
  ['TG:resolve?start=a&domain=sealy', 'sealy'],
  ['https://web.telegram.org/k/#@sealy', 'sealy'],
  ['https://t.me/+AbCdEf', null],
  ['https://t.me/addlist/AbCdEf', null],
  ['https://t.me/share/url?url=sealy', null],
  ['https://t.me/share', null],
  ['https://t.me/proxy?server=sealy', null],
  ['https://t.me/socks?server=sealy', null],
  ['https://t.me/auth', null],
  ['https://auth.t.me', null],
  ['https://t.me/auction/sealy', null],
  ['https://t.me/auction', null],
  ['https://t.me/iv?url=sealy', null],
  ['https://t.me/c/1234567/8', null],
  ['https://t.me/s', null],
  ['https://t.me/login/12345', null],
  ['https://t.me.evil.example/sealy', null],
  ['https://www.t.me', null],
  ['tg://join?invite=AbCdEf', null],
  ['tg://resolve?domain=sealy&post=12', null],
  ['https://telegram.org/sealy', null],
  ['https://t.me/joinchat/AbCdEf', null],
  ['https://t.me/sealy/12', null],
  ['tg://resolve?domain=x', null],
  ['https://t.me/1seal', null],
  [null, null],
])('%s names the Telegram group %s', (link, handle) => {
  expect(telegramHandleOf(link)).toBe(handle);
});

it('reads what was found outside', ({ skip }) => {
  const file = new URL('../../../../shared/data/found-2026-11/links.json', import.meta.url);
  if (!existsSync(file)) return skip('../shared/data is absent');
  const found = JSON.parse(readFileSync(file, 'utf8')) as { link: string; handle: string | null }[];
  const read = found.map(({ link }) => ({ link, handle: twitterHandleOf(link) ?? telegramHandleOf(link) }));
  expect(read).toEqual(found);
});

it('reads any text, and names nothing that is more than letters, digits and _', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((path) => `https://x.com/${path}`),
        fc.string().map((path) => `https://t.me/${path}`),
      ),
      (text) => {
        for (const handle of [twitterHandleOf(text), telegramHandleOf(text)])
          if (handle !== null) expect(handle).toMatch(/^\w{1,32}$/);
      },
    ),
    { seed: 17 },
  );
});
