import fc from 'fast-check';
import { expect, it } from 'vitest';
import { telegramHandleOf, twitterHandleOf } from './index.js';

it.each([
  ['https://x.com/sealy_0142', 'sealy_0142'],
  ['http://www.twitter.com/Sealy/', 'Sealy'],
  ['x.com/sealy?s=21', 'sealy'],
  ['@sealy', 'sealy'],
  ['https://x.com/sealy/status/1', null],
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
  ['@sealy', 'sealy'],
  ['https://telegram.me/sealy', 'sealy'],
  ['https://t.me/+AbCdEf', null],
  ['https://t.me/joinchat/AbCdEf', null],
  ['https://t.me/sealy/12', null],
  ['tg://resolve?domain=x', null],
  ['https://t.me/1seal', null],
  [null, null],
])('%s names the Telegram group %s', (link, handle) => {
  expect(telegramHandleOf(link)).toBe(handle);
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
