import type { StoredKey } from './stored-keys';

/** Local storage as an external store for React. A browser may refuse it: then a value lasts as long as the page. */
const listeners = new Set<() => void>();
const fallback = new Map<StoredKey, string>();

export function readStored(key: StoredKey): string | null {
  const refused = fallback.get(key);
  if (refused !== undefined) return refused;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: StoredKey, value: string): void {
  try {
    localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    // Refused, or full: what stands there is older than this.
    fallback.set(key, value);
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` after a write in this tab or another. */
export function subscribeStored(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
