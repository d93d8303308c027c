// A packaged app that tests can drive: the users' app, to the byte, except for its fuses, which keep test drivers out.
// They are set back to those of the runtime that was packaged.
import { cpSync, rmSync } from 'node:fs';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

interface Copying {
  /** The folder that the package lies in, and the one for the copy. */
  readonly from: string;
  readonly to: string;
  /** Of the copy, and of the runtime. */
  readonly executable: string;
  readonly runtime: string;
}

export async function copyWithOpenFuses({ from, to, executable, runtime }: Copying): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const original = await getCurrentFuseWire(runtime);
  const options = Object.values(FuseV1Options).filter((option) => typeof option === 'number');
  const wanted = options.flatMap((option) => {
    const state = original[option];
    return state === FuseState.ENABLE || state === FuseState.DISABLE ? [[option, state === FuseState.ENABLE]] : [];
  });
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // A signed program that was changed would not start on a Mac.
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...(Object.fromEntries(wanted) as { [option in FuseV1Options]?: boolean }),
  });
}
