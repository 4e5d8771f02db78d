import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSessionCache } from './session-cache';

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const cache of opened.splice(0)) cache.close();
});

/** A tab that shows one answer and holds another that it showed before. */
function openTab() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const cache = openSessionCache(client);
  opened.push(cache);
  const ask = vi.fn(async () => 'answer');
  client.setQueryData(['before'], 'seen before');
  const shown = new QueryObserver(client, { queryKey: ['shown'], queryFn: ask });
  opened.push({ close: shown.subscribe(() => {}) });
  return { client, cache, ask };
}

describe('the answers of a tab', () => {
  it('are asked again after a sign-in, and stand until then', async () => {
    const { client, cache, ask } = openTab();
    await vi.waitFor(() => expect(client.getQueryData(['shown'])).toBe('answer'));
    await cache.signedIn();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(client.getQueryData(['before'])).toBe('seen before');
    expect(client.getQueryState(['before'])?.isInvalidated).toBe(true);
  });

  it('are gone after a sign-out, and those on screen are asked again', async () => {
    const { client, cache, ask } = openTab();
    await vi.waitFor(() => expect(client.getQueryData(['shown'])).toBe('answer'));
    const signingOut = cache.signedOut();
    expect(client.getQueryData(['before'])).toBeUndefined();
    expect(client.getQueryData(['shown'])).toBeUndefined();
    await signingOut;
    expect(client.getQueryData(['shown'])).toBe('answer');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('are gone in the other tabs too', async () => {
    const [here, there] = [openTab(), openTab()];
    await vi.waitFor(() => expect(there.client.getQueryData(['shown'])).toBe('answer'));
    await here.cache.signedOut();
    await vi.waitFor(() => expect(there.client.getQueryData(['before'])).toBeUndefined());
    await vi.waitFor(() => expect(there.ask).toHaveBeenCalledTimes(2));
  });

  it('are asked again about who is signed in after a command that failed, and about nothing else', async () => {
    const { client, ask } = openTab();
    await vi.waitFor(() => expect(client.getQueryData(['shown'])).toBe('answer'));
    client.setQueryData(['session'], { authenticated: true, user: null });
    const command = new MutationObserver(client, { mutationFn: () => Promise.reject(new Error('401')) });
    await expect(command.mutate()).rejects.toThrow('401');
    expect(client.getQueryState(['session'])?.isInvalidated).toBe(true);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('stand whatever else is said on the channel', async () => {
    const { client } = openTab();
    const other = new BroadcastChannel('session');
    opened.push(other);
    const heard = vi.fn();
    const witness = new BroadcastChannel('session');
    opened.push(witness);
    witness.addEventListener('message', heard);
    other.postMessage({ logout: true });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(client.getQueryData(['before'])).toBe('seen before');
  });
});
