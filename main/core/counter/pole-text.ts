// What the customer sees, as two lines of 20 characters.
import type { CustomerView } from '#contract/devices/customer-screen.ts';
import type { Money } from '#contract/money/money.ts';
import { amountText } from '#texts/amount-text.ts';
import { type Language, sayIn } from '#texts/index.ts';
import type { DisplayText } from '../ports/line-devices.ts';

const width = 20;

/** Null where the till shows nothing of its own. */
export function poleText(view: CustomerView, language: Language): DisplayText | null {
  const say = sayIn(language);
  /** The amount stands at the right end; a word that leaves no room for it goes. */
  const beside = (word: string, money: Money) => {
    const amount = amountText(money, language);
    const room = width - amount.length - 1;
    return `${(word.length > room ? '' : word).padEnd(Math.max(0, room))} ${amount}`.slice(-width);
  };
  switch (view.step) {
    case 'idle':
      return null;
    case 'pay':
      return { upper: beside(say('pole.pay'), view.amount), lower: say('pole.payNext') };
    case 'refund':
      return { upper: beside(say('pole.refund'), view.amount), lower: say('pole.refundNext') };
    case 'paid': {
      const { amount, left } = view;
      const lower = left === null ? say('pole.paidNext') : beside(say('pole.left'), left);
      return { upper: beside(say('pole.paid'), amount), lower };
    }
    case 'refunded':
      return { upper: beside(say('pole.refunded'), view.amount), lower: say('pole.refundedNext') };
    case 'not-paid':
      return { upper: say('pole.notPaid'), lower: say('pole.notPaidNext') };
    case 'not-refunded':
      return { upper: say('pole.notRefunded'), lower: say('pole.notRefundedNext') };
    case 'wait':
      return { upper: say('pole.wait'), lower: say('pole.waitNext') };
    case 'wait-refund':
      return { upper: say('pole.wait'), lower: say('pole.waitRefundNext') };
  }
}
