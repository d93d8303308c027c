// The form of a link: the amount with its keypad, what it is for, and one large step forward in the corner.
import { useStore } from 'zustand';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { currencyOptions } from '../../ui/form/currencies.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/field.tsx';
import { Keypad } from '../../ui/form/keypad.tsx';
import { Differs } from '../../ui/feedback/differs.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useAmountKeys } from '../../ui/form/use-amount-keys.ts';
import { expiries, linkMethods, mayConvert } from './link-draft.ts';
import type { LinkStore } from './link-store.ts';
import css from './link.module.css';

interface LinkFormProps {
  readonly store: LinkStore;
  readonly onEarlier: () => void;
}

export function LinkForm({ store, onEarlier }: LinkFormProps) {
  const { say, amount } = useWords();
  const { navigation, shop } = useStores();
  const online = useOnline();
  const money = useStore(store, (state) => state.money);
  const usual = useStore(shop, (state) => state.settings?.shopCurrency ?? money.currency);
  const phase = useStore(store.submission, (state) => state.phase);
  const asking = phase.type === 'asking';
  const ready = money.value > 0 && online && !asking;
  const make = () => {
    if (ready) store.make();
  };
  const swiped = useAmountKeys({
    scanned: (code) => store.edit({ reference: code.slice(0, 64) }),
    send: make,
    type(key) {
      if (/^\d$/.test(key)) store.digits(key);
      else if (key === 'Backspace') store.backspace();
      else if (key === 'Delete') store.clear();
      else return false;
      return true;
    },
    remember() {
      const { money: before, filledIn } = store.getState();
      return () => store.edit({ money: before, filledIn });
    },
  });
  return (
    <div className={css['form']}>
      <section className={css['left']}>
        <h1>{say('link.title')}</h1>
        <div className="row">
          <Button kind="quiet" icon="back" onPress={() => navigation.go({ screen: 'sale' })}>
            {say('link.toSale')}
          </Button>
          <Button kind="quiet" icon="clock" onPress={onEarlier}>
            {say('link.recent')}
          </Button>
        </div>
        <div className={css['amount']} data-in-sight="">
          <div role="status" aria-label={say('sale.amount')}>
            <Amount money={money} size="hero" />
          </div>
          <Button
            kind="quiet"
            disabled={money.value === 0}
            label={say('keypad.clearLabel')}
            onPress={() => store.clear()}
          >
            {say('keypad.clear')}
          </Button>
        </div>
        <Differs
          parts={[money.currency === usual ? null : say('sale.otherCurrency', { currency: money.currency, usual })]}
          onAsUsual={() => store.edit({ money: { ...money, currency: usual } })}
        />
        {swiped ? <Notice tone="warn" title={say('field.cardRefused')} live /> : null}
        {phase.type === 'asking' && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
        {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} subject="other" /> : null}
        {online ? null : <Notice tone="warn" title={say('link.offline')} live />}
        <LinkFields store={store} />
      </section>
      <section className={css['right']}>
        <Keypad onDigits={(typed) => store.digits(typed)} onBackspace={() => store.backspace()} />
        <Button kind="next" wide large shortcut="Control+Enter" disabled={!ready} onPress={make}>
          {asking
            ? say('link.making')
            : money.value === 0
              ? say('sale.enterAmount')
              : say('link.make', { amount: amount(money) })}
        </Button>
      </section>
    </div>
  );
}

/** A scheme's name is the same in every language. */
const methodNames: { readonly [method: string]: string } = {
  CARD: 'Visa, Mastercard …',
  PAYPAL: 'PayPal',
  KLARNA: 'Klarna',
  WERO: 'Wero',
  IDEAL: 'iDEAL',
  BANCONTACT: 'Bancontact',
  TWINT: 'TWINT',
  EPS: 'eps',
};

function LinkFields({ store }: { readonly store: LinkStore }) {
  const { say, language } = useWords();
  const draft = useStore(store);
  const { money, reference, description, method, expiry, currencies } = draft;
  const methods = linkMethods.map((each) => ({
    value: each,
    label: each === 'any' ? say('link.anyMethod') : (methodNames[each] ?? each),
  }));
  return (
    <div className={css['fields']}>
      <div className={css['pair']}>
        <TextField
          label={say('sale.reference')}
          maxLength={64}
          value={reference}
          onChange={(text) => store.edit({ reference: text })}
        />
        <TextField
          label={`${say('link.description')} (${say('field.optional')})`}
          placeholder={say('link.descriptionHint')}
          maxLength={120}
          value={description}
          onChange={(text) => store.edit({ description: text })}
        />
      </div>
      <div className={css['pair']}>
        <SelectField
          label={say('link.method')}
          hint={method === 'any' ? undefined : say('link.methodHint')}
          value={method}
          options={methods}
          onChange={(value) => store.edit({ method: linkMethods.find((each) => each === value) ?? 'any' })}
        />
        <SelectField
          label={say('link.expiry')}
          value={expiry}
          options={expiries.map((each) => ({ value: each, label: say(`link.expiry.${each}`) }))}
          onChange={(value) => store.edit({ expiry: expiries.find((each) => each === value) ?? 'none' })}
        />
        <SelectField
          label={say('sale.currency')}
          value={money.currency}
          options={currencyOptions(money.currency, language)}
          onChange={(currency) => store.edit({ money: { ...money, currency } })}
        />
      </div>
      {mayConvert(draft) ? (
        <SwitchField
          label={say('link.currencies')}
          checked={currencies === 'offered'}
          onChange={(offers) => store.edit({ currencies: offers ? 'offered' : 'withheld' })}
        />
      ) : null}
    </div>
  );
}
