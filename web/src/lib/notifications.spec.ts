import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const shown: unknown[] = [];
class FakeNotification {
  static permission = 'granted';
  constructor(title: string, options: unknown) {
    shown.push([title, options]);
  }
}

it('news of a token that is shown already is heard as well, in its place', async () => {
  vi.stubGlobal('window', { Notification: FakeNotification });
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
  const { notifyDesktop } = await import('./notifications');
  notifyDesktop('New Qualified Token!', 'A passed 4 of 5 checks', 'mint of A');
  notifyDesktop('Ultimate', 'A passed every gate', 'mint of A');
  expect(shown).toEqual([
    ['New Qualified Token!', { body: 'A passed 4 of 5 checks', tag: 'mint of A', renotify: true }],
    ['Ultimate', { body: 'A passed every gate', tag: 'mint of A', renotify: true }],
  ]);
});
