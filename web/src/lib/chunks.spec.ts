import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).flatMap(([path, text]) => (/\.spec\.tsx?$/.test(path) ? [] : [text]));

it('every part with code of its own is called as its file is, by which the manifest has it', () => {
  const parts = sources.flatMap((text) => [...text.matchAll(/import\('([^']+)'\)/g)].map(([, path]) => path));
  const named = sources.flatMap((text) =>
    [...text.matchAll(/[aA]head\(\s*'([^']+)', \(\) =>\s*import\('[^']*\/([^'/]+)'\)/g)].map(
      ([, name, file]) => [name, file],
    ),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named).toHaveLength(parts.length);
  for (const [name, file] of named) expect(name).toBe(file);
});

describe('a part that is not loaded yet', () => {
  const MANIFEST = {
    'page.tsx': { file: 'assets/page.js', name: 'page', imports: ['shared.ts'] },
    'shared.ts': { file: 'assets/shared.js' },
    'other.tsx': { file: 'assets/other.js', name: 'other', imports: ['shared.ts'] },
  };
  let asked: string[];
  /** What the network does with a path. */
  let network: (path: string) => Response;
  const isThere = (path: string) => Response.json(path === '/chunks.json' ? MANIFEST : 'code');
  const isCut = () => {
    throw new TypeError('Failed to fetch');
  };
  let loadedAhead: typeof import('./chunks').loadedAhead;

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    vi.stubEnv('PROD', true);
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    asked = [];
    network = isThere;
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      return network(path);
    });
    ({ loadedAhead } = await import('./chunks'));
    // What the page opens with is imported at once.
    await loadedAhead('opening', async () => 'opened')();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  /** Whether `loading` came to an end, and to which. */
  function watch(loading: Promise<string>) {
    const seen: { end: string | null } = { end: null };
    loading.then(
      (loaded) => {
        seen.end = loaded;
      },
      () => {
        seen.end = 'failed';
      },
    );
    return seen;
  }

  it('has its files and what they import kept first, each once', async () => {
    await expect(loadedAhead('page', async () => 'loaded')()).resolves.toBe('loaded');
    expect(asked).toEqual(['/chunks.json', '/assets/page.js', '/assets/shared.js']);
    await loadedAhead('other', async () => 'loaded')();
    expect(asked.slice(3)).toEqual(['/assets/other.js']);
  });

  it('comes by itself after a cut of a minute, and is imported only then', async () => {
    network = isCut;
    const load = vi.fn(async () => 'loaded');
    const seen = watch(loadedAhead('page', load)());
    await vi.advanceTimersByTimeAsync(60_000);
    expect([seen.end, load.mock.calls.length]).toEqual([null, 0]);
    network = isThere;
    await vi.advanceTimersByTimeAsync(15_000);
    expect([seen.end, load.mock.calls.length]).toEqual(['loaded', 1]);
  });

  it('is tried at once when it is pressed again, however often', async () => {
    network = isCut;
    const load = loadedAhead('page', async () => 'loaded');
    const seen = watch(load());
    for (let presses = 0; presses < 20; presses++) {
      void load();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(seen.end).toBeNull();
    expect(asked.length).toBeGreaterThanOrEqual(20);
    network = isThere;
    void load();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.end).toBe('loaded');
  });

  it('fails after a cut of more than two minutes, and at once where the server has another release', async () => {
    network = isCut;
    const seen = watch(loadedAhead('page', async () => 'loaded')());
    await vi.advanceTimersByTimeAsync(140_000);
    expect(seen.end).toBe('failed');
    network = (path) => (path === '/chunks.json' ? isThere(path) : new Response('', { status: 404 }));
    const gone = watch(loadedAhead('page', async () => 'loaded')());
    await vi.advanceTimersByTimeAsync(0);
    expect(gone.end).toBe('failed');
  });
});
