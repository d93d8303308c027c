// All printers, and the other devices that cannot be used: what is the matter with each, what to do, and how many
// documents wait for a printer.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { LineDeviceTrouble, LineTrouble } from '#contract/devices/line-devices.ts';
import type { PrinterView } from '#contract/devices/printing.ts';
import type { Failed } from '../../bridge/failed.ts';
import {
  lineDeviceName,
  obstacleText,
  troubleAdvice,
  troubleText,
  waitingText,
} from '../../model/printing/print-words.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Dialog } from '../../ui/base/dialog.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import css from './printing.module.css';

export function PrintersDialog() {
  const { printing } = useStores();
  const { say } = useWords();
  const view = useStore(printing, (state) => state.view);
  const [failed, setFailed] = useState<Failed>(null);
  const isMixed = view.lineDevices.length + view.settingsTroubles.length > 0;
  const close = () => printing.close();
  return (
    <Dialog
      title={say(isMixed ? 'device.title' : 'print.title')}
      onClose={close}
      actions={<Button onPress={close}>{say('do.close')}</Button>}
    >
      <ul className={css['printers']}>
        {view.printers.map((printer) => (
          <li key={printer.id}>
            <OnePrinter printer={printer} onFailed={setFailed} />
          </li>
        ))}
        {view.lineDevices.map((device) => (
          <li key={`${device.type} ${device.id}`}>
            <LineDevice {...device} />
          </li>
        ))}
      </ul>
      {view.settingsTroubles.length === 0 ? null : (
        <Notice tone="warn" title={say('device.settings')}>
          <ul lang="en">
            {view.settingsTroubles.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Failure failed={failed} what="printed" />
    </Dialog>
  );
}

function OnePrinter({
  printer,
  onFailed,
}: {
  readonly printer: PrinterView;
  readonly onFailed: (failed: Failed) => void;
}) {
  const { printing } = useStores();
  const { say } = useWords();
  const { view, busy } = useStore(printing);
  const [sure, setSure] = useState(false);
  const { id, obstacle, trouble, waiting, drawerOpen } = printer;
  const stopped = obstacle !== null;
  const takeBack = async () => {
    setSure(false);
    onFailed(await printing.takeBack(id));
  };
  const how = howOf(printer);
  return (
    <section className={css['printer']}>
      <p className={css['which']} data-stopped={stopped}>
        <Icon name="printer" />
        <span>{obstacleText(printer, view, say)}</span>
      </p>
      {trouble !== null ? <Advice trouble={trouble} /> : how === null ? null : <p>{say(how)}</p>}
      {drawerOpen === true ? <p className={css['waiting']}>{say('drawer.isOpen')}</p> : null}
      {waiting === 0 ? null : <p className={css['waiting']}>{waitingText(waiting, say)}</p>}
      {!stopped || waiting === 0 ? null : sure ? (
        <>
          <p>{say('print.takeBackSure')}</p>
          <div className={css['steps']}>
            <Button onPress={() => setSure(false)}>{say('print.keep')}</Button>
            <Button kind="out" disabled={busy} onPress={() => void takeBack()}>
              {say('print.takeBackDo')}
            </Button>
          </div>
        </>
      ) : (
        <div className={css['steps']}>
          <Button disabled={busy} onPress={() => setSure(true)}>
            {say('print.takeBack')}
          </Button>
        </div>
      )}
    </section>
  );
}

function LineDevice(device: LineDeviceTrouble) {
  const { say } = useWords();
  const words = troubleText(device.trouble, say);
  return (
    <section className={css['printer']}>
      <p className={css['which']} data-stopped>
        <Icon name="stop" />
        <span>{say('print.at', { printer: lineDeviceName(device, say), words })}</span>
      </p>
      <Advice trouble={device.trouble} />
    </section>
  );
}

/** What to do, and the command for the person who looks after the computer. */
function Advice({ trouble }: { readonly trouble: LineTrouble }) {
  const { say } = useWords();
  return (
    <>
      <p>{troubleAdvice(trouble, say)}</p>
      {trouble.code === 'invalid-address' ? <p lang="en">{trouble.advice}</p> : null}
      {trouble.command === null ? null : (
        <>
          <p>{say('device.command')}</p>
          <p>
            <code>{trouble.command}</code>
          </p>
        </>
      )}
    </>
  );
}

function howOf({ known, obstacle, paperLow }: PrinterView) {
  if (!known) return 'print.unknownHow';
  if (obstacle !== null) return `print.do.${obstacle}` as const;
  return paperLow ? 'print.lowHow' : null;
}
