/** The site around the scanner over made-up answers: what stands on every page, and what its controls do. */
import type { ApkReleases, Session, SiteConfig, User } from '@cryptonite/contracts/api';
import { until } from '@cryptonite/proofs/product.js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, VIEWPORTS } from './browser.js';
import { type Answers, HEALTH, startMadeUpApi } from './made-up-api.js';
import { listAnswer, PROGRESS, STATS, STATS_OF_NONE, tokenOf, tokenPage } from './made-up-scores.js';
import { qualifiedAnswer } from './made-up-tokens.js';
import { installWallet, newKey, WALLET_NAME } from './test-wallet.js';
import { violationsOn } from './violations.js';

const LINKS = {
  appStore: 'https://apps.example.com/cryptonite',
  chart: 'https://charts.example.com/crpt',
  social: 'https://x.example.com/cryptonite',
  telegram: 'https://t.example.com/cryptonite',
} as const;
const CONFIG: SiteConfig = {
  links: LINKS,
  supportEmail: 'help@example.com',
  walletDownload: 'https://wallets.example.com/download',
  gate: { mint: null, minimum: 1_000_000, symbol: 'CRPT', balancesFrom: null },
  sources: [],
};
const UNLINKED: SiteConfig = {
  ...CONFIG,
  links: { appStore: null, chart: null, social: null, telegram: null },
  supportEmail: null,
};
const RELEASED: ApkReleases = {
  current: {
    version: '1.2.0',
    sizeBytes: 31_400_000,
    sha256: 'ab'.repeat(32),
    createdAt: 1,
    versionCode: 2,
    objectPath: null,
  },
  older: [],
};
const COMING_SOON =
  "Coming soon! We're putting the final touches on the Android version of Cryptonite AI. Stay tuned for launch updates.";

const PAGES = [
  { path: '/', heading: 'Solana memecoins, screened with the evidence attached.' },
  { path: '/privacy', heading: 'Privacy Policy' },
  { path: '/whitepaper', heading: 'Whitepaper' },
  { path: '/terms', heading: 'Terms of Service' },
  { path: '/support', heading: 'Contact Support' },
  { path: '/platform', heading: 'Platform' },
  { path: '/admin', heading: 'Admin Panel' },
  { path: '/nowhere', heading: '404 Page Not Found' },
] as const;
const WIDTHS = [360, 390, 767, 768, 1_023, 1_024, 1_279, 1_280, 1_440, 1_920];

let api: Awaited<ReturnType<typeof startMadeUpApi>>;
let browser: Browser;
let health = HEALTH;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await startMadeUpApi(() => health);
});
afterEach(async () => {
  health = HEALTH;
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const NOBODY: Session = { authenticated: false, user: null };
const signedIn = (roles: User['roles']): Session => ({
  authenticated: true,
  user: { walletAddress: newKey().address, username: 'somebody', roles, badges: [], createdAt: 1 },
});

const answers: Answers = {
  '/api/config': () => CONFIG,
  '/api/auth/session': () => NOBODY,
  '/api/apk': () => ({ current: null, older: [] }) satisfies ApkReleases,
  '/api/discovery/ultimate': () => listAnswer('ultimate', 4),
  '/api/discovery/ultimate-stats': () => STATS,
  '/api/discovery/early-stage-progress': () => PROGRESS,
  '/api/discovery/daily-progress': () => PROGRESS,
  '/api/tokens/qualified': () => qualifiedAnswer(3),
  '/api/tokens/monitoring-count': () => ({ count: 9, pumpfun: 9, bonded: 0, origin: null, asOf: null }),
  '/api/tokens/': (mint) => tokenPage(tokenOf(mint ?? '')),
};

/** What axe finds on a page that stands, in both themes and in windows of both sizes. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const viewport of ['desktop', 'phone'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(VIEWPORTS[viewport]);
      const isLight = () => page.evaluate(() => document.documentElement.classList.contains('light'));
      await expect.poll(isLight).toBe(colorScheme === 'light');
      const found = await violationsOn(page);
      expect({ colorScheme, viewport, found }).toEqual({ colorScheme, viewport, found: '' });
    }
}

async function open(path: string, change: Answers = {}, options: BrowserContextOptions = {}): Promise<Page> {
  // Fifty columns that fall would be painted by this machine's cores; what they do is asked where it matters.
  const context = await browser.newContext({
    viewport: VIEWPORTS.desktop,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  api.answer({ ...answers, ...change });
  await page.goto(`${api.pageUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const cardOf = (page: Page) => page.getByTestId('token-card');
const liveOf = (page: Page) => page.getByRole('region', { name: 'The scanner now' });
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
const outline = (page: Page) => page.getByRole('main').innerText();

describe('every page', () => {
  it.each(PAGES)(
    '$path says what it is, fits every window, and has nothing that axe finds in either theme',
    async ({ path, heading }) => {
      const page = await open(path);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect({ width, over }).toEqual({ width, over: 0 });
      }
      if (path === '/') await cardOf(page).waitFor();
      await expectNoViolations(page);
    },
  );

  it('leads home from the pages that are read, and starts another page at its top', async () => {
    const page = await open('/terms');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Privacy Policy');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { level: 1, name: PAGES[0].heading }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goto(`${api.pageUrl}/discovery`);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { level: 1, name: PAGES[0].heading }).waitFor();
  });

  it('redirects from /scanner with a word, and leaves no way back to it', async () => {
    const page = await open('/terms');
    await page.evaluate(() => {
      new MutationObserver(() => {
        const text = document.querySelector('[role=status]')?.textContent ?? '';
        if (text.includes('Redirecting')) document.documentElement.dataset.said = text;
      }).observe(document.body, { childList: true, subtree: true });
      history.pushState({}, '', '/scanner');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await page.waitForURL('**/discovery');
    expect(await page.evaluate(() => document.documentElement.dataset.said)).toBe(
      'Redirecting to Discovery Scanner...',
    );
    await page.goBack();
    await page.waitForURL('**/terms');
  });

  it('has nothing that axe finds on the way from /scanner', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    // It stays until the page that it leads to is there.
    await page.route('**/assets/discovery-page-*.js', () => {});
    api.answer(answers);
    await page.goto(`${api.pageUrl}/scanner`);
    await page.getByText('Redirecting to Discovery Scanner...').waitFor();
    await page.waitForURL('**/discovery');
    await expectNoViolations(page);
    await page.getByRole('heading', { level: 1, name: 'Redirecting' }).waitFor();
  });

  it('says what is not there', async () => {
    const page = await open('/nowhere');
    await page.getByText('Did you forget to add the page to the router?').waitFor();
    expect(await page.title()).toBe('404 Page Not Found');
  });

  it.each(['/privacy', '/whitepaper', '/terms', '/support'])(
    '%s opens no stream and asks for no list',
    async (path) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      api.answer(answers);
      await page.goto(`${api.pageUrl}${path}`, { waitUntil: 'networkidle' });
      expect(asked.filter((each) => /^\/api\/(stream|tokens|discovery)/.test(each))).toEqual([]);
      expect(asked.some((each) => each.includes('discovery-page'))).toBe(false);
    },
  );
});

describe('the landing page', () => {
  it('says what it quotes, and leads where it says', async () => {
    const page = await open('/');
    await cardOf(page).waitFor();
    const text = await outline(page);
    for (const said of [
      'DISCOVERY - FREE ACCESS',
      'View $CRPT',
      'Learn More',
      'Download for iOS',
      'Download for Android',
      'Historical Pattern Analysis',
      'Scam Detection Engine',
      'Real-Time AI Logic',
    ])
      expect(text).toContain(said);
    const linkTo = (name: string) =>
      page.getByRole('link', { name, exact: true }).first().getAttribute('href');
    expect(await linkTo('DISCOVERY - FREE ACCESS')).toBe('/discovery');
    expect(await linkTo('View $CRPT')).toBe(LINKS.chart);
    expect(await linkTo('Download for iOS')).toBe(LINKS.appStore);
    expect(await linkTo('Whitepaper')).toBe('/whitepaper');
    expect(await linkTo('X')).toBe(LINKS.social);
    expect(await linkTo('Telegram')).toBe(LINKS.telegram);
    expect(await linkTo('Follow on X')).toBe(LINKS.social);
    for (const name of ['Privacy', 'Terms', 'Support'])
      expect(await linkTo(name)).toBe(`/${name.toLowerCase()}`);
    const outside = await page
      .locator('a[href^="https:"]')
      .evaluateAll((links) =>
        links.map((link) => `${link.getAttribute('target')} ${link.getAttribute('rel')}`),
      );
    expect(new Set(outside)).toEqual(new Set(['_blank noopener noreferrer']));
  });

  it('has nothing that leads nowhere', async () => {
    const page = await open('/', { '/api/config': () => UNLINKED });
    await page.getByText('Cryptonite for Android').waitFor();
    for (const name of ['View $CRPT', 'Download for iOS', 'X', 'Join Community', 'Telegram', 'Follow on X'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
    expect(await page.getByText('Free on iOS').count()).toBe(0);
    expect(await page.locator('#telegram').count()).toBe(0);
  });

  it('does not take what it cannot read for what is not there', async () => {
    const slow = await open('/', { '/api/config': () => null, '/api/apk': () => null });
    await slow.getByText('Its store listing is on its way…').waitFor();
    await slow.getByText('Its addresses are on their way…').waitFor();
    await slow.getByRole('button', { name: 'Download for Android' }).click();
    await slow.getByText('Asking whether there is a version to download…').waitFor();
    expect(await violationsOn(slow)).toBe('');

    const context = await browser.newContext();
    const page = await context.newPage();
    const { '/api/config': _config, '/api/apk': _apk, ...others } = answers;
    api.answer(others);
    await page.goto(api.pageUrl);
    await page.getByText('Its store listing could not be read').waitFor();
    await page.getByText('Its addresses could not be read').waitFor();
    expect(await page.getByText('Cryptonite for Android').count()).toBe(0);
    await page.getByRole('button', { name: 'Download for Android' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Whether there is a version to download could not be read').waitFor();
    expect(await dialog.getByText('Coming soon!').count()).toBe(0);
    api.answer({ ...answers, '/api/apk': () => RELEASED });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Version 1.2.0, 29.9 MB').waitFor();
    expect(await dialog.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/api/apk/download',
    );
  });

  it('leads to its sections, below the header that stays', async () => {
    // Low enough for the page to reach beyond its last section.
    const page = await open('/', {}, { viewport: { width: 1_440, height: 400 } });
    await page.getByRole('link', { name: 'Learn More' }).click();
    await expect.poll(() => topOf(page, '#features')).toBeCloseTo(52, 0);
    await page.getByRole('link', { name: 'Join Community' }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#telegram');
    await expect.poll(() => topOf(page, '#telegram')).toBeLessThan(400);
    expect(await topOf(page, '.landing-header')).toBe(0);
    await page.goto('about:blank');
    await page.goto(`${api.pageUrl}/#telegram`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });

  it('shows figures beside what was measured of them', async () => {
    const page = await open('/');
    for (const [name, said, measured] of [
      ['cadence', 'Every 3 minutes', 'measured: every 1.2 s, p95 48 s'],
      ['shown', '25–40 tokens', 'measured: 22 shown'],
      ['filtered', '98%', 'measured: 99.3%'],
      ['launches', '100,000+ launches', 'measured: nothing yet'],
      ['caps', '$6K–$2M', 'measured: $31.0K–'],
    ] as const) {
      const figure = page.locator(`[data-figure=${name}]`);
      await figure.getByText(measured).waitFor();
      expect(await figure.innerText()).toContain(said);
    }
  });

  it('opens How It Works, and gives the focus back', async () => {
    const page = await open('/');
    const button = page.getByRole('button', { name: 'How It Works' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'How It Works' });
    await dialog.getByText('The market is scanned every 3 minutes (measured: every 1.2 s').waitFor();
    expect(await violationsOn(page)).toBe('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('says that Android is to come, until a release is there to download', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Download for Android' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('paragraph').innerText()).toBe(COMING_SOON);
    expect(await violationsOn(page)).toBe('');
    await dialog.getByRole('button', { name: 'Got it' }).click();
    await dialog.waitFor({ state: 'hidden' });

    const released = await open('/', { '/api/apk': () => RELEASED });
    const link = released.getByRole('link', { name: 'Download for Android' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/api/apk/download');
    expect(await link.getAttribute('title')).toContain('Version 1.2.0, 29.9 MB');
  });

  it('lets 50 columns of digits fall, and stand still for whoever asks for it', async () => {
    const page = await open('/', {}, { reducedMotion: 'no-preference' });
    const columns = () =>
      page.locator('.digits span').evaluateAll((spans) =>
        spans.map((span) => {
          const { animationName, animationDuration, animationDelay, opacity } = getComputedStyle(span);
          return {
            text: span.textContent,
            moves: animationName !== 'none',
            fallS: Number.parseFloat(animationDuration),
            delayS: Number.parseFloat(animationDelay),
            opacity: Number(opacity),
          };
        }),
      );
    const falling = await columns();
    expect(falling).toHaveLength(50);
    for (const { text, moves, fallS, delayS, opacity } of falling) {
      expect(text).toMatch(/^[01 ]+$/);
      expect(moves).toBe(true);
      expect(fallS).toBeGreaterThanOrEqual(10);
      expect(fallS).toBeLessThanOrEqual(20);
      expect(delayS).toBeGreaterThanOrEqual(0);
      expect(delayS).toBeLessThanOrEqual(20);
      expect(opacity).toBeLessThan(0.2);
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect((await columns()).some(({ moves }) => moves)).toBe(false);
  });
});

describe('the scanner on the landing page', () => {
  it('is the newest card of Ultimate, kept up to date, and opens its scores', async () => {
    const page = await open('/');
    const live = liveOf(page);
    await live.getByText('newest of 4 in Ultimate').waitFor();
    await live.getByText(', 1,230 scanned in 10 min').waitFor();
    await live.getByText('Simulated market', { exact: true }).waitFor();
    expect(await cardOf(page).count()).toBe(1);
    await live.getByTestId('score-plate').click();
    await page.getByRole('dialog', { name: /Scores of/ }).waitFor();
    await page.keyboard.press('Escape');

    api.answer({ ...answers, '/api/discovery/ultimate': () => listAnswer('ultimate', 3) });
    api.tell('reset', {});
    await live.getByText('newest of 3 in Ultimate').waitFor();
  });

  it('is what qualified last while nothing is in Ultimate, and says why where there is nothing', async () => {
    const empty = {
      '/api/discovery/ultimate': () => listAnswer('ultimate', 0),
      '/api/discovery/ultimate-stats': () => STATS_OF_NONE,
    };
    const page = await open('/', empty);
    await liveOf(page).getByText('newest of 3 qualified before migration').waitFor();
    await cardOf(page).waitFor();
    const none = await open('/', { ...empty, '/api/tokens/qualified': () => qualifiedAnswer(0) });
    await liveOf(none).getByText('No Qualified Tokens Yet').waitFor();
  });

  it('says that it is loading, that it failed, and that its values are of the past', async () => {
    const slow = await open('/', { '/api/discovery/ultimate': () => null });
    await liveOf(slow).getByText('Scanning entire Solana ecosystem...').waitFor();

    const { '/api/discovery/ultimate': _, ...others } = answers;
    const context = await browser.newContext();
    const failed = await context.newPage();
    api.answer(others);
    await failed.goto(api.pageUrl);
    await liveOf(failed).getByText('Ultimate tokens could not be loaded').waitFor();
    await liveOf(failed).getByRole('button', { name: 'Try now' }).waitFor();

    health = { ...HEALTH, lagMs: 200_000 };
    const stale = await open('/');
    await liveOf(stale).locator('.is-stale').waitFor();
    await liveOf(stale).getByText('as of').waitFor();
  });

  it('leaves the words as they are when its code does not come', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    api.answer(answers);
    await page.clock.install();
    await page.route('**/assets/landing-{live,figures,data-now}-*.js', (route) => route.abort());
    await page.goto(api.pageUrl);
    // It is tried for two minutes.
    const said = page.getByText('The live view could not be loaded.');
    await until('the page has given up', async () => {
      await page.clock.fastForward(60_000);
      return (await said.count()) > 0 ? true : null;
    });
    await page.getByRole('link', { name: 'DISCOVERY - FREE ACCESS' }).waitFor();
  });
});

describe('the texts', () => {
  it('privacy has 18 numbered sections, its version, and the very keys and cookies', async () => {
    const page = await open('/privacy');
    const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(titles.map((title) => title.split('.')[0])).toEqual(
      Array.from({ length: 18 }, (_, at) => `${at + 1}`),
    );
    await page.getByText('Version 2.0.0 · Last updated October 23, 2025').waitFor();
    const text = await outline(page);
    for (const said of [
      'connects client-side',
      'Holdings are checked on-chain for gating',
      '18 and over',
      'at most 30 days',
      "no visitor's network address",
      'counted by network address, and by the wallet that is signed in',
      'its sessions are listed nowhere',
      'None are given to anybody, but for the wallet address that the RPC service of section 7 is asked about',
      'discovery-notifications-enabled',
      'session',
      'csrf',
    ])
      expect(text).toContain(said);
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Cookies' }).click();
    await expect.poll(() => topOf(page, '#section-8')).toBeCloseTo(16, 0);
  });

  it('the whitepaper has three modes, the rules of its profile, and what is planned', async () => {
    const page = await open('/whitepaper');
    await page.getByText('Version 1.0.0 · October 2025').waitFor();
    const text = (await outline(page)).replaceAll('\t', ' ');
    for (const said of [
      'Scanner mode one: Ultimate',
      'Scanner mode two: Daily Boosted',
      'Scanner mode three: Pre-Migration',
      'Market cap ≥ $30,000 and ≤ $1,000,000',
      'Holders ≥ 150',
      'Share of the largest ≤ 25%',
      'Share of the top 10 ≤ 65%',
      'Age < 100 days',
      'Liquidity per holder ≥ $100',
      '40% social, 35% pattern and 25% security',
      'Composite ≥ 70',
      'Market cap ≥ $20,000',
      'Liquidity ≥ $10,000',
      'Volume of 24 h ≥ $5,000',
      'Trades of 24 h ≥ 20',
      'Buy share of 24 h ≥ 60%',
      'Bonding progress 40–85%',
      'price momentum of at least 25% in 5 minutes',
      'Needs 4 of 6',
      'a score of at least 60',
      'Bronze 1,000–9,999 5% 0%',
      'Silver 10,000–49,999 10% 0.5%',
      'Gold 50,000–199,999 15% 1.5%',
      'Platinum 200,000+ 20% 3%',
      '$29 20%',
      '$99 25%',
      '$299 30%',
      '50% of the fees',
      '66% of the votes',
    ])
      expect(text).toContain(said);
    expect(await page.getByText('Planned, not built').count()).toBe(4);
  });

  it('the terms inform, and lead to support', async () => {
    const page = await open('/terms');
    await page.getByText('Version 1.0.0 · Last updated January 2025').waitFor();
    const text = await outline(page);
    for (const said of ['informational only', 'not financial advice', '18 years old or over'])
      expect(text.toLowerCase()).toContain(said);
    await page.getByRole('main').getByRole('link', { name: 'the support page' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contact Support' }).waitFor();
  });
});

describe('the form', () => {
  const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name });
  const WORDS = {
    Name: 'Bo',
    Email: 'bo@example.com',
    Subject: 'Hello',
    Message: 'Ten chars. & more',
  } as const;
  const SENTENCES = [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 5 characters',
    'Message must be at least 10 characters',
  ];

  it('says what is wrong once it is sent, and takes it back while it is mended', async () => {
    const page = await open('/support');
    await fieldOf(page, 'Name').fill('B');
    expect(await page.getByText(SENTENCES[0] ?? '').count()).toBe(0);
    await page.getByRole('button', { name: 'Send Message' }).click();
    for (const sentence of SENTENCES) await page.getByText(sentence).waitFor();
    expect(await fieldOf(page, 'Name').evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await fieldOf(page, 'Name').getAttribute('aria-invalid')).toBe('true');
    expect(await violationsOn(page)).toBe('');
    await fieldOf(page, 'Name').fill('Bo');
    await page.getByText(SENTENCES[0] ?? '').waitFor({ state: 'detached' });
    await fieldOf(page, 'Name').fill('');
    await page.getByText(SENTENCES[0] ?? '').waitFor();
  });

  it('opens a mail with every word, says so, and is empty again', async () => {
    const page = await open('/support');
    const link = page.getByRole('link', { name: 'help@example.com' });
    expect(await link.getAttribute('href')).toBe('mailto:help%40example.com');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.enable');
    const mail = new Promise<URL>((resolve) =>
      devtools.on('Page.frameRequestedNavigation', ({ url }) => resolve(new URL(url))),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.method()));
    for (const [label, word] of Object.entries(WORDS)) await fieldOf(page, label).fill(word);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await page.getByText('Opening email client').waitFor();
    await page.getByText('Your default email application will open with the message pre-filled.').waitFor();
    const { protocol, pathname, searchParams } = await mail;
    expect([protocol, decodeURIComponent(pathname)]).toEqual(['mailto:', 'help@example.com']);
    expect(searchParams.get('subject')).toBe(WORDS.Subject);
    for (const word of [WORDS.Name, WORDS.Email, WORDS.Message])
      expect(searchParams.get('body')).toContain(word);
    for (const label of Object.keys(WORDS)) expect(await fieldOf(page, label).inputValue()).toBe('');
    expect(asked).not.toContain('POST');
  });

  it('says that there is no address where none is set', async () => {
    const page = await open('/support', { '/api/config': () => UNLINKED });
    await page.getByText('No support address is set on this server.').waitFor();
    expect(await page.locator('a[href^="mailto:"]').count()).toBe(0);
  });
});

describe('who is signed in', () => {
  it('is told what a deletion removes, and that open messages are of no wallet', async () => {
    const page = await open('/platform', { '/api/auth/session': () => signedIn([]) });
    await page.getByRole('button', { name: 'Delete my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my data' });
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      "your wallet's address and your username,",
      'your sessions, in this browser and in every other,',
      'the note of which versions of the app your wallet brought in, if it did.',
    ]);
    await dialog.getByText('kept without your wallet, and lapses within 5 minutes').waitFor();
    await dialog.getByRole('button', { name: 'Keep my data' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectNoViolations(page);
  });

  it('has one balance in the header and at the gate, also after it was asked again', async () => {
    const key = newKey();
    const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
    await installWallet(context, [key]);
    const page = await context.newPage();
    let isAway = false;
    let balance = 1_500_000;
    await page.route('**/api/token-balance', (route) =>
      isAway ? route.abort() : route.fulfill({ json: { success: true, balance, error: null } }),
    );
    const user: User = {
      walletAddress: key.address,
      username: 'holder',
      roles: [],
      badges: [],
      createdAt: 1,
    };
    api.answer({
      ...answers,
      '/api/auth/session': () => ({ authenticated: true, user }) satisfies Session,
      '/api/config': () => ({ ...CONFIG, gate: { ...CONFIG.gate, mint: newKey().address } }),
    });
    await page.goto(`${api.pageUrl}/platform`);
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
    const header = page.locator('header').getByRole('button', { name: /Disconnect/ });
    const gate = (state: string) => page.locator(`[data-testid="gate"][data-gate="${state}"]`).waitFor();
    await header.getByText('1,500,000 $CRPT').waitFor();
    isAway = true;
    await page.getByRole('button', { name: 'Check again' }).click();
    await gate('unknown');
    await header.getByText('Unknown $CRPT').waitFor();
    [isAway, balance] = [false, 5];
    await page.getByRole('button', { name: 'Check again' }).click();
    await gate('closed');
    await header.getByText('5 $CRPT', { exact: true }).waitFor();
    // The same wallet again is asked about anew.
    balance = 1_000_000;
    await header.click();
    await page.getByRole('button', { name: `Connect ${WALLET_NAME}` }).click();
    await header.getByText('1,000,000 $CRPT').waitFor();
    await gate('open');
  });

  it('loses no upload by a key or a click beside it, only by Cancel', async () => {
    const page = await open('/admin', {
      '/api/auth/session': () => signedIn(['admin']),
      '/api/objects/upload': () => ({ uploadURL: `${api.pageUrl}/api/held?X-Amz-Signature=1` }),
      '/api/held': () => null,
    });
    await expectNoViolations(page);
    await page.setViewportSize(VIEWPORTS.desktop);
    await page.getByRole('button', { name: 'Upload APK' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload APK' });
    const file = { name: 'app.apk', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_000, 1) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    const [put] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      dialog.getByRole('button', { name: 'Upload', exact: true }).click(),
    ]);
    let isOver = false;
    page.on('requestfailed', (request) => {
      if (request === put) isOver = true;
    });
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true);
    await dialog.getByRole('progressbar').waitFor();
    expect(isOver).toBe(false);
    expect(await violationsOn(page)).toBe('');

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => isOver).toBe(true);
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' });
    await dialog.getByText('app.apk').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Upload', exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
});
