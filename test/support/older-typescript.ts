// For `node --import`: openapi-typescript is written on the programming interface of TypeScript 5, which the TypeScript
// that checks this project no longer has. So its own import of `typescript` leads to the copy that ts-morph carries.
import { registerHooks } from 'node:module';

const carried = `import { ts } from '${import.meta.resolve('@ts-morph/common')}';\nexport default ts;\n`;
const url = `data:text/javascript,${encodeURIComponent(carried)}`;

registerHooks({
  resolve: (name, context, next) => (name === 'typescript' ? { url, shortCircuit: true } : next(name, context)),
});
