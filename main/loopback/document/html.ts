// HTML as text in which every value is escaped unless it is HTML itself.

export interface Html {
  readonly html: string;
}

type Piece = string | number | Html | null | readonly Piece[];

const escapes: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { html: strings.map((text, index) => text + (index < values.length ? textOf(values[index]) : '')).join('') };
}

function textOf(piece: Piece | undefined): string {
  if (piece === null || piece === undefined) return '';
  if (typeof piece === 'number') return String(piece);
  if (typeof piece === 'string') return piece.replaceAll(/[&<>"']/g, (each) => escapes[each] ?? each);
  return 'html' in piece ? piece.html : piece.map(textOf).join('');
}

/** Words with `code` in them. */
export function inline(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Paragraphs, and lists of lines that begin with a number; an empty line stands between them. */
export function paragraphs(text: string): Html {
  const isItem = (line: string) => /^\d+\. /.test(line);
  const blocks = text.split('\n\n').map((block) => {
    const lines = block.split('\n');
    if (!lines.every(isItem)) return html`<p>${inline(block)}</p>`;
    return html`<ol>
      ${lines.map((line) => html`<li>${inline(line.replace(/^\d+\. /, ''))}</li>`)}
    </ol>`;
  });
  return html`${blocks}`;
}
