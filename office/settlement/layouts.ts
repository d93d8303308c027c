// Published layouts to begin a mapping with (docs/settlement.md names the sources). A person looks at the preview and sets
// the time zone and, where the file names none, the currency.
import type { Mapping } from '#contract/office/settlement.ts';

const common = {
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  firstLine: 1,
  headings: true,
  decimal: '.',
  thousands: '',
  dates: 'YYYY-MM-DD',
  zone: 'UTC',
  refunds: 'as-written',
  currency: null,
  mode: 'live',
  settlementDays: 5,
} as const satisfies Partial<Mapping>;

const columns = {
  grossDebit: null,
  net: null,
  netDebit: null,
  currency: null,
  netCurrency: null,
  terminal: null,
  approvalCode: null,
  card: null,
  type: null,
} as const;

export const layouts: readonly { readonly name: string; readonly mapping: Mapping }[] = [
  {
    name: 'Adyen: Settlement details report',
    mapping: {
      ...common,
      zone: 'Europe/Amsterdam',
      columns: {
        ...columns,
        date: 'Creation Date',
        gross: 'Gross Credit (GC)',
        grossDebit: 'Gross Debit (GC)',
        net: 'Net Credit (NC)',
        netDebit: 'Net Debit (NC)',
        fees: ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'],
        currency: 'Gross Currency',
        netCurrency: 'Net Currency',
        references: ['Merchant Reference', 'Psp Reference', 'Modification Reference'],
        type: 'Type',
      },
      paymentTypes: ['Settled'],
      refundTypes: ['Refunded'],
      ignoredTypes: ['MerchantPayout', 'Balancetransfer'],
    },
  },
  {
    name: 'Stripe: Payout reconciliation, itemized',
    mapping: {
      ...common,
      columns: {
        ...columns,
        date: 'created_utc',
        gross: 'gross',
        net: 'net',
        fees: ['fee'],
        currency: 'currency',
        references: ['payment_metadata[order_id]', 'charge_id', 'payment_intent_id'],
        type: 'reporting_category',
      },
      paymentTypes: ['charge'],
      refundTypes: ['refund'],
      ignoredTypes: ['payout'],
    },
  },
  {
    name: 'Vipps: settlement report (CSV)',
    mapping: {
      ...common,
      dates: 'DD.MM.YYYY',
      zone: 'Europe/Oslo',
      refunds: 'by-type',
      columns: {
        ...columns,
        date: 'Salgsdato',
        gross: 'Brutto',
        net: 'Netto',
        fees: [],
        references: ['Ordre-ID', 'Transaksjons-ID'],
        type: 'Transaksjonstype',
      },
      currency: 'NOK',
      paymentTypes: ['Salg'],
      refundTypes: ['Refundering'],
      ignoredTypes: [],
    },
  },
];
