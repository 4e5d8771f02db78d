import { useEffect, useSyncExternalStore } from 'react';
import { readStored, subscribeStored, writeStored } from './storage';

/** public/theme.js reads the same key before the first paint. */
const KEY = 'theme';
export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const readTheme = (): Theme => THEMES.find((theme) => theme === readStored(KEY)) ?? 'system';
const prefersLight = () => matchMedia('(prefers-color-scheme: light)');

/** The chosen theme and how to choose another; keeps the page's class in step with it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribeStored, readTheme);
  useEffect(() => {
    const system = prefersLight();
    const apply = () => {
      const isLight = theme === 'light' || (theme === 'system' && system.matches);
      document.documentElement.classList.toggle('light', isLight);
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
  return [theme, (next) => writeStored(KEY, next)];
}
