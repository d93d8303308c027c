// The frame around all screens: rail, work area, status line, and what must be said on top of any of them.
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ScreenName } from '../../stores/till/navigation-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Empty } from '../../ui/lists/empty.tsx';
import { inField, useKeys } from '../../ui/base/use-key.ts';
import { Boundary } from './boundary.tsx';
import css from './frame.module.css';
import { Help } from './help.tsx';
import { Silence } from './silence.tsx';
import { PausedBanner, PausedPage, usePaused } from '../paused/paused-page.tsx';
import { PairingDialog } from '../pairing/pairing-dialog.tsx';
import { TrainingPane } from '../printing/training-pane.tsx';
import { PrintDialog } from '../printing/print-dialog.tsx';
import { Rail } from './rail.tsx';
import { railScreens, screens } from './screens.tsx';
import { StatusLine } from './status-line.tsx';
import { type Shown, useScreen } from './use-screens.ts';

function useFrameKeys() {
  const { navigation, people, status } = useStores();
  useKeys((event) => {
    if (event.ctrlKey && !event.altKey && event.key.toLowerCase() === 'l') {
      event.preventDefault();
      if (status.getState().status?.signedIn !== null) void people.signOut();
      return;
    }
    if (navigation.getState().facingCustomer) return;
    // With Alt, some scanners write each character by its number on the keypad.
    if (event.altKey && /^[1-9]$/.test(event.key) && !event.code.startsWith('Numpad')) {
      const target = railScreens[Number(event.key) - 1];
      if (target === undefined) return;
      event.preventDefault();
      navigation.go({ screen: target.name });
    } else if (event.key === '?' && !inField(event.target)) {
      event.preventDefault();
      navigation.showHelp(true);
    } else if (event.key === '/' && !inField(event.target)) {
      const search = document.querySelector<HTMLInputElement>('input[type=search]');
      if (search === null) return;
      event.preventDefault();
      search.focus();
    }
  });
}

/** A new screen begins at its heading, for screen readers. */
function useFocusOnScreen(screen: string) {
  useEffect(() => {
    const main = document.querySelector<HTMLElement>('main');
    if (main === null || main.contains(document.activeElement)) return;
    main.focus({ preventScroll: true });
  }, [screen]);
}

function Broken({ again }: { readonly again: () => void }) {
  const { say } = useWords();
  return (
    <Empty icon="stop" title={say('crash.title')}>
      <p>{say('crash.body')}</p>
      <Button icon="refresh" onPress={again}>
        {say('crash.retry')}
      </Button>
    </Empty>
  );
}

function Work({ shown }: { readonly shown: Shown }) {
  switch (shown.type) {
    case 'here':
      return <shown.Screen />;
    case 'reading':
      return null;
    case 'broken':
      return <Broken again={shown.again} />;
  }
}

/** The screens that stay open while the data folder is paused. */
const readingScreens: readonly ScreenName[] = ['activity', 'payments', 'settings'];

export function Frame() {
  const { navigation, status } = useStores();
  const { say } = useWords();
  const screen = useStore(navigation, (state) => state.route.screen);
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const paused = usePaused();
  useFrameKeys();
  useFocusOnScreen(screen);
  // The other screens are read once main has answered, so that reading them does not slow the first one.
  const settled = useStore(status, (state) => state.status !== null);
  const shown = useScreen(screen, settled);
  const entry = screens.find((each) => each.name === screen);
  if (entry === undefined) return null;
  return (
    <div className={css['frame']}>
      {facingCustomer ? null : <Rail />}
      <main className={css['work']} tabIndex={-1} aria-label={say(entry.title)}>
        <Silence />
        <Boundary key={screen} fallback={(again) => <Broken again={again} />}>
          {paused !== null && !readingScreens.includes(screen) ? (
            <PausedPage reason={paused} />
          ) : (
            <>
              {paused === null ? null : <PausedBanner />}
              <Work shown={shown} />
            </>
          )}
        </Boundary>
      </main>
      {facingCustomer ? null : <TrainingPane />}
      <div className={css['status']}>
        <StatusLine />
      </div>
      <Help />
      {facingCustomer ? null : <PairingDialog />}
      {facingCustomer ? null : <PrintDialog />}
    </div>
  );
}
