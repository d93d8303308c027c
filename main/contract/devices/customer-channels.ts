// The channels of the window on the customer's screen: it is told what to show, and says when it is there and what the
// customer chose. It has no other; those of the till's window stand in window-channels.ts.
import type { CustomerAnswer, CustomerTold } from './customer-screen.ts';

export const customerChannels = {
  told: 'tillbridge:customer:told',
  ready: 'tillbridge:customer:ready',
  chose: 'tillbridge:customer:chose',
} as const;

/** What the preload script puts into the customer's window as `window.tillbridgeCustomer`. */
export interface CustomerApi {
  /** Main tells the scene at once, and again with each change. */
  readonly start: (listener: (told: CustomerTold) => void) => void;
  readonly choose: (answer: CustomerAnswer) => void;
}
