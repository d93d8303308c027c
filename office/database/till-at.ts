// One till of one chain: every key of the database begins with the two.
export interface TillAt {
  readonly chain: string;
  readonly till: string;
}
