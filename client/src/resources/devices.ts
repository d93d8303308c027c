// The devices at the till: printing typed documents, the customer's display, and the drawer. A print job is sent under a request id like an
// operation, so that it is printed once however often it is sent; so is the wish to open the drawer.
import type {
  DeviceList,
  DisplayShown,
  DrawerOpened,
  PrintDocument,
  PrintJob,
  PrintJobList,
} from '../api/generated.ts';
import type { Line } from '../line/line.ts';
import { requestIdOf } from '../api/request-id.ts';
import type { SubmitOptions } from './operations.ts';

interface Options {
  readonly signal?: AbortSignal;
}

export interface PrintOptions extends SubmitOptions {
  /** Refuses what the printer would print otherwise than written; without it, `notes` of the job say what that is. */
  readonly onlyAsWritten?: boolean;
}

export interface JobFilter {
  /** `due` by default. */
  readonly state?: PrintJob['state'];
  /** The `next` of the page before, with the same state. */
  readonly after?: string;
  /** 1 to 200; 50 by default. */
  readonly limit?: number;
}

export class Devices {
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  async list(options: Options = {}): Promise<DeviceList['devices']> {
    const answer = await this.#line.call({ method: 'GET', path: '/v1/devices', ...options });
    return (answer as DeviceList).devices;
  }

  /** Read `state`: only `printed` is the printer's own word. Throws OutcomeUnknown where it may have been stored all the same. */
  async print(device: string, document: PrintDocument, options: PrintOptions = {}): Promise<PrintJob> {
    const { waitSeconds, signal, onlyAsWritten } = options;
    const answer = await this.#line.call({
      method: 'POST',
      path: '/v1/print-jobs',
      body: { device, document, ...(onlyAsWritten === undefined ? {} : { onlyAsWritten }) },
      operation: { requestId: requestIdOf(options.requestId), kind: 'print' },
      ...(waitSeconds === undefined ? {} : { waitSeconds }),
      ...(signal === undefined ? {} : { signal }),
    });
    return answer as PrintJob;
  }

  /** With `waitSeconds`, answers when nothing more happens to it by itself, or after so long. */
  async job(id: string, options: Pick<SubmitOptions, 'waitSeconds' | 'signal'> = {}): Promise<PrintJob> {
    return (await this.#line.call({ method: 'GET', path: pathOf(id), ...options })) as PrintJob;
  }

  /** A page of this program's own jobs in one state, the oldest first, each with its age; `next` leads to the next page. */
  async jobs(filter: JobFilter = {}, options: Options = {}): Promise<PrintJobList> {
    const wish = { method: 'GET', path: '/v1/print-jobs', query: { ...filter }, ...options } as const;
    return (await this.#line.call(wish)) as PrintJobList;
  }

  /** Takes back a job that is still due; refused with `not-cancellable` afterwards. */
  async cancel(id: string, options: Options = {}): Promise<PrintJob> {
    const wish = { method: 'POST', path: `${pathOf(id)}/cancel`, body: {}, ...options } as const;
    return (await this.#line.call(wish)) as PrintJob;
  }

  /** For a doubtful job, after a person has looked. `reprint`: it did not come out, print it again, marked COPY. */
  async decide(
    id: string,
    said: { readonly cameOut: boolean; readonly reprint?: boolean },
    options: Options = {},
  ): Promise<PrintJob> {
    const wish = { method: 'POST', path: `${pathOf(id)}/decide`, body: said, ...options } as const;
    return (await this.#line.call(wish)) as PrintJob;
  }

  /** Two lines of 20 characters on a customer's display; none clear it. While a payment runs the till shows that. */
  async write(id: string, lines: readonly string[], options: Options = {}): Promise<DisplayShown> {
    const path = `/v1/displays/${encodeURIComponent(id)}`;
    return (await this.#line.call({ method: 'PUT', path, body: { lines }, ...options })) as DisplayShown;
  }

  /**
   * One pulse for each `requestId`, however often it is sent; without one, for each call. `result` is `unknown` where the
   * printer's line broke. Throws OutcomeUnknown where no answer came: it may have opened, and the same `requestId` tells.
   */
  async openDrawer(
    id: string,
    reason: string,
    options: Omit<SubmitOptions, 'waitSeconds'> = {},
  ): Promise<DrawerOpened> {
    const { signal } = options;
    const answer = await this.#line.call({
      method: 'POST',
      path: `/v1/drawers/${encodeURIComponent(id)}/open`,
      body: { reason },
      operation: { requestId: requestIdOf(options.requestId), kind: 'drawer' },
      ...(signal === undefined ? {} : { signal }),
    });
    return answer as DrawerOpened;
  }
}

const pathOf = (id: string): string => `/v1/print-jobs/${encodeURIComponent(id)}`;
