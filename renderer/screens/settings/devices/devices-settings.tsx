// Settings, Devices: the printers, displays and scanners of this till, which printer prints receipts and when, and the way
// to set one up.
import { useEffect, useState } from 'react';
import type { DeviceChoice } from '#contract/devices/printer-setup.ts';
import { type Failed, failedOf } from '../../../bridge/failed.ts';
import { profileText } from '../../../model/printing/printer-profile.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { CopyButton } from '../../../ui/feedback/copy-button.tsx';
import { Foreign } from '../../../ui/feedback/foreign.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useMay } from '../../../ui/people/use-may.ts';
import css from './devices.module.css';
import { LineDevices } from './line-devices.tsx';
import { PrinterForm } from './printer-form.tsx';
import { PrinterWizard } from './printer-wizard.tsx';
import { ReceiptSettings } from './receipt-settings.tsx';
import { ScannerSettings } from './scanner-settings.tsx';
import { RemoveDevice } from './remove-device.tsx';

export function DevicesSettings() {
  const { say } = useWords();
  return useMay('deviceChoice') ? <Devices /> : <p>{say('devices.managers')}</p>;
}

function Devices() {
  const { ports, printing } = useStores();
  const { say } = useWords();
  const [choice, setChoice] = useState<DeviceChoice | null>(null);
  const [wizard, setWizard] = useState(false);
  const [changing, setChanging] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [failed, setFailed] = useState<Failed>(null);
  useEffect(() => {
    void ports.bridge.ask('deviceChoice', {}).then((answer) => {
      if (answer.type === 'answer') setChoice(answer.value);
    });
  }, [ports]);
  const save = async (wanted: DeviceChoice): Promise<Failed> => {
    setBusy(true);
    setSaved(false);
    const answer = await ports.bridge.ask('saveDeviceChoice', wanted);
    setBusy(false);
    const refused = failedOf(answer);
    setFailed(refused);
    if (answer.type === 'answer' && answer.value.type === 'saved') {
      setChoice(answer.value.choice);
      setSaved(true);
      void printing.load();
    }
    return refused;
  };
  if (choice === null) return null;
  const ids = Object.keys(choice.printers);
  if (wizard) {
    return (
      <PrinterWizard
        taken={[...ids, ...Object.keys(choice.displays), ...Object.keys(choice.scanners)]}
        onLeave={() => setWizard(false)}
        onSave={async (id, address, role) => {
          const { receipts } = choice;
          // The only printer for slips prints receipts by itself; beside a second one it must be named.
          const slips = slipPrinters(choice);
          const printer = receipts.printer ?? (slips.length === 1 ? (slips[0] ?? null) : null);
          const printers = { ...choice.printers, [id]: { address, role } };
          const refused = await save({ ...choice, printers, receipts: { ...receipts, printer } });
          if (refused === null) setWizard(false);
          return refused;
        }}
      />
    );
  }
  const changed = changing === null ? undefined : choice.printers[changing];
  if (changing !== null && changed !== undefined) {
    return (
      <PrinterForm
        id={changing}
        printer={changed}
        busy={busy}
        onLeave={() => {
          setFailed(null);
          setChanging(null);
        }}
        onSave={async (printer) => {
          const refused = await save({ ...choice, printers: { ...choice.printers, [changing]: printer } });
          if (refused === null) setChanging(null);
          return refused;
        }}
      />
    );
  }
  const remove = (id: string) => {
    setRemoving(null);
    const printers = Object.fromEntries(Object.entries(choice.printers).filter(([each]) => each !== id));
    const { receipts } = choice;
    const printer = receipts.printer === id ? null : receipts.printer;
    void save({ ...choice, printers, receipts: { ...receipts, printer } });
  };
  const status = (
    <>
      <Failure what="saved" failed={failed} />
      <p role="status">{saved ? say('devices.saved') : null}</p>
    </>
  );
  return (
    <div className="stack">
      <section className="stack" aria-label={say('devices.printers')}>
        <h3>{say('devices.printers')}</h3>
        {ids.length === 0 ? <p>{say('devices.none')}</p> : null}
        <ul className={css['printers']} hidden={ids.length === 0}>
          {Object.entries(choice.printers).map(([id, printer]) => (
            <li key={id}>
              <div className={css['printer']}>
                <strong>{id}</strong>
                <Foreign text={printer.address.split('?')[0] ?? ''} />
                {printer.role === 'kitchen' ? <span>{say('devices.kitchen')}</span> : null}
                {printer.address.startsWith('queue:') ? <p className="soft">{say('devices.queueMeans')}</p> : null}
              </div>
              <div className={css['steps']}>
                <CopyButton text={() => profileText(printer)}>{say('devices.export')}</CopyButton>
                <Button
                  disabled={busy}
                  label={say('devices.change', { printer: id })}
                  onPress={() => {
                    setSaved(false);
                    setChanging(id);
                  }}
                >
                  {say('devices.changeShort')}
                </Button>
                <Button disabled={busy} label={say('devices.remove', { printer: id })} onPress={() => setRemoving(id)}>
                  {say('devices.removeShort')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {ids.length === 0 ? null : <p className="soft">{say('devices.exportHow')}</p>}
        <div className="row">
          <Button icon="plus" disabled={busy} onPress={() => setWizard(true)}>
            {say('devices.add')}
          </Button>
        </div>
      </section>
      <LineDevices
        type="display"
        devices={choice.displays}
        taken={[...ids, ...Object.keys(choice.scanners)]}
        busy={busy}
        onSave={(displays) => save({ ...choice, displays })}
      />
      <LineDevices
        type="scanner"
        devices={choice.scanners}
        taken={[...ids, ...Object.keys(choice.displays)]}
        busy={busy}
        onSave={(scanners) => save({ ...choice, scanners })}
      >
        <ScannerSettings prefix={choice.scanPrefix} onSave={(scanPrefix) => save({ ...choice, scanPrefix })} />
      </LineDevices>
      {ids.length === 0 ? (
        status
      ) : (
        <ReceiptSettings key={JSON.stringify(choice)} choice={choice} busy={busy} onSave={save} status={status} />
      )}
      {removing === null ? null : (
        <RemoveDevice
          device={removing}
          sure="devices.removeSure"
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

function slipPrinters({ printers }: DeviceChoice): readonly string[] {
  return Object.entries(printers).flatMap(([id, { role }]) => (role === 'kitchen' ? [] : [id]));
}
