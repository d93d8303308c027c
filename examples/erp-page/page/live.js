// The live events: what happens at the till, started by this page or not. The place in the journal is kept with each event, so a
// page that is opened again goes on where it stood.
import { isTillbridgeError } from '/client/index.js';
import { explain } from './explain.js';
import { keepPosition, orders, position } from './keep.js';
import { heard } from './orders.js';
import { find, make, showNotice } from './view.js';

const mostShown = 50;

/**
 * @param {import('/client/index.js').Tillbridge} bridge
 * @param {AbortSignal} signal
 * @param {(order: import('./keep.js').Order) => void} changed
 * @param {() => void} again Called whenever the line stands: what was left open can be asked for.
 */
export async function follow(bridge, signal, changed, again) {
  try {
    for await (const event of bridge.events.stream({
      after: position(),
      signal,
      onLost: () => say('Connection lost, trying again'),
    })) {
      switch (event.type) {
        case 'open':
          say('Connected');
          again();
          break;
        case 'reset':
          say('Connected');
          // Another journal: what this page knows is asked for anew, one by one.
          await refresh(bridge, changed);
          break;
        case 'status':
          showStatus(event.status);
          break;
        case 'operation':
          if (event.operation !== null) take(event.operation, changed);
          log(event);
          break;
        // Told only to programs that print or hear the scanner.
        case 'device':
        case 'print-job':
        case 'scan':
          break;
      }
      if ('position' in event) keepPosition(event.position);
    }
  } catch (error) {
    if (!isTillbridgeError(error)) throw error;
    say('Not connected');
    showNotice(explain(error));
  }
}

/**
 * @param {import('/client/index.js').Operation} operation
 * @param {(order: import('./keep.js').Order) => void} changed
 */
function take(operation, changed) {
  const order = heard(operation);
  if (order !== null) changed(order);
}

/**
 * @param {import('/client/index.js').Tillbridge} bridge
 * @param {(order: import('./keep.js').Order) => void} changed
 */
async function refresh(bridge, changed) {
  for (const { operation } of orders()) {
    if (operation === null) continue;
    try {
      take(await bridge.operations.get(operation.id), changed);
    } catch (error) {
      // The other journal may not know it; then it stands as it was.
      if (!isTillbridgeError(error)) throw error;
    }
  }
}

/** @param {import('/client/index.js').Status} status */
export function showStatus(status) {
  const badge = find('badge', HTMLElement);
  badge.hidden = status.mode === 'live';
  badge.textContent = status.mode === 'training' ? 'Training: no money is moved' : 'Test environment';
}

/** @param {string} text */
function say(text) {
  find('line', HTMLElement).textContent = text;
}

/** @param {import('/client/index.js').BridgeEvent & { readonly type: 'operation' }} event */
function log({ at, record, operation, state }) {
  const list = find('event-list', HTMLOListElement);
  const time = make('time', { datetime: at }, new Date(at).toLocaleTimeString('en-GB'));
  const what = [operation?.kind ?? '', record, state ?? ''].filter(
    (word, index, all) => word !== '' && all.indexOf(word) === index,
  );
  list.prepend(make('li', {}, time, ` ${what.join(', ')}`));
  while (list.children.length > mostShown) list.lastElementChild?.remove();
}
