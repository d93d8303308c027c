// Dead code: files nobody reaches, exports nobody else uses, packages nobody needs.

import { type KnipConfig } from 'knip';

const config: KnipConfig = {
  entry: [
    'main/cli.ts',
    'main/installed-cli.ts',
    'main/sandbox/cli.ts',
    'office/cli.ts',
    'office/page/main.tsx',
    'build/bundling/office-page.ts',
    'main/index.ts',
    'main/background/worker.ts',
    'preload/{index,customer}.ts',
    'renderer/{main,demo,customer/main}.tsx',
    // Named by package.json, by electron-builder.yml, by a shell script, or bundled for the old runtime.
    'build/{bundling/{customer-page,worker},machine/system-packages,running/{dev,screenshots,start}}.ts',
    'build/packaging/{after-pack,icons,package,test-debs,update-manifest}.ts',
    'build/{simulator/{sim,sim-mutants,sim-worker},testing/{mutants,test,test-e2e}}.ts',
    'build/documents/{gateway-coverage,gateway-openapi,loopback-openapi}.ts',
    'client/src/index.ts',
    'examples/erp-page/{server.ts,page/page.js}',
    'build/bundling/without-ajv.ts', // Named by the bundler's configuration.
    'build/electron/{code-cache-recorder,default-app,fpm-on-dpkg,old-runtime}.ts',
    'test/{unit,integration,process,kills,attack,sim,answers,e2e}/**/*.test.ts',
    'test/renderer/**/*.test.{ts,tsx}',
    'test/e2e/vitest.config.ts',
    'test/support/{build-client,bundle}.ts', // Named by vitest's configuration.
    'test/support/{runner,keep-evidence}.ts', // Named by vitest's configurations.
    'test/support/{die-at,hopping-clock,told-names}.ts', // Loaded into a program by tests.
    'test/support/older-typescript.ts', // Named by the test of a generated client.
    'test/support/make-office-folder.ts', // Started by the first office of a run.
    'test/bench/{bytes,office,office-claims,start,years}.ts',
    'test/bench/engine/{accept,syncs,queue,verify}.ts',
    'test/bench/loopback/{bench,events,proxy,readers,sale,stall}.ts',
    'test/bench/devices/bench.ts',
    'test/conformance/run.ts',
    'test/soak/month-in-an-hour.ts',
    'test/mutants/{vitest.config,runner,simulator.test}.ts',
  ],
  project: [
    'main/**/*.ts',
    'office/**/*.{ts,tsx}',
    'client/src/**/*.ts',
    'examples/**/*.{ts,js}',
    'preload/**/*.ts',
    'renderer/**/*.{ts,tsx}',
    'build/**/*.ts',
    'test/**/*.{ts,tsx}',
  ],
  rules: { files: 'error', dependencies: 'error', devDependencies: 'error', exports: 'error', types: 'error' },
  ignoreDependencies: [
    '@fontsource-variable/inter', // Imported by a style sheet.
    'openapi-typescript', // Run as a command by the test of a generated client.
    '@photostructure/sqlite', // Copied beside the old runtime (build/electron/fallback.ts).
    '@doyensec/electronegativity', // Loaded with a TypeScript of its own (build/checks/electronegativity.ts).
  ],
  // The TLS tests make their own certificate authority with it; the rest is asked for by `npm test`.
  // strace kills bridges, breaks disks and counts syncs; the compiler makes the file system that forgets.
  ignoreBinaries: [
    'prlimit',
    'unshare',
    'strip',
    'dpkg',
    'dpkg-query',
    'apt-get',
    'apt-cache',
    'openssl',
    'mkfifo',
    'dpkg-deb',
    'ldd',
    'socat',
    'umockdev-run',
    'zbarimg',
    'strace',
    'systemd-analyze',
    'useradd',
    'userdel',
    'gcc',
    'pkg-config',
    'fusermount3',
    'nginx',
    'ulimit',
  ],
  // A type that describes an exported function's arguments is part of that function, used elsewhere or not.
  ignoreExportsUsedInFile: { interface: true, type: true },
};

export default config;
