// A text that somebody else wrote: a program, the gateway, a person long ago. It keeps its own direction to itself, and
// what of it is not seen is shown by its number.
import { shownText } from '#contract/shown-text.ts';

export function Foreign({ text }: { readonly text: string }) {
  return <bdi>{shownText(text)}</bdi>;
}
