// A message of alarms as a person reads it: subject and plain text, in the recipient's language. Names and references come
// from tills, so what is not seen in them is shown by its number, and line ends cannot get into a header.
import { isolated } from '#contract/text/shown-text.ts';
import { amountText } from '#texts/amount-text.ts';
import { alarmWordsIn } from './alarm-texts.ts';
import type { Message } from './deliver.ts';
import type { NoticeItem } from './kinds.ts';

const mostName = 120;

export function messageText({ language, items, more }: Pick<Message, 'language' | 'items' | 'more'>): {
  readonly subject: string;
  readonly text: string;
} {
  const words = alarmWordsIn(language);
  const [first] = items;
  const count = items.length + more;
  const about = first === undefined || first.event === 'test' ? words.event('test') : headline(first);
  const subject = `[Tillbridge] ${words.word('subject')}: ${about}${count > 1 ? ` (+${count - 1})` : ''}`;
  const blocks = items.map((item) => (item.event === 'test' ? words.word('test') : block(item)));
  // What to do is said once for each kind, and not of what is over.
  const open = new Set(items.filter(({ event }) => event === 'opened' || event === 'reminder').map(({ kind }) => kind));
  const advice = [...open].map((kind) => `${words.word('advice')} (${words.title(kind)}):\n${words.advice(kind)}`);
  const rest = more === 0 ? [] : [`${words.word('more')}: ${more}`];
  return { subject, text: `${[...blocks, ...rest, ...advice].join('\n\n')}\n` };

  function headline({ event, kind, till }: NoticeItem): string {
    return `${words.event(event)}: ${words.title(kind)}: ${named(till)}`;
  }

  function block(item: NoticeItem): string {
    const { till, shop, facts, since } = item;
    const { amountMinor = null, currency = null, reference = null, record = null, tills = null, mode = null } = facts;
    const amount =
      amountMinor === null || currency === null ? null : amountText({ value: amountMinor, currency }, language);
    const at = tills === null ? named(till) : tills.map(named).join(', ');
    const details = [
      shop === null ? at : `${at} (${named(shop)})`,
      amount,
      reference === null ? null : named(reference),
      record === null ? null : `${words.word('record')} ${record}`,
      mode === null || mode === 'live' ? null : mode,
    ].filter((part) => part !== null);
    return [
      `${words.event(item.event)}: ${words.title(item.kind)}`,
      details.join(' · '),
      `${words.word('since')} ${since.slice(0, 16).replace('T', ' ')} UTC`,
    ].join('\n');
  }
}

/** On one line, whatever a till says. */
function named(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return isolated(line.length > mostName ? `${line.slice(0, mostName).toWellFormed()}…` : line);
}
