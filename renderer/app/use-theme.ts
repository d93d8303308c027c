// The theme as an attribute of the document; `system` follows the system while the window is open.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useStores } from '../ui/context.tsx';

export function useTheme(): void {
  const theme = useStore(useStores().preferences, (state) => state.preferences.theme);
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
