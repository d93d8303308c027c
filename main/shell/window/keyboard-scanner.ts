// A scanner that types, with a prefix: its keys are taken before any page of the app gets them, whichever has the focus.
// What was read goes the way of every scan: main says what it is for, and the till's window is told.
import type { WebContents } from 'electron';
import type { TillScan } from '#contract/devices/line-devices.ts';
import type { WindowBridge } from '#assembly/window/window-bridge.ts';
import { createScanKeys } from './scan-keys.ts';

interface Ports {
  readonly prefix: () => string | null;
  /** Null while no bridge runs. */
  readonly bridge: () => Pick<WindowBridge, 'scanned' | 'locked'> | null;
  readonly tell: (scan: TillScan) => void;
}

/** Returns what makes a page's keys pass by here first. */
export function createKeyboardScanner({ prefix, bridge, tell }: Ports): (contents: WebContents) => void {
  // Codes keep their order.
  let before: Promise<void> = Promise.resolve();
  const place = async (code: string) => {
    const running = bridge();
    if (running === null || running.locked()) return;
    const target = await running.scanned({ code });
    if (target.to !== 'programs') tell(target);
  };
  return (contents) => {
    const takes = createScanKeys({
      prefix,
      nowMs: () => performance.now(),
      after(ms, work) {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
      scanned(code) {
        before = before.then(() => place(code)).catch(() => {});
      },
      broken: () => tell({ to: 'nothing', reason: 'broken' }),
      typeBack: (text) => void contents.insertText(text),
    });
    contents.on('before-input-event', (event, input) => {
      if (takes(input)) event.preventDefault();
    });
  };
}
