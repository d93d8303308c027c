// The form of a sale: amount, reference, terminal, and one large step forward in the corner.
import { useStore } from 'zustand';
import type { Money } from '#contract/money/money.ts';
import { isEmpty, lacksPrice } from '../../model/adding-machine.ts';
import { Amount } from '../../ui/base/amount.tsx';
import { Button } from '../../ui/base/button.tsx';
import { ChoiceField } from '../../ui/form/choice.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Glance } from '../../ui/money/glance.tsx';
import { Keypad } from '../../ui/form/keypad.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { currencyOptions } from '../../ui/form/currencies.ts';
import { OpenDrawer } from '../../ui/people/open-drawer.tsx';
import { useFreshTerminals } from '../../ui/terminals/use-fresh-terminals.ts';
import { HeldTerminal } from './terminal/held-terminal.tsx';
import { Park, ParkedList } from './parked.tsx';
import { RestNoted, RestNotice } from './rest-notice.tsx';
import { SaleDiffers } from './sale-differs.tsx';
import { RunningTerminal } from './terminal/running-terminal.tsx';
import { SumLines } from './sum-lines.tsx';
import { useHold, useRunning } from './terminal/use-hold.ts';
import { useSale } from './use-sale.ts';
import { useSaleKeys } from './use-sale-keys.ts';
import css from './sale.module.css';

interface SaleFormProps {
  readonly onCharge: (money: Money, terminalId: string) => void;
  /** Begins a sale for which the customer chooses the currency. */
  readonly onDcc: (money: Money, terminalId: string) => void;
}

export function SaleForm({ onCharge, onDcc }: SaleFormProps) {
  const { sale } = useStores();
  const { say, amount } = useWords();
  const { money, terminalId, canCharge } = useSale();
  const phase = useStore(sale.submission, (state) => state.phase);
  const kind = useStore(sale, (state) => state.kind);
  const rest = useStore(sale, (state) => state.rest);
  const noted = useStore(sale, (state) => state.noted);
  const pending = useStore(sale, (state) => (lacksPrice(state) ? state.quantity : null));
  const asking = phase.type === 'asking';
  const charge = () => {
    if (canCharge && terminalId !== null) onCharge(money, terminalId);
  };
  const swiped = useSaleKeys(charge);
  const verb = kind === 'SALE' ? 'sale.charge' : 'sale.authorize';
  return (
    <div className={css['form']}>
      <section className={css['left']}>
        <div className={css['head']}>
          <h1>{say('sale.title')}</h1>
          {rest === null ? (
            <OtherWays money={money} onDcc={canCharge && terminalId !== null ? () => onDcc(money, terminalId) : null} />
          ) : null}
        </div>
        <div className={css['amount']} data-in-sight="">
          <div role="status" aria-label={say('sale.amount')}>
            <Amount money={money} size="hero" />
          </div>
          <div className={css['aside']}>
            <Clear />
            <Park />
          </div>
        </div>
        <SumLines currency={money.currency} />
        <ParkedList />
        <SaleDiffers />
        {swiped ? <Notice tone="warn" title={say('field.cardRefused')} live /> : null}
        {rest === null ? null : <RestNotice tender={rest} />}
        {noted === null ? null : <RestNoted tender={noted} />}
        <SaleNotices />
        <Glance />
        <SaleFields />
      </section>
      <section className={css['right']}>
        {rest === null ? <LastSale /> : null}
        <SaleKeypad />
        <Button kind="next" wide large shortcut="Control+Enter" disabled={!canCharge} onPress={charge}>
          {asking
            ? say('running.toTerminal')
            : pending !== null
              ? say('sums.enterPrice', { quantity: pending })
              : money.value === 0
                ? say('sale.enterAmount')
                : say(verb, { amount: amount(money) })}
        </Button>
      </section>
    </div>
  );
}

/**
 * On a screen without room for the overview as well, the last sale is given back in three presses. Not while the till is
 * silent: nothing could be given back, and on a small screen the keys need its room beside what is said of the silence.
 */
function LastSale() {
  const { sale, status, navigation } = useStores();
  const { say, amount } = useWords();
  const last = useStore(sale, (state) => state.last);
  const answering = useStore(status, (state) => state.answering);
  if (last === null || !answering) return null;
  return (
    <div className={css['last']}>
      <Button kind="quiet" icon="payments" onPress={() => navigation.go({ screen: 'payments', payId: last.payId })}>
        {say('sale.last', { amount: amount(last.money) })}
      </Button>
    </div>
  );
}

function SaleKeypad() {
  const { sale } = useStores();
  const { say } = useWords();
  const more = [
    { sign: '×', label: say('sums.times'), shortcut: '*', onPress: () => sale.press('×') },
    { sign: '%', label: say('sums.off'), shortcut: '%', onPress: () => sale.press('%') },
    { sign: '+', label: say('sums.plus'), shortcut: '+', onPress: () => sale.press('+') },
  ];
  return <Keypad onDigits={(digits) => sale.digits(digits)} onBackspace={() => sale.backspace()} more={more} />;
}

/** Clears what is being typed; where nothing is, all lines. */
function Clear() {
  const { sale } = useStores();
  const { say } = useWords();
  const { lines, quantity, value } = useStore(sale);
  const all = lines.length > 0 && quantity === null && value === 0;
  return (
    <Button
      kind="quiet"
      disabled={isEmpty({ lines, quantity, value })}
      label={say(all ? 'sums.clearAllLabel' : 'keypad.clearLabel')}
      onPress={() => sale.clear()}
    >
      {say(all ? 'sums.clearAll' : 'keypad.clear')}
    </Button>
  );
}

interface OtherWaysProps {
  readonly money: Money;
  /** Null while nothing can be charged. */
  readonly onDcc: (() => void) | null;
}

/** Not shown while the form takes the rest of an earlier sale. */
function OtherWays({ money, onDcc }: OtherWaysProps) {
  const { navigation, shop } = useStores();
  const asks = useStore(shop, (state) => state.dccAtTerminal === 'choice');
  const { say } = useWords();
  const given = money.value > 0 ? { money } : {};
  return (
    <>
      <Button kind="quiet" icon="link" onPress={() => navigation.go({ screen: 'link', ...given })}>
        {say('link.fromSale')}
      </Button>
      <OpenDrawer short />
      {asks ? (
        <Button kind="quiet" icon="dcc" disabled={onDcc === null} onPress={() => onDcc?.()}>
          {say('dccSale.begin')}
        </Button>
      ) : (
        <Button kind="quiet" icon="dcc" onPress={() => navigation.go({ screen: 'dcc', ...given })}>
          {say('sale.dcc')}
        </Button>
      )}
    </>
  );
}

function SaleNotices() {
  const { sale } = useStores();
  const { say } = useWords();
  const { obstacle } = useSale();
  const kind = useStore(sale, (state) => state.kind);
  const phase = useStore(sale.submission, (state) => state.phase);
  const hold = useHold();
  const running = useRunning();
  useFreshTerminals();
  if (phase.type === 'asking' && phase.silent) return <Notice tone="warn" title={say('asking.silent')} live />;
  if (hold !== null) return <HeldTerminal key={hold.terminalId} hold={hold} />;
  if (phase.type === 'refused') {
    return <RefusalNotice refusal={phase.refusal} subject={kind === 'SALE' ? 'charge' : 'authorization'} />;
  }
  if (obstacle !== null) return <Notice tone="warn" title={say(obstacle)} live />;
  return running === null || phase.type === 'asking' ? null : (
    <RunningTerminal key={running.operationId} {...running} />
  );
}

function SaleFields() {
  const { sale, shop } = useStores();
  const { say, language } = useWords();
  const { money, terminalId } = useSale();
  const { reference, kind, lastReference } = useStore(sale);
  const terminals = useStore(shop, (state) => state.terminals);
  return (
    <div className={css['fields']}>
      <TextField
        label={say('sale.reference')}
        hint={say('sale.referenceHint')}
        value={reference}
        maxLength={64}
        onChange={(text) => sale.edit({ reference: text })}
      />
      {lastReference === null || reference !== '' ? null : (
        <div className="row">
          <Button kind="quiet" icon="refresh" onPress={() => sale.edit({ reference: lastReference })}>
            {say('sale.lastReference', { reference: lastReference })}
          </Button>
        </div>
      )}
      <div className={css['pair']}>
        <SelectField
          label={say('sale.terminal')}
          value={terminalId ?? ''}
          options={terminals.map(({ id }) => ({ value: id, label: id }))}
          onChange={(id) => sale.useTerminal(id)}
        />
        <SelectField
          label={say('sale.currency')}
          value={money.currency}
          options={currencyOptions(money.currency, language)}
          onChange={(currency) => sale.edit({ currency })}
        />
      </div>
      <ChoiceField
        label={say('sale.kind')}
        hideLabel
        value={kind}
        onChange={(value) => sale.edit({ kind: value })}
        choices={[
          { value: 'SALE', label: say('sale.kindSale') },
          { value: 'AUTHORISATION_OR_RESERVATION', label: say('sale.kindAuthorization') },
        ]}
      />
    </div>
  );
}
