// Where the office looks for the page's build, the verifier and the programs of its demo when it runs from its sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../../office/commands/office-io.ts';

it('is the project’s folder', () => {
  expect(JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'))).toMatchObject({ name: 'tillbridge' });
});
