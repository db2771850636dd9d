import { sql } from 'kysely';
import type { Db } from '../../src/db/db.ts';
import type { TellContext } from '../../src/standing/tell-due.ts';
import type { TestApp } from '../harness.ts';
import { rawNumber } from '../insights/exact-sums.ts';
import type { Random } from '../insights/random-books.ts';
import { Decimal, type Json } from '../lists/compare-values.ts';
import type { Books } from './standing-books.ts';

/** Parts of the tests with random histories. */
class Killed extends Error {
  override name = 'Killed';
}

export const isKilled = (error: unknown) => error instanceof Killed;

/** A database whose process is killed before or after any statement or commit, by chance. */
function killable(db: Db, random: Random, percent: number): Db {
  const kill = () => {
    if (random.chance(percent)) throw new Killed();
  };
  return {
    ...db,
    async read(...given: Parameters<Db['read']>) {
      kill();
      return db.read(...given) as never;
    },
    async transaction(accountId, work, options) {
      kill();
      const done = await db.transaction(
        accountId,
        async (tx) => {
          const made = await work(tx);
          kill();
          return made;
        },
        options,
      );
      kill();
      return done;
    },
  } as Db;
}

/** A context whose process is killed by chance. What else fails is thrown. */
export function killableContext(
  ctx: TellContext,
  random: Random,
  { percent, killed }: { percent: number; killed: () => void },
): TellContext {
  const error = ({ err }: { err: Error }) => {
    if (!isKilled(err)) throw err;
    killed();
  };
  return { ...ctx, db: killable(ctx.db, random, percent), log: { ...ctx.log, error } as TellContext['log'] };
}

/** What a connector gives: numbers as `JSON.rawJSON`. */
export function toRecord(value: Json): unknown {
  if (value instanceof Decimal) return rawNumber(value.text);
  if (Array.isArray(value)) return value.map(toRecord);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toRecord(inner)]));
}

export const exact = (text: string): Json =>
  (JSON as unknown as { parse(text: string, reviver: unknown): Json }).parse(
    text,
    (_: string, value: Json, { source }: { source?: string }) =>
      typeof value === 'number' && source !== undefined ? new Decimal(source) : value,
  );

/** The readable records of a state that are not deleted, by id. */
export async function stateAt(app: TestApp, { set }: Books, generation: number): Promise<Map<string, Json>> {
  const { rows } = await sql<{ id: string; text: string }>`select record_id as id, payload::text as text from record
    where data_set_id = ${set.dataSetId} and change <> 'd' and gen_from <= ${generation}
      and (gen_to is null or gen_to > ${generation})`.execute(app.ctx.db.system);
  return new Map(rows.map(({ id, text }) => [id, exact(text)]));
}
