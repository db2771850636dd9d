import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../../src/base/errors.ts';
import { documentFields } from '../../src/lists/fields.ts';
import { compileFilter } from '../../src/lists/filter/compile-filter.ts';
import { parseFilter } from '../../src/lists/filter/parse-filter.ts';
import type { TestApp } from '../harness.ts';
import { type Json, writeJson } from './compare-values.ts';
import { TestRecord } from './record-schema.ts';

/** A table with a jsonb column, which the product's filters are applied to. */
export const recordFields = documentFields(TestRecord, sql`r.document`);

export async function fillTable(app: TestApp, records: readonly Json[]): Promise<void> {
  const { system } = app.ctx.db;
  await sql`create table if not exists filter_record (place int not null, document jsonb not null)`.execute(system);
  await sql`truncate filter_record`.execute(system);
  await sql`insert into filter_record select e.place - 1, e.value
    from jsonb_array_elements(${writeJson([...records])}::jsonb) with ordinality e (value, place)`.execute(system);
}

/** The positions of the records that satisfy the condition. */
export async function askTable(app: TestApp, condition: RawBuilder<boolean>): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`select r.place from filter_record r where ${condition}
    order by r.place`.execute(app.ctx.db.system);
  return rows.map((row) => row.place);
}

/** Undefined if the product rejects the filter with 400; any other error is thrown. */
export function compileOrRefuse(query: string): RawBuilder<boolean> | undefined {
  try {
    return compileFilter(parseFilter(query), recordFields);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 400) return undefined;
    throw error;
  }
}
