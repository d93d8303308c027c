// Lint rules: what is wrong or probably wrong is an error; taste is left to the formatter and to readers.
// Zones and what they may import come from build/checks/import-table.ts.

import { defineConfig, type OxlintConfig } from 'oxlint';
import { importOverrides } from './build/checks/import-rules.ts';

const pureZones = ['main/contract/**', 'main/operations/**', 'main/core/**', 'main/texts/**'];
const commandLines = ['main/cli.ts', 'main/installed-cli.ts', 'main/sandbox/cli.ts'];

// Everything by which a pure zone could reach a clock, chance, a timer, the network or the process.
const impureGlobals = [
  'Date',
  'Temporal',
  'performance',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'crypto',
  'process',
  'Buffer',
  'console',
  'globalThis',
];

const config: OxlintConfig = defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['node_modules', 'dist', 'out', 'release', 'coverage', 'docs'],
  rules: {
    // Promises: nothing is forgotten, and a failure passes through the catch that was written for it.
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'no-promise-executor-return': 'error',

    // Unions are closed, types are not given up.
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],

    // Modules: these also close the ways around the import table.
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-require-imports': 'error',
    'typescript/triple-slash-reference': ['error', { lib: 'never', path: 'never', types: 'never' }],
    'import/no-dynamic-require': ['error', { esmodule: true }],
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'unicorn/prefer-node-protocol': 'error',

    eqeqeq: 'error',
    'array-callback-return': 'error',
    'no-console': 'off',
    'no-constructor-return': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-self-compare': 'error',
    'no-var': 'error',
    'unicorn/no-abusive-eslint-disable': 'error',

    // Suspicious to some, but here only style, or at odds with schemas and rows whose types are narrowed by hand.
    'no-underscore-dangle': 'off',
    'typescript/consistent-return': 'off', // The compiler's noImplicitReturns knows exhaustive switches; this does not.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'promise/always-return': 'off',
  },
  overrides: [
    ...importOverrides(),
    {
      files: pureZones,
      rules: {
        'no-restricted-globals': ['error', ...impureGlobals],
        'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      },
    },
    { files: ['main/**'], excludeFiles: commandLines, rules: { 'no-console': 'error' } },
    // Pages name what their server serves.
    { files: ['examples/*/page/**'], rules: { 'import/no-absolute-path': 'off' } },
    // Configurations, vitest's runner, and what takes the place of a package that has a default export.
    {
      files: ['*.config.ts', 'build/bundling/without-ajv.ts', 'test/support/runner.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['test/**'],
      plugins: ['vitest'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'] }],
        // `expect.any()` is typed as any.
        'typescript/no-unsafe-assignment': 'off',
        // Tables of cases say in one place what holds for some of them only.
        'vitest/no-conditional-expect': 'off',
        // A message as second argument says which of many cases failed.
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
      },
    },
  ],
});

export default config;
