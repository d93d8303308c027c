// How an order stands, in a word and a sentence.
import { isFinal } from '/client/index.js';

/**
 * @param {import('./keep.js').Order} order
 * @returns {{ readonly tone: 'good' | 'bad' | 'doubt' | 'wait', readonly word: string, readonly text: string }}
 */
export function standing(order) {
  const { operation, trouble, end, kind } = order;
  if (trouble !== null && (operation === null || !isFinal(operation))) {
    const words = [trouble.title, trouble.text, ...trouble.steps].map((each) => each.replace(/[^.]$/, '$&.'));
    const text = words.join(' ');
    switch (end) {
      case 'refused':
        return { tone: 'bad', word: 'Refused', text };
      case 'not-sent':
        return { tone: 'bad', word: 'Not sent', text: `${text} Nothing was charged.` };
      case null:
        return { tone: 'doubt', word: 'Not known yet', text: `Do not charge again. ${text}` };
    }
  }
  switch (operation?.state) {
    case undefined:
      return { tone: 'wait', word: 'Being sent', text: 'Written down, and on its way to the till.' };
    case 'accepted':
      return { tone: 'wait', word: 'Accepted', text: 'The till has it, and carries it out when its turn comes.' };
    case 'sending':
      return {
        tone: 'wait',
        word: 'Running',
        text: kind === 'refund' ? 'The refund is on its way.' : 'The customer is at the terminal.',
      };
    case 'pending':
    case 'unknown':
      return {
        tone: 'doubt',
        word: 'Not known yet',
        text: 'The answer was lost on the way. The till is finding out. Do not charge again.',
      };
    case 'needs-person':
      return {
        tone: 'doubt',
        word: 'Needs a person',
        text: 'Somebody must settle it in Tillbridge. Do not charge again.',
      };
    case 'succeeded':
      return kind === 'refund'
        ? { tone: 'good', word: 'Refunded', text: '' }
        : { tone: 'good', word: 'Paid', text: '' };
    case 'failed':
      return { tone: 'bad', word: 'Failed', text: `${operation?.failure?.message ?? ''} No money was moved.` };
    case 'cancelled':
      return { tone: 'bad', word: 'Taken back', text: 'No money was moved.' };
    case 'expired':
      return { tone: 'bad', word: 'Expired', text: 'It could not be sent in time. No money was moved.' };
  }
}
