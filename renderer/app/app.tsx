// The window as a whole: language and theme on the document, then the guide or the frame.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Stores } from '../stores/create-stores.ts';
import { StoresProvider, useStores, useWords } from '../ui/base/context.tsx';
import css from './app.module.css';
import { EndsDialog } from './ends/ends-dialog.tsx';
import { keepFocus } from './focus/focus-keeper.ts';
import { Frame } from './frame/frame.tsx';
import { Guide } from './guide/guide.tsx';
import { NewPinDialog } from './lock/new-pin.tsx';
import { LockScreen, useLocked } from './lock/lock-screen.tsx';
import { useNetwork } from './use-network.ts';
import { useSounds } from './sounds.ts';
import { useTheme } from './use-theme.ts';
import { useTouches } from './use-touches.ts';
import { Requests } from './requests/requests.tsx';
import { useMay } from '../ui/people/use-may.ts';
import { QuitDialog } from './frame/quit-dialog.tsx';
import { ScreenKeyboard } from './screen-keyboard/screen-keyboard.tsx';
import { useScanner } from './scanner/use-scanner.ts';
import { Unlock } from './unlock.tsx';

export function App({ stores }: { readonly stores: Stores }) {
  useEffect(() => stores.start(), [stores]);
  return (
    <StoresProvider stores={stores}>
      <AppBody />
    </StoresProvider>
  );
}

function AppBody() {
  const { preferences } = useStores();
  const { language } = useWords();
  const guided = useStore(preferences, (state) => state.preferences.guided);
  const guidedBefore = useStore(preferences, (state) => state.guidedBefore);
  const locked = useLocked();
  // The guide sets the till up, which only a manager may do.
  const maySetUp = useMay('saveGatewayChoice');
  useTheme();
  useSounds();
  useTouches();
  useNetwork();
  useScanner();
  useEffect(() => keepFocus(), []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return (
    <div className={css['whole']}>
      <Requests />
      <div className={css['rest']}>
        {locked ? (
          <LockScreen />
        ) : guided || !maySetUp ? (
          <Frame />
        ) : (
          <Guide onLeave={guidedBefore ? () => void preferences.change({ guided: true }) : null} />
        )}
      </div>
      {locked ? null : <NewPinDialog />}
      {locked ? null : <EndsDialog />}
      <QuitDialog />
      <Unlock />
      <ScreenKeyboard />
    </div>
  );
}
