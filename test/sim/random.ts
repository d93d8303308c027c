// Chance for the simulator, from one integer. Each part of a run draws from a stream of its own (`fork`), so that one
// draw more in one part does not change what happens in all others, and a run can be shrunk.

export class Random {
  readonly #name: string;
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(name: string) {
    this.#name = name;
    let hash = 2_166_136_261;
    const next = (): number => {
      hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
      hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
      return (hash ^= hash >>> 16) >>> 0;
    };
    for (let index = 0; index < name.length; index += 1) {
      hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619);
    }
    [this.#a, this.#b, this.#c] = [next(), next(), next()];
    for (let round = 0; round < 12; round += 1) this.#uint32();
  }

  fork(name: string): Random {
    return new Random(`${this.#name}/${name}`);
  }

  /** 0 inclusive to 1 exclusive. */
  fraction(): number {
    return this.#uint32() / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.fraction() * from.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  weighted<T extends string>(weights: { readonly [name in T]?: number }): T {
    const entries = Object.entries(weights) as [T, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[0]![0];
  }

  hex128(): string {
    return [0, 1, 2, 3].map(() => this.#uint32().toString(16).padStart(8, '0')).join('');
  }

  // sfc32: small, fast, and passes the usual batteries.
  #uint32(): number {
    const sum = (this.#a + this.#b + this.#count) >>> 0;
    this.#count = (this.#count + 1) >>> 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) >>> 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) >>> 0;
    return sum;
  }
}
