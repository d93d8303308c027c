// For `npm run test:mutants`: the product's files come with their mutants in them, and a runner of our own tries those.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '..', '..');
const work = process.env['TILLBRIDGE_MUTANTS'] ?? '';

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load(id) {
        const [path = ''] = id.split('?');
        const switched = join(work, 'switched', relative(root, path));
        return path.startsWith(root) && existsSync(switched) ? readFileSync(switched, 'utf8') : null;
      },
    },
  ],
  test: {
    include: ['test/{unit,integration,mutants}/**/*.test.ts'],
    environment: 'node',
    runner: join(import.meta.dirname, 'runner.ts'),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 1,
    pool: 'forks',
    passWithNoTests: true,
    // The texts are others in each run, whatever the files say.
    fsModuleCache: false,
    reporters: [{}],
  },
});
