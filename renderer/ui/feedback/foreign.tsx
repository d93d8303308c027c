// A text from outside of the window: of a program, of the gateway, or typed by a person earlier. Its writing direction
// does not change the text around it, and invisible characters are shown by their numbers.
import { shownText } from '#contract/text/shown-text.ts';

export function Foreign({ text }: { readonly text: string }) {
  return <bdi>{shownText(text)}</bdi>;
}
