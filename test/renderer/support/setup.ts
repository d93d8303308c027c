// The window's ground styles in the tests' page, as index.html links them.
import base from '../../../renderer/styles/base.css?inline';

const style = document.createElement('style');
style.textContent = base;
document.head.append(style);
