// Copies a text. Where the clipboard interface is refused (the shell refuses permissions it was not told to give), the
// old way through a selection still works under a press.
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  // With an open dialog, elements outside of it cannot be selected.
  const host = document.querySelector('dialog[open]') ?? document.body;
  host.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
