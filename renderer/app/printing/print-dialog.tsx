// What a person opened about printing: the question about one document, or the list of printers.
import { useStore } from 'zustand';
import { useStores } from '../../ui/base/context.tsx';
import { AnsweredElsewhere, DoubtDialog } from './doubt-dialog.tsx';
import { PrintersDialog } from './printers-dialog.tsx';

export function PrintDialog() {
  const { dialog, view, busy } = useStore(useStores().printing);
  if (dialog === null) return null;
  if (dialog.type === 'printers') return <PrintersDialog />;
  const { doubt } = dialog;
  const stands = busy || view.doubts.some(({ id }) => id === doubt.id);
  return stands ? <DoubtDialog key={doubt.id} doubt={doubt} /> : <AnsweredElsewhere />;
}
