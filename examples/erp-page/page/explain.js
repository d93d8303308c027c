// What went wrong, in words for the person at the desk: what it is, what it means for the money, what to do now.
// Every outcome of the client has its own words, because each asks for something else.

/**
 * @typedef {object} Notice
 * @property {'bad' | 'doubt' | 'wait'} tone
 * @property {string} title
 * @property {string} text
 * @property {readonly string[]} steps
 */

/**
 * @param {import('/client/index.js').TillbridgeError} error
 * @returns {Notice}
 */
export function explain(error) {
  switch (error.type) {
    case 'not-running':
      return error.reason === 'not-tillbridge' ? otherProgram : notRunning(error.permission);
    case 'version-unsupported':
      return {
        tone: 'bad',
        title: 'This page and Tillbridge do not fit together',
        text: `This Tillbridge speaks ${error.apiVersions.join(', ')} of its API, which this page does not. Nothing was sent.`,
        steps: ['Load the page anew. If that does not help, tell whoever looks after this computer.'],
      };
    case 'blocked-by-browser':
      return error.reason === 'insecure-page' ? insecurePage : permissionDenied;
    case 'refused':
      return refused(error);
    case 'identity-changed':
      return {
        tone: 'bad',
        title: 'This is not the Tillbridge that was paired',
        text: 'The program at this address does not hold the key from the pairing. Nothing was sent to it, not even the token.',
        steps: [
          'If Tillbridge was installed anew on this computer, forget this pairing below and pair again.',
          'If it was not, tell whoever looks after this computer, and do not pair.',
        ],
      };
    case 'identity-uncheckable':
      return {
        tone: 'bad',
        title: 'This browser cannot check who answers',
        text: 'It is too old to check the signature of Tillbridge, so nothing was sent.',
        steps: ['Update the browser, then open this page again.'],
      };
    case 'unknown':
      return unknown;
    case 'no-answer':
      return {
        tone: 'wait',
        title: 'Tillbridge did not answer in time',
        text: 'It was only asked something; nothing was charged or changed by it.',
        steps: ['Try again.'],
      };
    case 'aborted':
      return error.maybeSent ? unknown : { tone: 'wait', title: 'Stopped', text: 'Nothing was sent.', steps: [] };
  }
}

/** @type {Notice} */
const unknown = {
  tone: 'doubt',
  title: 'Not known yet whether this was carried out',
  text: 'It was sent, and no answer came back. It may have happened.',
  steps: ['Do not charge again.', 'Press "Ask again": the same request is sent once more, and happens once at most.'],
};

/**
 * @param {import('/client/index.js').NetworkPermission} permission
 * @returns {Notice}
 */
function notRunning(permission) {
  const asked =
    permission === 'prompt' ? ['If the browser asked whether this page may reach apps on this device, allow it.'] : [];
  return {
    tone: 'bad',
    title: 'Tillbridge does not answer',
    text: 'Nothing listens at this address on this computer.',
    steps: [
      ...asked,
      'Start Tillbridge on this computer.',
      'Compare the address with Settings, Programs in Tillbridge.',
      'Try again.',
    ],
  };
}

/** @type {Notice} */
const otherProgram = {
  tone: 'bad',
  title: 'Another program uses this address',
  text: 'Something answers there, but it is not Tillbridge. Nothing was sent to it.',
  steps: ['Compare the address with Settings, Programs in Tillbridge.', 'Try again.'],
};

/** @type {Notice} */
const permissionDenied = {
  tone: 'bad',
  title: 'The browser keeps this page from the till',
  text: 'This page needs the permission to reach apps on this device, and it is denied. Whether Tillbridge runs cannot be seen.',
  steps: [
    'Press the icon at the left of the address bar and open the site settings.',
    'Set "Apps on device" (in older versions "Local network access") to Allow.',
    'Come back and try again.',
  ],
};

/** @type {Notice} */
const insecurePage = {
  tone: 'bad',
  title: 'This page was not opened over HTTPS',
  text: 'The browser lets only pages from https:// addresses ask to reach apps on this device.',
  steps: ['Open this page by its https:// address.'],
};

/**
 * @param {import('/client/index.js').Refused} error
 * @returns {Notice}
 */
function refused({ code, problem, retryAfterMs }) {
  const known = refusals[code];
  if (known !== undefined) return { tone: 'bad', ...known };
  const steps = retryAfterMs === null ? [] : [`Try again ${inWords(retryAfterMs)}.`];
  return { tone: 'bad', title: problem.title, text: `${problem.detail} Nothing was charged or changed.`, steps };
}

/** @param {number} ms */
function inWords(ms) {
  const minutes = Math.ceil(ms / 60_000);
  return ms <= 60_000 ? 'in a minute' : `in ${minutes} minutes`;
}

const pairAgain = ['Forget this pairing below, and pair this page again.'];

/** @type {{ readonly [code: string]: Omit<Notice, 'tone'> | undefined }} */
const refusals = {
  'origin-refused': {
    title: 'Tillbridge does not answer this page',
    text: 'It runs, but this page is not paired with it, or was shut out.',
    steps: pairAgain,
  },
  'token-unknown': {
    title: 'The till has shut this page out',
    text: 'The token of this pairing is not known any more. Nothing was charged.',
    steps: pairAgain,
  },
  'scope-missing': {
    title: 'This was not granted to this page',
    text: 'Whoever paired it did not allow this. Nothing was charged or changed.',
    steps: ['Have it granted under Settings, Programs in Tillbridge.'],
  },
  'pairing-refused': {
    title: 'The pairing was refused at the till',
    text: 'Nothing was granted.',
    steps: ['Pair again when somebody at the till expects it; the till hears this page again after ten minutes.'],
  },
  'pairing-impossible': {
    title: 'This Tillbridge has no window to ask at',
    text: 'It runs without a window, so nobody can grant a pairing there. Nothing was granted.',
    steps: ['Have a token made for this page with "bridge token create", and enter it below.'],
  },
  'pairing-expired': {
    title: 'Nobody answered at the till in time',
    text: 'The code is no longer valid. Nothing was granted.',
    steps: ['Go to the till, then pair again.'],
  },
  offline: {
    title: 'The till cannot reach the payment gateway',
    text: 'Nothing was charged and nothing is waiting.',
    steps: ['Try again when the connection is back, or take another way of payment.'],
  },
  'trans-id-used': {
    title: 'This order was charged before, or tried',
    text: 'Its number was used at this till already. Nothing was charged now.',
    steps: ['Look at the order below, or take another number.'],
  },
};
