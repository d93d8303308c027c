// One customer: the details, the stored payment methods, and the three steps.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import { customerName, methodText, phoneText, validityOf } from '../../model/words/customer-text.ts';
import { Button } from '../../ui/base/button.tsx';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { Facts } from '../../ui/feedback/details.tsx';
import { Icon } from '../../ui/base/icons.tsx';
import { ListState } from '../../ui/lists/list-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { CustomerChange } from './customer-change.tsx';
import css from './customers.module.css';
import { DeletePanel } from './delete-panel.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';

type Step =
  | { readonly type: 'look' | 'change' | 'delete' }
  | { readonly type: 'delete-method'; readonly method: StoredMethodView };

export function CustomerDetail({ onGone }: { readonly onGone: () => void }) {
  const { customers } = useStores();
  const { say } = useWords();
  const { customer, refusal, loading } = useStore(customers.open);
  const [step, setStep] = useState<Step>({ type: 'look' });
  const back = () => {
    setStep({ type: 'look' });
    customers.refresh();
  };
  if (customer === null) {
    const empty = refusal === null ? null : <RefusalNotice refusal={refusal} />;
    return <ListState loading={loading} broken={!loading && refusal === null} empty={empty} />;
  }
  const name = customerName(customer) ?? say('customer.unnamed');
  switch (step.type) {
    case 'change':
      return <CustomerChange customer={customer} onClose={back} />;
    case 'delete':
      return (
        <DeletePanel
          title={say('customer.deleteTitle', { name })}
          body={say('customer.deleteBody')}
          label={say('customer.delete')}
          keep={say('customer.keepPerson')}
          request={{ kind: 'delete-customer', input: { customerId: customer.id } }}
          onClose={back}
          onDone={() => {
            customers.refresh();
            onGone();
          }}
          doneLabel={say('customer.toList')}
        />
      );
    case 'delete-method': {
      const method = methodText(step.method, say);
      return (
        <DeletePanel
          title={say('customer.deleteMethodTitle')}
          body={say('customer.deleteMethodBody')}
          what={method}
          label={say('customer.deleteMethod', { method })}
          keep={say('customer.keep')}
          request={{
            kind: 'delete-payment-method',
            input: { customerId: customer.id, paymentMethodId: step.method.id },
          }}
          onClose={back}
          onDone={back}
          doneLabel={say('customer.back')}
        />
      );
    }
    case 'look':
      return <Look customer={customer} name={name} choose={setStep} />;
  }
}

interface LookProps {
  readonly customer: CustomerView;
  readonly name: string;
  readonly choose: (step: Step) => void;
}

function Look({ customer, name, choose }: LookProps) {
  const { customers } = useStores();
  const { say, time } = useWords();
  const online = useOnline();
  const { refusal, methods, loading } = useStore(customers.open);
  const { streetName, postalCode, city, country } = customer.address;
  const town = [postalCode, city].filter((part) => part !== null).join(' ');
  const address = [streetName, town, country].filter((part) => part !== null && part !== '').join(', ');
  return (
    <div className={css['detail']}>
      <h1>
        <Foreign text={name} />
      </h1>
      <Facts
        facts={[
          [say('customer.number'), customer.merchantCustomerId],
          [say('customer.email'), customer.email],
          [say('customer.phone'), phoneText(customer)],
          [say('customer.address'), address],
          [say('customer.since'), customer.createdAt === null ? null : time(`${customer.createdAt}Z`)],
        ]}
      />
      {online ? null : <Notice tone="warn" title={say('customer.offline')} live />}
      {refusal === null ? null : <RefusalNotice refusal={refusal} />}
      <section className="stack" aria-label={say('customer.methods')}>
        <h2>{say('customer.methods')}</h2>
        {methods === null ? (
          <ListState loading={loading} broken={!loading && refusal === null} empty={null} />
        ) : (
          <Methods methods={methods} choose={choose} />
        )}
      </section>
      <div className="row spread">
        <Button disabled={!online} onPress={() => choose({ type: 'change' })}>
          {say('customer.change')}
        </Button>
        <Button kind="quiet" disabled={!online} onPress={() => choose({ type: 'delete' })}>
          {say('customer.delete')}
        </Button>
      </div>
    </div>
  );
}

interface MethodsProps {
  readonly methods: readonly StoredMethodView[];
  readonly choose: (step: Step) => void;
}

function Methods({ methods, choose }: MethodsProps) {
  const { say } = useWords();
  const { ports } = useStores();
  const online = useOnline();
  if (methods.length === 0) return <p className="soft">{say('customer.noMethods')}</p>;
  return (
    <ul className={css['methods']}>
      {methods.map((method) => {
        const name = methodText(method, say);
        const validity = validityOf(method, ports.now());
        return (
          <li key={method.id}>
            <Icon name="payments" size={28} />
            <span className={css['method']}>
              <span className={css['name']}>
                <Foreign text={name} />
              </span>
              {validity === null ? null : (
                <span className={validity.past ? css['past'] : 'soft'}>
                  {say(validity.past ? 'customer.expired' : 'customer.validUntil', { month: validity.month })}
                </span>
              )}
            </span>
            <Button
              kind="quiet"
              disabled={!online}
              label={say('customer.deleteMethod', { method: name })}
              onPress={() => choose({ type: 'delete-method', method })}
            >
              {say('customer.deleteShort')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
