// The window's tests on a machine without the browser: loaded in Node, with empty stand-ins for what only a browser
// has, so that the runner (test/support/runner.ts) can count and skip them one by one. None of them is run.
import { join } from 'node:path';
import { defineProject } from 'vitest/config';
import { provided } from './project.ts';

const standIn = '\0without-browser';
/** Whatever is asked of it while a file is loaded, it gives itself. */
const nothing = `const nothing = new Proxy(() => nothing, { get: (_, name) => (name === 'then' ? undefined : nothing) });
export { nothing as page, nothing as userEvent, nothing as render, nothing as default };`;

export const countedProject = defineProject({
  plugins: [
    {
      name: 'stand-ins-for-the-browser',
      enforce: 'pre',
      resolveId: (id) => (/^vitest(?:-browser-react|\/browser)$|\.css(?:\?|$)/.test(id) ? standIn : null),
      load: (id) => (id === standIn ? nothing : null),
    },
  ],
  test: {
    name: 'renderer',
    provide: provided,
    include: ['test/renderer/**/*.test.{ts,tsx}'],
    environment: 'node',
    isolate: false,
    runner: join(import.meta.dirname, '../support/runner.ts'),
    sequence: { groupOrder: 3 },
  },
});
