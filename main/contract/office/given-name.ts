// What a name must be that an office gives a person or a program of its tills: it is shown to people there, and journalled.
import { cardNumberWords, containsCardNumber } from '../cards/card-number.ts';
import { isUncomposed, nameHasUnseen, uncomposedWords, unseenWords } from '../text/shown-text.ts';

const mostNameLength = 60;

/** What is wrong with it, in English, to be read after the name; null where nothing is. */
export function givenNameIssue(name: string): string | null {
  if (name.trim() === '' || name !== name.trim() || name.length > mostNameLength) {
    return `must have 1 to ${mostNameLength} characters`;
  }
  if (nameHasUnseen(name)) return unseenWords;
  if (isUncomposed(name)) return uncomposedWords;
  return containsCardNumber(name) ? cardNumberWords : null;
}
