// The disk below the simulated store. A commit is a run of sectors in a log; until they are synced a crash may keep,
// lose or tear each of them, in any order. What survives is the log up to the first commit that is not whole: that is
// how a write-ahead log with checksums recovers.
import type { FolderLocation } from '#store/folder/suspicion.ts';
import { linked } from '#store/journal/chain.ts';
import type { Random } from './random.ts';
import { Tables } from './store/tables.ts';

export interface FolderNotes {
  place: FolderLocation | null;
  /** Why it is paused, in words, until a person lifts it. */
  paused: string | null;
  /** What waited when it was paused is not in doubt yet. */
  owesDoubts: boolean;
  /** Engine time at which the till last saw the wall clock being set back. */
  ageUnknownBeforeMs: number;
  /** By environment: how far the gateway's clock was ahead of the wall clock, as last noted. */
  gatewayAheadMs: { readonly [environmentId: string]: number };
}

interface Unsynced {
  /** Where the commit begins among what can be taken back. */
  readonly mark: number;
  readonly sectors: number;
}

export class Disk {
  readonly tables: Tables;
  /** What the folder says of itself: it goes along with every copy. */
  readonly folder: FolderNotes = {
    place: null,
    paused: null,
    owesDoubts: false,
    ageUnknownBeforeMs: 0,
    gatewayAheadMs: {},
  };
  /** Intents per operation that no crash can take back: what a sending needs before its first byte. */
  readonly durableIntents = new Map<string, number>();
  readonly #random: Random;
  readonly #syncs: boolean;
  #unsynced: Unsynced[] = [];
  #durableRecords = 0;

  /** `syncs` false: a disk (or a setting) that does not keep what it was told to keep. */
  constructor(random: Random, syncs: boolean, tables = new Tables(linked), folder: FolderNotes | null = null) {
    this.#random = random;
    this.#syncs = syncs;
    this.tables = tables;
    if (folder !== null) Object.assign(this.folder, folder);
    // Whatever it holds of sendings, none of them was on the word of this copy.
    this.#durableRecords = tables.journalRecords.length;
  }

  /** Nothing is written that a crash could still take. */
  get isSynced(): boolean {
    return this.#unsynced.length === 0;
  }

  /** Null while something is written that a crash could still take. */
  copy(): Disk | null {
    if (this.#unsynced.length > 0) return null;
    return new Disk(this.#random, this.#syncs, this.tables.copy(), this.folder);
  }

  begin(): number {
    return this.tables.undo.mark;
  }

  /** The commit that began at `mark` is written, but not on the disk yet. */
  write(mark: number): void {
    this.#unsynced.push({ mark, sectors: 1 + Math.ceil((this.tables.undo.mark - mark) / 6) });
  }

  sync(): void {
    if (!this.#syncs) return;
    this.#unsynced = [];
    this.tables.undo.forget();
    const records = this.tables.journalRecords;
    for (; this.#durableRecords < records.length; this.#durableRecords += 1) {
      const record = records[this.#durableRecords]!;
      if (record.type !== 'intent') continue;
      const id = record.operation ?? '';
      this.durableIntents.set(id, (this.durableIntents.get(id) ?? 0) + 1);
    }
  }

  /** Power is gone. True when something that was written is lost. */
  crash(): boolean {
    const torn = this.#unsynced.find(({ sectors }) => {
      const survived = Array.from({ length: sectors }, () => this.#random.chance(0.8));
      return survived.includes(false);
    });
    if (torn !== undefined) this.tables.undo.backTo(torn.mark);
    // What is read at the next start is what counts from then on.
    this.#unsynced = [];
    this.tables.undo.forget();
    return torn !== undefined;
  }
}
