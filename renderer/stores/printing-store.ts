// The printers as main lists them, and the dialog about them. A question about a document stays with its document: when
// it was answered elsewhere the dialog says so, and it never changes to another one under a person's finger.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PrintDoubtView, PrintingView } from '#contract/devices/printing.ts';
import { defaultReceiptPaths } from '#contract/operation/receipt-paths.ts';
import type { Bridge, MainAnswer } from '../bridge/bridge.ts';
import { type Failed, failedOf } from '../bridge/failed.ts';

export type PrintDialog =
  /** "Did it come out?" */
  | { readonly type: 'doubt'; readonly doubt: PrintDoubtView }
  /** What is the matter with the printers. */
  | { readonly type: 'printers' };

export interface PrintingState {
  readonly view: PrintingView;
  readonly dialog: PrintDialog | null;
  /** An answer is on its way to main. */
  readonly busy: boolean;
  /** Whether a person shows the training printer or has put it away; null: neither. */
  readonly paneOpen: boolean | null;
}

export type PrintingStore = StoreApi<PrintingState> & {
  load(): Promise<void>;
  /** The question that waits longest. */
  openDoubt(): void;
  openPrinters(): void;
  close(): void;
  showPane(open: boolean): void;
  /** Null when main took the answer; else why not. The next question follows by itself. */
  answer(id: string, said: { readonly cameOut: boolean; readonly reprint: boolean }): Promise<Failed>;
  /** Takes back what waits for this printer. Null when main did; else why not. */
  takeBack(device: string): Promise<Failed>;
  start(): () => void;
};

const nothing: PrintingView = {
  settingsTroubles: [],
  lineDevices: [],
  receiptPaths: defaultReceiptPaths,
  training: null,
  receipts: null,
  paymentCode: false,
  printers: [],
  doubts: [],
  doubtCount: 0,
};

export function createPrintingStore(bridge: Bridge): PrintingStore {
  const store = createStore<PrintingState>(() => ({ view: nothing, dialog: null, busy: false, paneOpen: null }));
  const load = async () => {
    const answer = await bridge.ask('printing', {});
    if (answer.type === 'answer') store.setState({ view: answer.value });
  };
  const openDoubt = () =>
    store.setState(({ view: { doubts } }) => {
      const [doubt] = doubts;
      return { dialog: doubt === undefined ? null : { type: 'doubt', doubt } };
    });
  const said = async (ask: Promise<MainAnswer<object>>) => {
    store.setState({ busy: true });
    const failed = failedOf(await ask);
    await load();
    return failed;
  };
  return Object.assign(store, {
    load,
    openDoubt,
    openPrinters: () => store.setState({ dialog: { type: 'printers' } }),
    close: () => store.setState({ dialog: null }),
    showPane: (open: boolean) => store.setState({ paneOpen: open }),
    async answer(id: string, how: { readonly cameOut: boolean; readonly reprint: boolean }) {
      const failed = await said(bridge.ask('decidePrint', { id, ...how }));
      // Where another dialog was opened meanwhile, it stays.
      const { dialog } = store.getState();
      if (failed === null && dialog?.type === 'doubt' && dialog.doubt.id === id) openDoubt();
      store.setState({ busy: false });
      return failed;
    },
    async takeBack(device: string) {
      const failed = await said(bridge.ask('cancelPrints', { device }));
      store.setState({ busy: false });
      return failed;
    },
    start: () => bridge.on('printingChanged', (view) => store.setState({ view })),
  });
}
