// Tests in which another user of the machine reads, writes or connects. Root runs a program as any user by number, and
// gives files away; no other user can, so there such a test says why it did not run.
import type { TestContext } from 'vitest';

export const otherUser = { uid: 65_534, gid: 65_534 } as const;

export function needSecondUser({ skip }: Pick<TestContext, 'skip'>): void {
  skip(process.getuid?.() !== 0, 'it needs a second user of the system: run it as root');
}
