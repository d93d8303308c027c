// Exports the journal for a person at the window.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Background } from '#background/background.ts';

interface JournalExportPorts {
  readonly publicKeyPem: string;
  readonly background: Background;
  readonly dataDir: string;
}

export type JournalExport = ReturnType<typeof journalExport>;

export function journalExport({ publicKeyPem, background, dataDir }: JournalExportPorts) {
  return {
    /** Exports the journal into the file, and writes its public key beside it. */
    async exportJournal(format: 'ndjson' | 'csv', file: string) {
      await background.run('export', { dataDir, format, file });
      const key = `${file}.public-key.pem`;
      rmSync(`${key}.new`, { force: true });
      writeFileSync(`${key}.new`, publicKeyPem, { flag: 'wx' });
      renameSync(`${key}.new`, key);
    },
  };
}
