// Exports the journal for a person at the window.
import { writeDurably } from '#host/files/durable-files.ts';
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
      writeDurably(key, publicKeyPem);
    },
  };
}
