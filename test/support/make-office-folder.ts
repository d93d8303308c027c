// A program: makes an office's data folder with an empty database, for tests to copy (office-folder.ts).
import { startEmbedded } from '#office/database/embedded.ts';

const [folder = ''] = process.argv.slice(2);
const database = await startEmbedded(folder, () => {});
await database.stop();
process.exit(0);
