import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { parseExact } from '@daybook/connector-kit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { ApiError } from '../../src/base/errors.ts';
import { documentFields } from '../../src/lists/fields.ts';
import { compileFilter } from '../../src/lists/filter/compile-filter.ts';
import { type Filter, parseFilter } from '../../src/lists/filter/parse-filter.ts';
import { CandidateQueries } from '../../src/standing/matching/candidate-queries.ts';
import { type CompiledQuery, compileQuery } from '../../src/standing/matching/compile-query.ts';
import { FoldedTexts } from '../../src/standing/matching/fold-texts.ts';
import { ComparedFields, RecordValues, textsAt } from '../../src/standing/matching/record-values.ts';
import { useApp } from '../harness.ts';
import { arbitraryFilter, writeFilter } from '../lists/arbitrary-filter.ts';
import { arbitraryRecord } from '../lists/arbitrary-record.ts';
import { type Json, writeJson } from '../lists/compare-values.ts';
import { TestRecord, testRecordFields } from '../lists/record-schema.ts';

/** The evaluator of standing queries gives the results of PostgreSQL, which lists use. */
const app = useApp();
const fields = documentFields(TestRecord, sql`r.payload`);
const place = { accountId: '', companyId: randomUUID() };

/** Each record gets its own generation, so that ids may repeat. Returns the records as PostgreSQL stores them. */
async function fill(records: readonly Json[]): Promise<string[]> {
  const { system } = app.ctx.db;
  await sql`truncate record`.execute(system);
  await sql`insert into record (account_id, company_id, data_set_id, record_id, gen_from, change, hash, payload)
    select ${place.accountId}::uuid, ${place.companyId}::uuid, 1, v ->> 'id', place, 'a', '\\x00', v
    from jsonb_array_elements(${writeJson([...records])}::jsonb) with ordinality e (v, place)`.execute(system);
  const { rows } = await sql<{ text: string }>`select payload::text as text from record order by gen_from`.execute(
    system,
  );
  return rows.map(({ text }) => text);
}

type Named = CompiledQuery & { query: string; wanted: number[] };

/** The numbers of the records that PostgreSQL finds, or undefined if the filter is refused. */
async function ask(query: string): Promise<number[] | undefined> {
  try {
    const rows = await app.ctx.db.read(
      place.accountId,
      sql<{ place: number }>`select r.gen_from as place from record r where r.account_id = ${place.accountId}::uuid
        and r.company_id = ${place.companyId}::uuid and r.data_set_id = 1
        and ${compileFilter(parseFilter(query), fields)} order by r.gen_from`,
    );
    return rows.map((row) => row.place - 1);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 400) return undefined;
    throw error;
  }
}

const texts = (filter: Filter): string[] =>
  filter.type === 'comparison' ? [filter.value] : filter.parts.flatMap(texts);

test('P-STANDING: 6,000 filters select the same records in the process as in PostgreSQL, to the last digit, and the index of queries misses none', async (t) => {
  place.accountId = (await app.account()).accountId;
  let answers = 0;
  let matches = 0;
  let looked = 0;
  const property = fc.asyncProperty(
    fc.array(arbitraryRecord, { minLength: 30, maxLength: 30 }),
    fc.array(arbitraryFilter, { minLength: 100, maxLength: 100 }),
    async (records, plans) => {
      const stored = await fill(records);
      const folds = new FoldedTexts();
      const documents = stored.map((text) => parseExact(text));
      for (const [way, kind] of Object.entries(testRecordFields))
        if (kind === 'text')
          for (const document of documents)
            for (const text of textsAt(
              document,
              way.split('.').flatMap((part) => part.split(/(?=\[\])/)),
            ))
              if (text !== null) folds.want(text);
      const compared = new ComparedFields();
      const queries: Named[] = [];
      for (const plan of plans) {
        const query = writeFilter(plan, testRecordFields, records);
        const wanted = await ask(query);
        if (!wanted) continue;
        const filter = parseFilter(query);
        for (const text of texts(filter)) folds.want(text);
        await folds.load(app.ctx, place.accountId);
        queries.push({ ...compileQuery(filter, { fields, compared, fold: folds.of }), query, wanted });
      }
      const index = new CandidateQueries(queries);
      for (const [at, document] of documents.entries()) {
        const values = new RecordValues(document, folds.of);
        const candidates = new Set<Named>();
        index.candidates(values, candidates);
        looked += candidates.size;
        for (const query of queries) {
          const isWanted = query.wanted.includes(at);
          const given = `${query.query}\n${stored[at]}`;
          assert.equal(query.matches(values), isWanted, `PostgreSQL says ${isWanted}:\n${given}`);
          if (isWanted) assert.ok(candidates.has(query), `not in the index:\n${given}`);
          answers++;
          if (isWanted) matches++;
        }
      }
    },
  );
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
  t.diagnostic(`${answers} answers, ${matches} matches, ${looked} looked at`);
  assert.ok(matches / answers > 0.15 && matches / answers < 0.85);
  assert.ok(looked < 0.8 * answers, `${looked} of ${answers}`);
});
