// Changes a customer's details. Only changed fields are sent.
import { useState } from 'react';
import type { CustomerView } from '#contract/people/customer.ts';
import { createSubmission } from '../../stores/operations/submission.ts';
import { Button } from '../../ui/base/button.tsx';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Foot } from '../../ui/form/foot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { RefusalNotice } from '../../ui/feedback/refusal.tsx';
import { useKeptScreen } from '../../ui/base/use-kept-screen.ts';
import { useSubmitted } from '../../ui/money/use-operation.ts';
import { ChangeResult } from './change-result.tsx';
import { changesOf, type CustomerDraft, type CustomerFieldName, draftOf, errorsOf } from './customer-draft.ts';
import css from './customers.module.css';

interface CustomerChangeProps {
  readonly customer: CustomerView;
  readonly onClose: () => void;
}

const labels = {
  firstName: 'customer.firstName',
  lastName: 'customer.lastName',
  companyName: 'customer.company',
  email: 'customer.email',
  phoneCountry: 'customer.phoneCountry',
  phoneNumber: 'customer.phone',
  streetName: 'customer.street',
  postalCode: 'customer.postalCode',
  city: 'customer.city',
  country: 'customer.country',
} as const satisfies { readonly [field in CustomerFieldName]: string };

const lines: readonly (readonly CustomerFieldName[])[] = [
  ['firstName', 'lastName'],
  ['companyName'],
  ['email'],
  ['phoneCountry', 'phoneNumber'],
  ['streetName'],
  ['postalCode', 'city'],
  ['country'],
];

export function CustomerChange({ customer, onClose }: CustomerChangeProps) {
  useKeptScreen();
  const { submissionPorts } = useStores();
  const { say } = useWords();
  const [submission] = useState(() => createSubmission(submissionPorts));
  // The customer as it was when the form opened: a later change in the vault does not change what was typed.
  const [before] = useState(() => draftOf(customer));
  const [draft, setDraft] = useState<CustomerDraft>(before);
  const { phase, operation } = useSubmitted(submission);
  if (phase.type === 'taken' && operation !== null) {
    return <ChangeResult operation={operation} label={say('customer.back')} onClose={onClose} />;
  }
  const asking = phase.type === 'asking';
  const errors = errorsOf(draft);
  const changes = changesOf(customer.id, before, draft);
  const ready = changes !== null && Object.keys(errors).length === 0 && !asking;
  const send = () => {
    if (changes === null) return;
    if (phase.type === 'refused') submission.renew();
    submission.submit('update-customer', changes);
  };
  return (
    <div className={css['panel']}>
      <h1>{say('customer.changeTitle')}</h1>
      {lines.map((line) => (
        <div key={line.join()} className={css['line']}>
          {line.map((field) => {
            const error = errors[field];
            return (
              <TextField
                key={field}
                label={say(labels[field])}
                error={error === undefined ? null : say(error)}
                maxLength={field === 'country' ? 3 : 128}
                value={draft[field]}
                onChange={(text) => setDraft({ ...draft, [field]: field === 'country' ? text.toUpperCase() : text })}
              />
            );
          })}
        </div>
      ))}
      {asking && phase.silent ? <Notice tone="warn" title={say('asking.silent')} live /> : null}
      {phase.type === 'refused' ? <RefusalNotice refusal={phase.refusal} /> : null}
      <Foot>
        <Button disabled={asking} onPress={onClose}>
          {say('customer.discard')}
        </Button>
        <Button kind="next" large disabled={!ready} onPress={send}>
          {asking ? say('running.gateway') : changes === null ? say('customer.nothingChanged') : say('customer.save')}
        </Button>
      </Foot>
    </div>
  );
}
