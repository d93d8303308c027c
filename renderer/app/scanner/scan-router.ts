// Delivers a scanner's code on every screen. Main says what it is for (core/counter/scans.ts), for scanners that type and for
// those on a serial line. The number of a payment opens it. What is for the screen goes to the place that the screen
// registered for it, else into its search, else into the focused text field. Without any of them the code is kept and
// shown in the status line.
import { type TillScan, longestScan } from '#contract/devices/line-devices.ts';
import type { Stores } from '../../stores/create-stores.ts';
import { findPayment } from '../../stores/payments/find-payment.ts';
import { isLocked } from '../../stores/till/status-store.ts';
import { focused, insertText, setValue, takesText } from './type-key.ts';

/** Whether a PIN or a passphrase is asked for, wherever the focus is. */
export function asksForSecret(): boolean {
  return document.querySelector('dialog[open][data-secret], dialog[open] [data-secret]') !== null;
}

/** Whether a code is dropped: the till is locked, or the code may be a PIN. */
function isUnwanted({ status }: Stores): boolean {
  return isLocked(status.getState().status) || asksForSecret();
}

export interface ScanRouter {
  /** A code that a scanner typed. Codes keep their order. */
  readonly typed: (code: string) => void;
  /** What a scanner on a serial line read. */
  readonly received: (scan: TillScan) => void;
}

export function createScanRouter(stores: Stores): ScanRouter {
  const { scans, ports } = stores;
  let before: Promise<void> = Promise.resolve();
  const place = async (code: string) => {
    const answer = await ports.bridge.ask('scanned', { code: code.slice(0, longestScan) });
    const target = answer.type === 'answer' ? answer.value : ({ to: 'screen', code } as const);
    if (target.to !== 'programs') carryOut(target, stores);
  };
  return {
    typed(code) {
      scans.setState({ swiped: false, unread: false, unusedCode: null });
      if (!isUnwanted(stores)) before = before.then(() => place(code));
    },
    received(scan) {
      if (!isUnwanted(stores)) scans.setState({ unusedCode: null });
      carryOut(scan, stores);
    },
  };
}

function carryOut(scan: TillScan, stores: Stores): void {
  // A PIN may be asked for since.
  if (isUnwanted(stores)) return;
  const isCard = scan.to === 'nothing' && scan.reason === 'card-data';
  stores.scans.setState({ swiped: isCard, unread: scan.to === 'nothing' && !isCard });
  switch (scan.to) {
    case 'payment':
      openPayment(scan.code, stores);
      return;
    case 'screen':
      toScreen(scan.code, stores);
      return;
    case 'nothing':
      return;
  }
}

/** Whether another page may be shown: no form and no dialog is open. */
function mayLeave({ scans }: Stores): boolean {
  return !scans.isScreenKept() && document.querySelector('dialog[open]') === null;
}

function openPayment(code: string, stores: Stores): void {
  const { scans } = stores;
  const handler = scans.handler();
  if (!mayLeave(stores)) scans.setState({ unusedCode: code });
  else if (handler?.leaves === true) handler.take(code);
  else findPayment(code, stores);
}

function toScreen(code: string, stores: Stores): void {
  const { scans, navigation } = stores;
  const keep = () => scans.setState({ unusedCode: code });
  const handler = scans.handler();
  if (handler !== null) {
    if (mayLeave(stores) || handler.leaves !== true) handler.take(code);
    else keep();
    return;
  }
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (search !== null) {
    // In a small window an open payment covers the list.
    if (!search.checkVisibility()) {
      if (!mayLeave(stores)) {
        keep();
        return;
      }
      navigation.go({ screen: navigation.getState().route.screen });
    }
    setValue(search, code);
  } else if (takesText(focused())) insertText(code);
  else keep();
}
