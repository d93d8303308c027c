// The theme, the size of the print and the side of the keypad as attributes of the document; the theme `system` follows
// the system while the window is open.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../ui/base/context.tsx';

export function useTheme(): void {
  const { theme, largePrint, leftHanded } = useStore(useStores().preferences, (state) => state.preferences);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset['print'] = largePrint ? 'large' : 'usual';
    dataset['hand'] = leftHanded ? 'left' : 'right';
  }, [largePrint, leftHanded]);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const systemTheme = dark.matches ? 'dark' : 'light';
      document.documentElement.dataset['theme'] = theme === 'system' ? systemTheme : theme;
    };
    apply();
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, [theme]);
}
