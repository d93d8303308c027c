// Which slips come out by themselves, on which printer, and what stands on them.
import { type ReactNode, useState } from 'react';
import type { DeviceChoice } from '#contract/devices/printer-setup.ts';
import { type Language, languageNames } from '#texts/language.ts';
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { SelectField, SwitchField, TextField } from '../../../ui/form/field.tsx';
import { Foot } from '../../../ui/form/foot.tsx';
import { Locked } from '../locked.tsx';
import css from './devices.module.css';

interface ReceiptsProps {
  readonly choice: DeviceChoice;
  readonly busy: boolean;
  readonly onSave: (choice: DeviceChoice) => Promise<unknown>;
  /** What became of saving. */
  readonly status: ReactNode;
}

const languages = Object.keys(languageNames) as readonly Language[];
const whens = ['always', 'ask', 'not-paid', 'never'] as const;

export function ReceiptSettings({ choice, busy, onSave, status }: ReceiptsProps) {
  const { say } = useWords();
  const [receipts, setReceipts] = useState(choice.receipts);
  const ids = Object.entries(choice.printers).flatMap(([id, { role }]) =>
    role === 'kitchen' && id !== choice.receipts.printer ? [] : [id],
  );
  const linkWrong = receipts.link !== null && !isReceiptLink(receipts.link);
  const options = whens.map((value) => ({ value, label: say(`devices.when.${value}`) }));
  const when = (text: string) => whens.find((each) => each === text) ?? 'ask';
  return (
    <section className={css['receipts']} aria-label={say('devices.receipts')}>
      <h3>{say('devices.receipts')}</h3>
      <SelectField
        label={say('devices.receiptPrinter')}
        value={receipts.printer ?? ''}
        options={[
          { value: '', label: say(ids.length === 1 ? 'devices.onlyOne' : 'devices.noneOf') },
          ...ids.map((id) => ({ value: id, label: id })),
        ]}
        onChange={(value) => setReceipts({ ...receipts, printer: value === '' ? null : value })}
      />
      <Locked name="devices.receipts.customer">
        <SelectField
          label={say('devices.customer')}
          value={receipts.customer}
          options={options}
          onChange={(value) => setReceipts({ ...receipts, customer: when(value) })}
        />
      </Locked>
      <Locked name="devices.receipts.merchant">
        <SelectField
          label={say('devices.merchant')}
          value={receipts.merchant}
          options={options}
          onChange={(value) => setReceipts({ ...receipts, merchant: when(value) })}
        />
      </Locked>
      <Locked name="devices.receipts.shift">
        <SelectField
          label={say('devices.shift')}
          value={receipts.shift}
          options={[
            { value: 'always', label: say('devices.shift.always') },
            { value: 'ask', label: say('devices.shift.ask') },
          ]}
          onChange={(value) => setReceipts({ ...receipts, shift: value === 'always' ? 'always' : 'ask' })}
        />
      </Locked>
      <Locked name="devices.receipts.noSale">
        <SelectField
          label={say('devices.noSale')}
          value={receipts.noSale}
          options={[
            { value: 'always', label: say('devices.when.always') },
            { value: 'never', label: say('devices.when.never') },
          ]}
          onChange={(value) => setReceipts({ ...receipts, noSale: value === 'always' ? 'always' : 'never' })}
        />
      </Locked>
      <Locked name="devices.receipts.paymentCode">
        <SwitchField
          label={say('devices.paymentCode')}
          checked={receipts.paymentCode}
          onChange={(paymentCode) => setReceipts({ ...receipts, paymentCode })}
        />
      </Locked>
      <Locked name="devices.receipts.drawer">
        <SelectField
          label={say('devices.drawerBySale')}
          value={receipts.drawer}
          options={[
            { value: 'always', label: say('devices.when.always') },
            { value: 'never', label: say('devices.when.never') },
          ]}
          onChange={(value) => setReceipts({ ...receipts, drawer: value === 'always' ? 'always' : 'never' })}
        />
      </Locked>
      <TextField
        label={say('devices.link')}
        hint={say('devices.linkHint', { id: '{id}', reference: '{reference}' })}
        error={linkWrong ? say('devices.linkError', { id: '{id}', reference: '{reference}' }) : null}
        inputMode="url"
        maxLength={300}
        takesNumbers
        value={receipts.link ?? ''}
        onChange={(text) => setReceipts({ ...receipts, link: text === '' ? null : text })}
      />
      <Locked name="devices.receipts.language">
        <SelectField
          label={say('devices.language')}
          value={receipts.language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(value) => setReceipts({ ...receipts, language: languages.find((each) => each === value) ?? 'en' })}
        />
      </Locked>
      <Locked name="devices.receipts.customerLanguage">
        <SelectField
          label={say('devices.customerLanguage')}
          value={receipts.customerLanguage}
          options={[
            { value: 'card', label: say('devices.customerLanguage.card') },
            { value: 'shop', label: say('devices.customerLanguage.shop') },
          ]}
          onChange={(value) => setReceipts({ ...receipts, customerLanguage: value === 'shop' ? 'shop' : 'card' })}
        />
      </Locked>
      {status}
      <Foot>
        <Button kind="next" disabled={busy || linkWrong} onPress={() => void onSave({ ...choice, receipts })}>
          {say('devices.saveReceipts')}
        </Button>
      </Foot>
    </section>
  );
}

/** As the settings take it. */
function isReceiptLink(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text) && /\{(?:id|reference)\}/.test(text);
}
