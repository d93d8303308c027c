// The window's ground styles in the tests' page, as index.html links them.
import base from '../../../renderer/styles/base.css?inline';

const style = document.createElement('style');
style.textContent = base;
document.head.append(style);

// Until the window's own font is there, a wider one stands in for it, and what fits looks cut off.
for (const weight of [400, 600, 700]) {
  const faces = await document.fonts.load(`${weight} 16px "Inter Variable"`, 'Größe');
  if (faces.length === 0) throw new Error('the window’s font was not found');
}
