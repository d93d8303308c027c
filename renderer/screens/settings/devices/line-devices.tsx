// Settings, Devices: the customer's displays or the scanners on serial lines, each with how it is now. One is added by
// its line, tried, and removed.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { LineDeviceChoice } from '#contract/devices/printer-setup.ts';
import { troubleAdvice, troubleText } from '../../../model/printing/print-words.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Foreign } from '../../../ui/feedback/foreign.tsx';
import css from './devices.module.css';
import { NewLineDevice } from './new-line-device.tsx';
import { RemoveDevice } from './remove-device.tsx';

export type LineDeviceType = 'display' | 'scanner';

interface LineDevicesProps {
  readonly type: LineDeviceType;
  readonly devices: { readonly [id: string]: LineDeviceChoice };
  /** Names that other devices have. */
  readonly taken: readonly string[];
  readonly busy: boolean;
  readonly onSave: (devices: { readonly [id: string]: LineDeviceChoice }) => Promise<unknown>;
  readonly children?: React.ReactNode;
}

const words = {
  display: { title: 'devices.displays', none: 'devices.noDisplay', add: 'devices.addDisplay' },
  scanner: { title: 'devices.scanners', none: 'devices.noScanner', add: 'devices.addScanner' },
} as const;

export function LineDevices({ type, devices, taken, busy, onSave, children }: LineDevicesProps) {
  const { say } = useWords();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  const { title, none, add } = words[type];
  const all = Object.entries(devices);
  const remove = (id: string) => {
    setRemoving(null);
    void onSave(Object.fromEntries(all.filter(([each]) => each !== id)));
  };
  return (
    <section className="stack" aria-label={say(title)}>
      <h3>{say(title)}</h3>
      {all.length === 0 ? <p>{say(none)}</p> : null}
      <ul className={css['printers']} hidden={all.length === 0}>
        {all.map(([id, { address }]) => (
          <li key={id}>
            <div className={css['printer']}>
              <strong>{id}</strong>
              <Foreign text={address.split('?')[0] ?? ''} />
              <LiveState id={id} type={type} />
            </div>
            <div className={css['steps']}>
              {type === 'display' ? <TryDisplay id={id} /> : null}
              <Button disabled={busy} label={say('devices.remove', { printer: id })} onPress={() => setRemoving(id)}>
                {say('devices.removeShort')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {children}
      <div className="row">
        <Button icon="plus" disabled={busy} onPress={() => setAdding(true)}>
          {say(add)}
        </Button>
      </div>
      {adding ? (
        <NewLineDevice
          title={say(add)}
          usualName={type === 'display' ? 'POLE' : 'SCANNER'}
          taken={[...taken, ...Object.keys(devices)]}
          onAdd={async (id, address) => {
            await onSave({ ...devices, [id]: { address } });
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removing === null ? null : (
        <RemoveDevice
          device={removing}
          sure="devices.removeLineSure"
          onRemove={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

/** As the till has it now; it changes by itself. */
function LiveState({ id, type }: { readonly id: string; readonly type: LineDeviceType }) {
  const { say } = useWords();
  const found = useStore(useStores().printing, ({ view }) =>
    view.lineDevices.find((each) => each.id === id && each.type === type),
  );
  if (found === undefined) return <span role="status">{say('devices.ready')}</span>;
  return (
    <span role="status">
      <strong>{troubleText(found.trouble, say)}</strong> {troubleAdvice(found.trouble, say)}
    </span>
  );
}

function TryDisplay({ id }: { readonly id: string }) {
  const { ports, shop } = useStores();
  const { say } = useWords();
  const name = useStore(shop, (state) => state.settings?.shopName ?? '');
  const [shown, setShown] = useState<boolean | null>(null);
  const text = (name === '' ? 'Tillbridge' : name).slice(0, 20);
  const press = async () => {
    const answer = await ports.bridge.ask('tryDisplay', { id, text });
    setShown(answer.type === 'answer' && answer.value.shown);
  };
  return (
    <>
      <span role="status" className="said">
        {shown === null ? null : say(shown ? 'devices.displayShown' : 'devices.displayNot', { device: id, text })}
      </span>
      <Button label={say('devices.tryDisplay', { device: id })} onPress={() => void press()}>
        {say('devices.tryShort')}
      </Button>
    </>
  );
}
