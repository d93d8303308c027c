// Six digits in two groups of three, as people read them out to each other. The space cannot break.

export function digitsText(code: string): string {
  return `${code.slice(0, 3)}\u00A0${code.slice(3)}`;
}
