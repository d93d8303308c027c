// Of which token each program is known at a till (ADR 92): its SHA-256, in a row that stays, signed for this chain, till and
// program. The newest one counts. The office keeps no token.
import { z } from 'zod';
import { type OfficeProgramAtTill, type ProgramsContent, tokenHashForm } from '#contract/office/office-programs.ts';
import { canonicalJson } from '#contract/data/json.ts';
import { type Tx, storable } from '../database/database.ts';
import type { TillAt } from '../database/till-at.ts';
import type { LayerKeys } from '../keys/office-keys.ts';

const purpose = 'tillbridge office program token v1';

const tokenSchema = z.object({
  chain: z.uuid(),
  till: z.uuid(),
  program: z.string(),
  /** From 1 on, of this program at this till. */
  number: z.int().positive(),
  at: z.iso.datetime(),
  by: z.string(),
  /** Null: the one before holds no longer, and there is none. */
  tokenSha256: z.string().regex(tokenHashForm).nullable(),
});
type TokenRow = z.infer<typeof tokenSchema>;

interface Row {
  readonly [column: string]: unknown;
  readonly till_id: string;
  readonly program: string;
  readonly number: number;
  readonly signed: string;
  readonly signature: string;
}

/** The hash of each program that has a token at the till, by its name. A row that this office has not signed is no token. */
export async function tokensAt(tx: Tx, keys: LayerKeys, at: TillAt): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<Row>(
    `SELECT DISTINCT ON (program) till_id::text, program, number, signed, signature FROM program_token
      WHERE chain_id = $1 AND till_id = $2 ORDER BY program, number DESC`,
    [at.chain, at.till],
  );
  const tokens = new Map<string, string>();
  for (const row of rows) {
    const hash = ownIn(row, keys, at)?.tokenSha256 ?? null;
    if (hash !== null) tokens.set(row.program, hash);
  }
  return tokens;
}

function ownIn({ program, number, signed, signature }: Row, keys: LayerKeys, { chain, till }: TillAt): TokenRow | null {
  if (!keys.isOwnLayer(purpose, signed, signature)) return null;
  const said = tokenSchema.safeParse(JSON.parse(signed)).data;
  const isThere = said?.chain === chain && said.till === till && said.program === program && said.number === number;
  return isThere ? said : null;
}

/** What the till is given: the programs that have a token there. Which have none is noted, for a person to see. */
export async function withTokens(
  tx: Tx,
  keys: LayerKeys,
  at: TillAt,
  { programs }: ProgramsContent,
): Promise<ProgramsContent> {
  const tokens = await tokensAt(tx, keys, at);
  const given = programs.flatMap((program): OfficeProgramAtTill[] => {
    const tokenSha256 = tokens.get(program.name);
    return tokenSha256 === undefined ? [] : [{ ...program, tokenSha256 }];
  });
  const without = programs.filter(({ name }) => !tokens.has(name)).map(({ name }) => name);
  await tx.run('UPDATE till_programs SET without_token = $3::jsonb WHERE chain_id = $1 AND till_id = $2', [
    at.chain,
    at.till,
    JSON.stringify(without),
  ]);
  return { programs: given };
}

interface Kept {
  readonly program: string;
  readonly tokenSha256: string | null;
  readonly by: string;
  readonly nowIso: string;
}

/** Call it with the chain's programs locked (layers.ts). */
export async function keepToken(tx: Tx, keys: LayerKeys, { chain, till }: TillAt, kept: Kept): Promise<void> {
  const { program, tokenSha256, by, nowIso } = kept;
  const last = await tx.row<{ number: number }>(
    'SELECT max(number) AS number FROM program_token WHERE chain_id = $1 AND till_id = $2 AND program = $3',
    [chain, till, program],
  );
  const number = (last?.number ?? 0) + 1;
  const said: TokenRow = { chain, till, program, number, at: nowIso, by, tokenSha256 };
  const signed = storable(canonicalJson(said));
  await tx.run(
    `INSERT INTO program_token (chain_id, till_id, program, number, signed, signature) VALUES ($1, $2, $3, $4, $5, $6)`,
    [chain, till, program, number, signed, keys.signLayer(purpose, signed)],
  );
}

/** The tokens that were made before for a program of this name hold nowhere any more. */
export async function endTokens(
  tx: Tx,
  keys: LayerKeys,
  chain: string,
  { program, by, nowIso }: Omit<Kept, 'tokenSha256'>,
): Promise<void> {
  const tills = await tx.rows<{ till: string }>(
    'SELECT DISTINCT till_id::text AS till FROM program_token WHERE chain_id = $1 AND program = $2',
    [chain, program],
  );
  for (const { till } of tills) {
    const at = { chain, till };
    if ((await tokensAt(tx, keys, at)).has(program))
      await keepToken(tx, keys, at, { program, tokenSha256: null, by, nowIso });
  }
}
