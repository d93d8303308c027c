// What is wrong with which field, as one line for people. Fields that a cashier knows by sight have their label.
import { type FieldIssue, type IssueKind, issueKinds } from '#contract/data/issue-words.ts';
import { textAt } from '#contract/data/json.ts';
import { ruleIn } from '#texts/rules.ts';
import type { Language, Say, TextKey } from '#texts/index.ts';

type LabelKey = Extract<
  TextKey,
  `fact.${string}` | 'sale.currency' | 'dcc.bin' | `refund.${FieldOfRefund}` | ShopField
>;
type FieldOfRefund = 'reason' | 'email' | 'cardNumber' | 'cardholder' | 'expiry' | 'brand' | 'iban' | 'holder' | 'line';
type ShopField = `shop.${'terminals' | 'currency' | 'name' | 'address' | 'queueLimit' | 'processing' | 'port'}`;

const labels: { readonly [field: string]: LabelKey } = {
  amount: 'fact.amount',
  'amount.value': 'fact.amount',
  currency: 'sale.currency',
  'amount.currency': 'sale.currency',
  posTerminalId: 'fact.terminal',
  merchantId: 'fact.merchantId',
  transId: 'fact.transId',
  refNr: 'fact.reference',
  payId: 'fact.payId',
  traceNr: 'fact.traceNr',
  approvalCode: 'fact.approval',
  bin: 'dcc.bin',
  statementDescriptor: 'refund.reason',
  refundReason: 'refund.reason',
  'customerInfo.email': 'refund.email',
  'paymentMethods.card.number': 'refund.cardNumber',
  'paymentMethods.card.cardholderName': 'refund.cardholder',
  'paymentMethods.card.expiryDate': 'refund.expiry',
  'paymentMethods.card.brand': 'refund.brand',
  'paymentMethods.directDebit.account.number': 'refund.iban',
  'paymentMethods.directDebit.account.accountHolderName': 'refund.holder',
  line: 'refund.line',
  terminals: 'shop.terminals',
  shopCurrency: 'shop.currency',
  shopName: 'shop.name',
  shopAddress: 'shop.address',
  queueLimit: 'shop.queueLimit',
  processingSeconds: 'shop.processing',
  loopbackPort: 'shop.port',
};

export function issueLine(issue: FieldIssue, say: Say, language: Language): string {
  return say('problem.field', { field: fieldName(issue.field, say), issue: issueText(issue, say, language) });
}

/** A field by its label on the screen, or by its name. */
export function fieldName(field: string, say: Say): string {
  const label = labels[field];
  return label === undefined ? field : say(label);
}

/** What is wrong, without the field's name. */
export function issueText({ code, params = {}, message }: FieldIssue, say: Say, language: Language): string {
  const value = (name: string) => textAt(params, name) ?? '';
  const rule = ruleIn(message, language);
  // A schema's own message says more than the general words of its code.
  if (rule !== null) return say('issue.rule', { message: rule });
  switch (code) {
    case 'rule':
      return say('issue.rule', { message });
    case 'kind':
      return say('issue.kind', { kind: say(`issueKind.${kindOf(value('kind'))}`) });
    case 'one-of':
      return say('issue.one-of', { values: value('values') });
    case 'too-small':
      return say('issue.too-small', { least: value('least') });
    case 'too-short':
      return say('issue.too-short', { least: value('least') });
    case 'too-large':
      return say('issue.too-large', { most: value('most') });
    case 'too-long':
      return say('issue.too-long', { most: value('most') });
    case 'format':
      return say('issue.format', { format: value('format') });
    case 'currency-differs':
      return say('issue.currency-differs', { currency: value('currency') });
    case 'not-our-terminal':
      return say('issue.not-our-terminal', { terminals: value('terminals') });
    case 'other-spelling':
      return say('issue.other-spelling', { name: value('name') });
    case 'same-name':
      return say('issue.same-name', { name: value('name') });
    case 'required':
    case 'unknown-field':
    case 'repeated':
    case 'sensitive-authentication-data':
    case 'invalid':
      return say(`issue.${code}`);
    default:
      // A newer main may know more codes than this window.
      return message;
  }
}

function kindOf(text: string): IssueKind {
  return issueKinds.find((each) => each === text) ?? 'other';
}
