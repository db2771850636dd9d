import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { ApiError } from '../../src/base/errors.ts';
import { typedFields } from '../../src/data/read/record-fields.ts';
import { documentFields } from '../../src/lists/fields.ts';
import { compileFilter } from '../../src/lists/filter/compile-filter.ts';
import { parseFilter } from '../../src/lists/filter/parse-filter.ts';
import { useApp } from '../harness.ts';
import { arbitraryFilter, writeFilter } from '../lists/arbitrary-filter.ts';
import { arbitraryRecord } from '../lists/arbitrary-record.ts';
import { type Json, writeJson } from '../lists/compare-values.ts';
import { type FieldTable, filterOf } from '../lists/evaluate-filter.ts';
import { QueryRefused } from '../lists/read-query.ts';
import { TestRecord, testRecordFields } from '../lists/record-schema.ts';

/** Filters on typed columns give the same results as filters on the document, checked by an independent evaluator. */
const app = useApp();

const columns = {
  status: 'status',
  date1: 'issued',
  date2: 'paidOn',
  amount1: 'amount',
  amount2: 'rate',
  ref1: 'customer.id',
};
const fields = typedFields(documentFields(TestRecord, sql`r.payload`), columns);

/** Fields with typed columns, and some without, so that filters combine both. */
const asked: FieldTable = Object.fromEntries(
  [...Object.values(columns), 'id', 'stage', 'n', 'lines[].quantity'].map((name) => [
    name,
    testRecordFields[name] ?? 'text',
  ]),
);

const place = { accountId: '', companyId: randomUUID() };

/** Each record gets its own generation, so that ids may repeat. */
async function fill(records: readonly Json[]): Promise<void> {
  const { system } = app.ctx.db;
  await sql`truncate record`.execute(system);
  await sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, change, hash,
      status, date1, date2, amount1, amount1_f, amount2, amount2_f, ref1, payload)
    select ${place.accountId}::uuid, ${place.companyId}::uuid, 1, v ->> 'id', place, 'a', '\\x00',
      lower(v ->> 'status' collate "C"), coalesce((v ->> 'issued')::timestamptz, '-infinity'),
      coalesce((v ->> 'paidOn')::timestamptz, '-infinity'), (v ->> 'amount')::numeric,
      coalesce((v ->> 'amount')::numeric::float8, '-Infinity'), (v ->> 'rate')::numeric,
      coalesce((v ->> 'rate')::numeric::float8, '-Infinity'), v #>> '{customer,id}', v
    from jsonb_array_elements(${writeJson([...records])}::jsonb) with ordinality e (v, place)`.execute(system);
}

async function ask(query: string): Promise<number[] | undefined> {
  try {
    const condition = compileFilter(parseFilter(query), fields);
    const rows = await app.ctx.db.read(
      place.accountId,
      sql<{ place: number }>`select r.gen_from as place from record r where r.account_id = ${place.accountId}::uuid
        and r.company_id = ${place.companyId}::uuid and r.data_set_id = 1 and ${condition} order by r.gen_from`,
    );
    return rows.map((row) => row.place - 1);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 400) return undefined;
    throw error;
  }
}

function expected(query: string, records: readonly Json[]): number[] | undefined {
  try {
    const predicate = filterOf(query, asked);
    return records.flatMap((record, index) => (predicate(record) ? [index] : []));
  } catch (error) {
    if (error instanceof QueryRefused) return undefined;
    throw error;
  }
}

test('R-PAGE-24: 6,000 filters on typed columns select the same records as an independent evaluator, even with absent values and 30 digits', async (t) => {
  place.accountId = (await app.account()).accountId;
  let answers = 0;
  let matches = 0;
  const property = fc.asyncProperty(
    fc.array(arbitraryRecord, { minLength: 30, maxLength: 30 }),
    fc.array(arbitraryFilter, { minLength: 100, maxLength: 100 }),
    async (records, plans) => {
      await fill(records);
      await Promise.all(
        plans.map(async (plan) => {
          const query = writeFilter(plan, asked, records);
          const [given, wanted] = [await ask(query), expected(query, records)];
          if (JSON.stringify(given) !== JSON.stringify(wanted)) {
            const one = records.findIndex((_, index) => given?.includes(index) !== wanted?.includes(index));
            assert.fail(
              `PostgreSQL gives ${given}, the evaluator ${wanted}:\n${query}\n${writeJson(records[one] ?? null)}`,
            );
          }
          answers += records.length;
          matches += given?.length ?? 0;
        }),
      );
    },
  );
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  t.diagnostic(`${answers} answers, ${matches} matches`);
  assert.ok(matches / answers > 0.15 && matches / answers < 0.85);
});
