// What somebody in the back office does from the command line while the bridge on the same folder starts, works and is
// killed: programs are let in, limited and shut out, the journal is verified and exported, shifts are closed. What a
// command said that it did holds, and what was killed meanwhile was done or not, nothing in between.
import type { Client } from '#contract/programs/client.ts';
import type { ShiftReport } from '#contract/shift/shift.ts';
import type { Dice } from './chance.ts';
import type { KilledTill } from './till.ts';

/** A program's access as far as it is changed here; null while there is none. */
interface Access {
  readonly limit: number | null;
  readonly revoked: boolean;
}

interface Guest {
  readonly name: string;
  /** As it may be; more than one since a command on it was killed, until somebody looks. */
  readonly possible: readonly (Access | null)[];
}

const none: readonly Guest[] = [];

export class BackOffice {
  readonly differences: string[] = [];
  /** Commands that ended by themselves, and that were killed. */
  done = 0;
  killed = 0;
  readonly #till: KilledTill;
  readonly #name: string;
  #guests = none;
  #closed = 0;

  constructor(till: KilledTill, name: string) {
    this.#till = till;
    this.#name = name;
  }

  /** One command, sometimes killed. Several at once are several offices. */
  async act(dice: Dice, round: string): Promise<void> {
    const killAfterMs = dice.chance(40) ? dice.between(0, 400) : null;
    const guest = this.#guests.at(-1);
    const what = dice.between(1, 8);
    if (guest === undefined || what === 1) return this.#letIn(`${this.#name}, ${round}`, killAfterMs);
    if (what <= 3) return this.#limit(guest, dice.between(0, 5_000), killAfterMs);
    if (what <= 5) return this.#shutOut(guest, killAfterMs);
    if (what === 6) return this.#closeShift(killAfterMs);
    await this.#run(
      dice.pick([
        ['journal', 'verify'],
        ['journal', 'export'],
        ['operation', 'list'],
      ]),
      killAfterMs,
    );
  }

  /** Compares what is there with what was done. */
  async look(): Promise<void> {
    const clients = await this.#clients();
    this.#guests = this.#guests.map(({ name, possible }) => {
      const seen = accessOf(clients, name);
      const fits = possible.some((each) => JSON.stringify(each) === JSON.stringify(seen));
      if (!fits) this.differences.push(`${name}: is ${JSON.stringify(seen)}, and was ${JSON.stringify(possible)}`);
      return { name, possible: [seen] };
    });
  }

  async #letIn(name: string, killAfterMs: number | null): Promise<void> {
    const after: Access = { limit: null, revoked: false };
    const args = ['token', 'create', '--name', name, '--scopes', 'status,refund'];
    const ended = await this.#run(args, killAfterMs);
    this.#guests = [...this.#guests, { name, possible: ended === null ? [null, after] : [after] }];
  }

  async #limit(guest: Guest, limit: number, killAfterMs: number | null): Promise<void> {
    await this.look();
    const client = (await this.#clients()).find(({ name }) => name === guest.name);
    if (client === undefined || client.revokedAt !== null) return this.#letIn(`${guest.name}+`, killAfterMs);
    const args = ['token', 'change', '--id', client.id, '--scopes', 'status,refund'];
    const ended = await this.#run([...args, '--refunds-per-day', String(limit)], killAfterMs);
    this.#changed(guest.name, { limit, revoked: false }, ended === null);
  }

  async #shutOut(guest: Guest, killAfterMs: number | null): Promise<void> {
    await this.look();
    const before = accessOf(await this.#clients(), guest.name);
    if (before === null || before.revoked) return this.#letIn(`${guest.name}+`, killAfterMs);
    const ended = await this.#run(['token', 'revoke', '--name', guest.name], killAfterMs);
    this.#changed(guest.name, { ...before, revoked: true }, ended === null);
  }

  #changed(name: string, after: Access, isInDoubt: boolean): void {
    this.#guests = this.#guests.map((each) =>
      each.name === name ? { name, possible: isInDoubt ? [...each.possible, after] : [after] } : each,
    );
  }

  async #closeShift(killAfterMs: number | null): Promise<void> {
    const ended = await this.#run(['shift', 'close', '--even-if-open', '--by', this.#name], killAfterMs);
    if (ended === null) return;
    const { number } = JSON.parse(ended) as ShiftReport;
    // One that was killed may have been closed all the same.
    if (number <= this.#closed) this.differences.push(`shift ${number} was closed after shift ${this.#closed}`);
    this.#closed = number;
  }

  async #clients(): Promise<Client[]> {
    const listed = (await this.#run(['token', 'list'], null)) ?? '';
    const lines = listed.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Client);
  }

  /** What it printed; null where it was killed before it ended, or ended with an error. */
  async #run(args: readonly string[], killAfterMs: number | null): Promise<string | null> {
    const program = this.#till.begin(args);
    const timer = killAfterMs === null ? undefined : setTimeout(() => void program.kill('SIGKILL'), killAfterMs);
    const code = await program.exited();
    clearTimeout(timer);
    if (program.child.signalCode === 'SIGKILL') {
      this.killed += 1;
      return null;
    }
    this.done += 1;
    const words = program.stderrText;
    if (code !== 0) {
      this.differences.push(`${args.join(' ')}: exit code ${code}: ${words}`);
      return null;
    }
    return program.stdoutLines.join('\n');
  }
}

function accessOf(clients: readonly Client[], name: string): Access | null {
  const found = clients.filter((each) => each.name === name);
  const [client] = found;
  if (client === undefined) return null;
  return { limit: client.options.refundsPerDayMinor, revoked: client.revokedAt !== null };
}
