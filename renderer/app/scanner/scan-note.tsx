// The note that a code was scanned which the screen cannot use: one press searches for its payment, another dismisses
// it. And the note that a scan could not be read.
import { useStore } from 'zustand';
import { shownText } from '#contract/text/shown-text.ts';
import { findPayment } from '../../stores/payments/find-payment.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { StatusNote } from '../status/status-note.tsx';

/** A longer code would push the rest of the status line out of the window. */
const most = 24;

/** Whether there is something to say of the last scan. */
export function useScanNote(): boolean {
  return useStore(useStores().scans, (state) => state.unusedCode !== null || state.unread);
}

export function ScanNote() {
  const { say } = useWords();
  const stores = useStores();
  const { unusedCode: code, unread } = useStore(stores.scans);
  const putAway = () => stores.scans.setState({ unusedCode: null, unread: false });
  if (unread) {
    const away = { label: say('scan.unreadAway'), onPress: putAway };
    const note = {
      tone: 'calm',
      icon: 'search',
      asks: say('scan.unread'),
      more: 0,
      onOpen: putAway,
      putAway: away,
    } as const;
    return <StatusNote note={note} />;
  }
  if (code === null) return <StatusNote note={null} />;
  const note = {
    tone: 'calm',
    icon: 'search',
    asks: say('scan.find'),
    code: shownText(code.length > most ? `${code.slice(0, most)}…` : code),
    more: 0,
    onOpen: () => {
      stores.scans.setState({ unusedCode: null });
      findPayment(code, stores);
    },
    putAway: { label: say('scan.putAway'), onPress: putAway },
  } as const;
  return <StatusNote note={note} />;
}
