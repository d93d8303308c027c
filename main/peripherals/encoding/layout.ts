// Text in lines as wide as the paper. The encoder's own wrapping loses runs of spaces, so that amounts would no longer
// stand below each other.

/** Lines of at most `width` characters, broken between words where one can. An empty text is one empty line. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line.trimEnd(), width));
}

function wrappedLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    // A word longer than the line is cut.
    const end = space > 0 && rest.slice(0, space).trim() !== '' ? space : width;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

export function aligned(line: string, width: number, align: 'left' | 'center' | 'right'): string {
  switch (align) {
    case 'left':
      return line;
    case 'center':
      return ' '.repeat(Math.max(0, (width - line.length) >> 1)) + line;
    case 'right':
      return line.padStart(width);
  }
}

/** Left and right text on one line; where both do not fit, the right one stands at the right of the next line. */
export function columnLines(left: string, right: string, width: number): string[] {
  const lefts = wrapped(left, width);
  const rights = wrapped(right, width);
  const [first = ''] = rights;
  const last = lefts.at(-1) ?? '';
  const joined = last.length + first.length + (last === '' || first === '' ? 0 : 1) <= width;
  const tail = joined ? [last + first.padStart(width - last.length), ...rights.slice(1)] : [last, ...rights];
  const [head = '', ...more] = tail;
  return [...lefts.slice(0, -1), joined ? head.trimEnd() : head, ...more.map((line) => aligned(line, width, 'right'))];
}
