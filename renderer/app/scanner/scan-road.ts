// Where a scanner's code goes, for all screens: to the place that the screen has for it, else into its search, else into
// the text field that has the focus. Where there is none of them it is kept and shown in the status line.
import { isLocked } from '../../stores/status-store.ts';
import type { Stores } from '../../stores/create-stores.ts';
import { focused, insertText, setValue, takesText } from './type-key.ts';

/** Whether a PIN or a passphrase is asked for, wherever the focus is. */
export function asksForSecret(): boolean {
  return document.querySelector('dialog[open][data-secret], dialog[open] [data-secret]') !== null;
}

export function deliver(code: string, { scans, status, navigation }: Stores): void {
  // It belongs to nobody who is signed in, or may be a PIN.
  if (isLocked(status.getState().status) || asksForSecret()) return;
  const mayLeave = !scans.isPlaceKept() && document.querySelector('dialog[open]') === null;
  const keep = () => scans.setState({ unplaced: code });
  const place = scans.place();
  if (place !== null) {
    if (mayLeave || place.leaves !== true) place.take(code);
    else keep();
    return;
  }
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (search !== null) {
    // In a small window an open payment covers the list.
    if (!search.checkVisibility()) {
      if (!mayLeave) {
        keep();
        return;
      }
      navigation.go({ screen: navigation.getState().place.screen });
    }
    setValue(search, code);
  } else if (takesText(focused())) insertText(code);
  else keep();
}
