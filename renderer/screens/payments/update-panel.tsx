// Changes a payment's order number, invoice number and description. Only filled fields are sent; they begin with what
// the gateway's record shows.
import { useState } from 'react';
import { useStore } from 'zustand';
import { textAt } from '#contract/data/json.ts';
import type { PaymentSummary } from '#contract/till/window.ts';
import { useOnline, useStores, useWords } from '../../ui/base/context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { StepPanel } from './step-panel.tsx';

const fields = ['merchantReference', 'invoiceId', 'description'] as const;
type Draft = { readonly [field in (typeof fields)[number]]: string };
const labels = {
  merchantReference: 'update.reference',
  invoiceId: 'update.invoice',
  description: 'update.description',
} as const;

interface UpdatePanelProps {
  readonly payment: PaymentSummary;
  readonly onClose: () => void;
}

export function UpdatePanel({ payment, onClose }: UpdatePanelProps) {
  const stores = useStores();
  const { say } = useWords();
  const online = useOnline();
  const record = useStore(stores.payment, (state) => state.record);
  const [before] = useState<Draft>(() => {
    const shown = (field: string) => textAt(record ?? {}, `order.${field}`) ?? '';
    return {
      merchantReference: shown('merchantReference'),
      invoiceId: shown('invoiceId'),
      description: shown('description'),
    };
  });
  const [draft, setDraft] = useState<Draft>(before);
  const filled = fields.filter((field) => draft[field].trim() !== '');
  const changed = filled.filter((field) => draft[field].trim() !== before[field]);
  return (
    <StepPanel
      kind="update-payment"
      title={say('update.title')}
      label={changed.length === 0 ? say('update.nothing') : say('update.do')}
      ready={changed.length > 0}
      note={online ? null : say('action.waits')}
      inputOf={() => ({
        payId: payment.payId,
        // Sends all known fields: the specification does not say whether the gateway merges or replaces.
        order: Object.fromEntries(filled.map((field) => [field, draft[field].trim()])),
      })}
      onClose={onClose}
    >
      <p>{say('update.lead')}</p>
      {fields.map((field) => (
        <TextField
          key={field}
          label={say(labels[field])}
          value={draft[field]}
          onChange={(text) => setDraft({ ...draft, [field]: text })}
        />
      ))}
    </StepPanel>
  );
}
