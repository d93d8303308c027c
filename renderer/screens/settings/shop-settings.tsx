// The shop's terminals, currency and limits.
import { useState } from 'react';
import { useStore } from 'zustand';
import { mayTypeCardNumbers } from '#contract/till/card-entry.ts';
import { minorDigits } from '#contract/money/money.ts';
import { pinDigits } from '#contract/people/pins.ts';
import { type ShopSettings, loopbackPortSchema } from '#contract/till/window.ts';
import type { SaveOutcome } from '../../stores/shop-store.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { SwitchField, TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { TerminalList, withTyped } from '../../ui/form/terminal-list.tsx';
import { Reserved } from '../../ui/people/reserved.tsx';
import { useMay } from '../../ui/people/use-may.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Locked } from './locked.tsx';

const queueMost = 10_000_000;
const processingMost = 86_400;
const lockMost = 720;

export function ShopForm() {
  const settings = useStore(useStores().shop, (state) => state.settings);
  const may = useMay('saveShopSettings');
  if (settings === null) return <ListState loading broken={false} empty={null} />;
  return (
    <Reserved may={may}>
      <LoadedForm settings={settings} />
    </Reserved>
  );
}

function whole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

function LoadedForm({ settings }: { readonly settings: ShopSettings }) {
  const { shop, status } = useStores();
  const { say } = useWords();
  const mode = useStore(status, (state) => state.status?.mode ?? 'live');
  const [terminals, setTerminals] = useState([...settings.terminals]);
  const [typed, setTyped] = useState('');
  const [currency, setCurrency] = useState(settings.shopCurrency);
  const [shopName, setShopName] = useState(settings.shopName);
  const [shopAddress, setShopAddress] = useState(settings.shopAddress);
  const [receiptsByMail, setReceiptsByMail] = useState(settings.receiptsByMail);
  const [queue, setQueue] = useState(String(settings.queueLimit));
  const [processing, setProcessing] = useState(String(settings.processingSeconds));
  const [reversalMayWait, setReversalMayWait] = useState(settings.reversalMayWait);
  const [refundLimitMinor, setRefundLimit] = useState(settings.refundLimitMinor);
  const [lock, setLock] = useState(String(settings.autoLockMinutes));
  const [cardNumbersTyped, setCardNumbersTyped] = useState(settings.cardNumbersTyped);
  const [pinLength, setPinLength] = useState(String(settings.approverPinDigits));
  const [port, setPort] = useState(String(settings.loopbackPort));
  const [outcome, setOutcome] = useState<SaveOutcome | { readonly type: 'no' | 'saving' }>({ type: 'no' });
  const queueLimit = whole(queue, 1, queueMost);
  const processingSeconds = whole(processing, 0, processingMost);
  const autoLockMinutes =
    lock === String(settings.autoLockMinutes) ? settings.autoLockMinutes : whole(lock, 1, lockMost);
  const approverPinDigits = whole(pinLength, pinDigits.least, pinDigits.most);
  const wholePort = whole(port, 0, 65_535);
  const loopbackPort = wholePort !== null && loopbackPortSchema.safeParse(wholePort).success ? wholePort : null;
  const currencyRight = minorDigits(currency) !== null;
  const save = async () => {
    if (queueLimit === null || processingSeconds === null || loopbackPort === null) return;
    if (autoLockMinutes === null || approverPinDigits === null || !currencyRight) return;
    setOutcome({ type: 'saving' });
    const limits = {
      reversalMayWait,
      queueLimit,
      processingSeconds,
      refundLimitMinor,
      autoLockMinutes,
      approverPinDigits,
    };
    const named = withTyped(terminals, typed);
    setTerminals(named);
    setTyped('');
    const next = {
      terminals: named,
      shopCurrency: currency,
      shopName: shopName.trim(),
      shopAddress: shopAddress.trim(),
      receiptsByMail,
      loopbackPort,
      cardNumbersTyped,
      ...limits,
    };
    setOutcome(await shop.save(next));
  };
  return (
    <div className="stack">
      <h3>{say('shop.terminals')}</h3>
      <Locked name="terminals">
        <TerminalList terminals={terminals} onChange={setTerminals} typed={typed} onTyped={setTyped} />
      </Locked>
      <Locked name="shopCurrency">
        <TextField
          label={say('shop.currency')}
          hint={say('shop.currencyHint')}
          error={currencyRight ? null : say('shop.currencyError')}
          maxLength={3}
          value={currency}
          onChange={(text) => setCurrency(text.toUpperCase())}
        />
      </Locked>
      <Locked name="shopName">
        <TextField
          label={`${say('shop.name')} (${say('field.optional')})`}
          hint={say('shop.nameHint')}
          maxLength={60}
          value={shopName}
          onChange={setShopName}
        />
      </Locked>
      <Locked name="shopAddress">
        <TextField
          label={`${say('shop.address')} (${say('field.optional')})`}
          hint={say('shop.addressHint')}
          maxLength={120}
          value={shopAddress}
          onChange={setShopAddress}
        />
      </Locked>
      <Locked name="receiptsByMail">
        <SwitchField label={say('shop.receiptsByMail')} checked={receiptsByMail} onChange={setReceiptsByMail} />
      </Locked>
      <h3>{say('shop.limits')}</h3>
      <Locked name="people.refundLimitMinor">
        <MoneyField
          label={say('shop.refundLimit')}
          value={refundLimitMinor}
          currency={currencyRight ? currency : settings.shopCurrency}
          onChange={setRefundLimit}
        />
      </Locked>
      <Locked name="people.autoLockMinutes">
        <TextField
          label={say('shop.autoLock')}
          error={autoLockMinutes === null ? say('shop.numberError', { least: 1, most: lockMost }) : null}
          inputMode="numeric"
          value={lock}
          onChange={setLock}
        />
      </Locked>
      <Locked name="people.approverPinDigits">
        <TextField
          label={say('shop.pinDigits')}
          error={
            approverPinDigits === null
              ? say('shop.numberError', { least: pinDigits.least, most: pinDigits.most })
              : null
          }
          inputMode="numeric"
          value={pinLength}
          onChange={setPinLength}
        />
      </Locked>
      <Locked name="queueLimit">
        <TextField
          label={say('shop.queueLimit')}
          error={queueLimit === null ? say('shop.numberError', { least: 1, most: queueMost }) : null}
          inputMode="numeric"
          value={queue}
          onChange={setQueue}
        />
      </Locked>
      <Locked name="processingSeconds">
        <TextField
          label={say('shop.processing')}
          error={processingSeconds === null ? say('shop.numberError', { least: 0, most: processingMost }) : null}
          inputMode="numeric"
          value={processing}
          onChange={setProcessing}
        />
      </Locked>
      <Locked name="reversalMayWait">
        <SwitchField label={say('shop.reversalMayWait')} checked={reversalMayWait} onChange={setReversalMayWait} />
      </Locked>
      <Locked name="people.cardNumbersTyped">
        <SwitchField
          label={say('shop.cardNumbersTyped')}
          checked={mayTypeCardNumbers(cardNumbersTyped, mode)}
          onChange={setCardNumbersTyped}
        />
      </Locked>
      <Locked name="loopbackPort">
        <TextField
          label={say('shop.port')}
          hint={say('shop.portHint')}
          error={loopbackPort === null ? say('shop.portError') : null}
          inputMode="numeric"
          value={port}
          onChange={setPort}
        />
      </Locked>
      <Failure
        what="saved"
        failed={outcome.type === 'refused' ? outcome.refusal : outcome.type === 'silent' ? 'silent' : null}
      />
      <Foot>
        <span role="status">{outcome.type === 'saved' ? say('settings.saved') : null}</span>
        <Button kind="next" disabled={outcome.type === 'saving'} onPress={() => void save()}>
          {say('shop.save')}
        </Button>
      </Foot>
    </div>
  );
}
