// The note that a code was scanned for which the screen has no place: one press looks for its payment, another
// puts it away.
import { useStore } from 'zustand';
import { findPayment } from '../../stores/find-payment.ts';
import { useStores, useWords } from '../../ui/context.tsx';
import { StatusNote } from '../status-note.tsx';

/** More would push what else the line says out of the window. */
const most = 24;

export function useUnplaced(): string | null {
  return useStore(useStores().scans, (state) => state.unplaced);
}

export function ScanNote() {
  const { say } = useWords();
  const stores = useStores();
  const code = useUnplaced();
  if (code === null) return <StatusNote note={null} />;
  const note = {
    tone: 'calm',
    icon: 'search',
    asks: say('scan.find'),
    code: code.length > most ? `${code.slice(0, most)}…` : code,
    more: 0,
    onOpen: () => {
      stores.scans.setState({ unplaced: null });
      findPayment(code, stores);
    },
    putAway: { label: say('scan.putAway'), onPress: () => stores.scans.setState({ unplaced: null }) },
  } as const;
  return <StatusNote note={note} />;
}
