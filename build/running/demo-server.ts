// Serves the window over its fake bridge to a plain browser: for the pictures, and for looking at it while working.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, type ViteDevServer } from 'vite';

export interface DemoServer {
  readonly url: string;
  readonly server: ViteDevServer;
}

export async function startDemo(port = 0): Promise<DemoServer> {
  const server = await createServer({
    configFile: false,
    root: join(import.meta.dirname, '../../renderer'),
    cacheDir: join(import.meta.dirname, '../../node_modules/.vite-demo'),
    plugins: [react()],
    server: { port, host: '127.0.0.1', hmr: false, watch: null },
    logLevel: 'warn',
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== 'object' || address === null) throw new Error('the demo server has no address');
  return { url: `http://127.0.0.1:${address.port}/demo.html`, server };
}
