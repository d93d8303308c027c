// What stands on the customer's displays: what the till itself says of a payment, else what a program wrote.
import type { DisplayShown } from '#contract/devices/line-devices.ts';
import { messagesOf } from '#contract/data/issue-words.ts';
import type { Refusal, Refused } from '#contract/programs/problems.ts';
import type { CustomerDisplay, DisplayText } from '../ports/line-devices.ts';
import { splitNumberIssues } from '../sensitive-data/adjoining-lines.ts';
import { freeTextIssues } from '../sensitive-data/free-text.ts';

export type DisplayAnswer = { readonly type: 'accepted'; readonly display: DisplayShown } | Refused;

export interface CustomerDisplays {
  /** A program's text for one display, at most two lines. It replaces the text that stood there, also another program's. */
  write(id: string, lines: readonly string[]): DisplayAnswer;
  /** What the till shows on all of them; null: nothing of its own. */
  show(text: DisplayText | null): void;
}

const empty: DisplayText = { upper: '', lower: '' };

export function createCustomerDisplays(displays: readonly CustomerDisplay[]): CustomerDisplays {
  const written = new Map<string, DisplayText>();
  let own: DisplayText | null = null;
  const refresh = (display: CustomerDisplay) => display.show(own ?? written.get(display.id) ?? empty);
  return {
    write(id, lines) {
      const display = displays.find((each) => each.id === id);
      if (display === undefined) return { type: 'refused', refusal: noDisplay(id) };
      const whole = freeTextIssues({ lines: [...lines] }, 'test', []);
      const issues = whole.length > 0 ? whole : splitNumberIssues(lines);
      if (issues.length > 0) {
        const detail = 'The full number of a card may not be shown. Nothing was changed.';
        return { type: 'refused', refusal: { code: 'invalid-input', detail, issues, errors: messagesOf(issues) } };
      }
      const [upper = '', lower = ''] = lines;
      written.set(id, { upper, lower });
      refresh(display);
      const isShown = own === null && display.state().obstacle === null;
      return { type: 'accepted', display: { id, lines: [upper, lower], shown: isShown } };
    },
    show(text) {
      own = text;
      for (const display of displays) refresh(display);
    },
  };
}

function noDisplay(id: string): Refusal {
  const detail = `The settings name no display ${id.slice(0, 64)}. GET /v1/devices lists them.`;
  return { code: 'device-unknown', detail };
}
