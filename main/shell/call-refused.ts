/** An error whose message may be shown to the window. Others become "something went wrong inside". */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}
