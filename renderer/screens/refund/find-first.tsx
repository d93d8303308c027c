// Searches the payment to refund by a text of its receipt, and opens Payments; the manual refund, without a payment, is
// the smaller way.
import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react';
import { findPayment } from '../../stores/payments/find-payment.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Glance } from '../../ui/money/glance.tsx';
import css from './refund.module.css';

export function FindFirst() {
  const stores = useStores();
  const { navigation, scans } = stores;
  const { say } = useWords();
  const [text, setText] = useState('');
  const find = () => findPayment(text.trim(), stores);
  useEffect(() => document.querySelector<HTMLElement>('main input[type=search]')?.focus(), []);
  useLayoutEffect(
    () => scans.open({ leaves: true, take: (code) => findPayment(code, stores), remember: () => () => undefined }),
    [scans, stores],
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    find();
  };
  return (
    <div className={css['page']}>
      <header className={css['head']}>
        <div>
          <h1>{say('refund.findTitle')}</h1>
          <p className={css['lead']}>{say('refund.findLead')}</p>
        </div>
      </header>
      <form className={css['search']} onSubmit={onSubmit}>
        <TextField
          label={say('payments.search')}
          type="search"
          placeholder={say('payments.searchHint')}
          value={text}
          onChange={setText}
        />
      </form>
      <Glance />
      <Foot>
        <Button onPress={() => navigation.go({ screen: 'refund', manual: true })}>{say('refund.manual')}</Button>
        <Button kind="next" large icon="search" onPress={find}>
          {say('refund.find')}
        </Button>
      </Foot>
    </div>
  );
}
