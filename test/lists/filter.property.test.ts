import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { useApp } from '../harness.ts';
import { arbitraryFilter, writeFilter } from './arbitrary-filter.ts';
import { arbitraryRecord } from './arbitrary-record.ts';
import { writeJson } from './compare-values.ts';
import { filterOf, kindOf, type Predicate } from './evaluate-filter.ts';
import { QueryRefused, readQuery } from './read-query.ts';
import { testRecordFields } from './record-schema.ts';
import { askTable, compileOrRefuse, fillTable } from './record-table.ts';

const app = useApp();

function expected(query: string): Predicate | undefined {
  try {
    return filterOf(query, testRecordFields);
  } catch (error) {
    if (error instanceof QueryRefused) return undefined;
    throw error;
  }
}

const setsOfRecords = 240;
const recordsInSet = 30;
const filtersInSet = 100;

test('R-PAGE-18 R-PAGE-19: for 20,000 random pairs of filter and records, PostgreSQL selects the same as an independent evaluator', async (t) => {
  const pairs = new Set<string>();
  const filters = new Set<string>();
  const count = { refused: 0, matched: 0, compared: 0, divided: 0 };
  /** Results of filters with one comparison, by kind and operator: [no match, match]. */
  const answers = new Map<string, [number, number]>();
  let set = 0;

  const property = fc.asyncProperty(
    fc.array(arbitraryRecord, { minLength: recordsInSet, maxLength: recordsInSet }),
    fc.array(arbitraryFilter, { minLength: filtersInSet, maxLength: filtersInSet }),
    async (records, plans) => {
      set++;
      await fillTable(app, records);
      await Promise.all(
        plans.map(async (plan) => {
          const query = writeFilter(plan, testRecordFields, records);
          const predicate = expected(query);
          const condition = compileOrRefuse(query);
          assert.equal(condition !== undefined, predicate !== undefined, `accepted by only one of them: ${query}`);
          if (!condition || !predicate) {
            count.refused++;
            return;
          }
          const wanted = records.flatMap((record, place) => (predicate(record) ? [place] : []));
          const given = await askTable(app, condition);
          for (const [place, record] of records.entries()) {
            if (wanted.includes(place) === given.includes(place)) continue;
            assert.fail(
              `PostgreSQL says ${given.includes(place)}, the evaluator ${wanted.includes(place)}:\n${query}\n${writeJson(record)}`,
            );
          }
          pairs.add(`${set} ${query}`);
          filters.add(query);
          count.compared += records.length;
          count.matched += given.length;
          if (given.length > 0 && given.length < records.length) count.divided++;
          if ('parts' in plan) return;
          const answer = answers.get(kindAndOperator(query)) ?? [0, 0];
          answers.set(kindAndOperator(query), [answer[0] + records.length - given.length, answer[1] + given.length]);
        }),
      );
    },
  );
  await fc.assert(property, { numRuns: setsOfRecords, endOnFailure: true });

  const share = count.matched / count.compared;
  t.diagnostic(
    `${pairs.size} pairs of filter and set, ${filters.size} filters, ${count.compared} comparisons, ${(share * 100).toFixed(1)} % matches, ${count.divided} filters that match only some records, ${count.refused} rejected by both`,
  );
  assert.ok(pairs.size >= 20_000, `${pairs.size} distinct pairs`);
  assert.ok(filters.size >= 15_000, `${filters.size} distinct filters`);
  assert.ok(share > 0.2 && share < 0.8, `${share} of the comparisons are matches`);
  assert.ok(count.divided > pairs.size / 2, `${count.divided} filters match only some records`);
  assert.equal(answers.size, 7 + 3 + 6 + 6 + 2 + 2 + 2, 'every operator of every kind was compared');
  for (const [name, [no, yes]] of answers) assert.ok(no >= 50 && yes >= 50, `${name}: ${no} no, ${yes} yes`);
});

function kindAndOperator(query: string): string {
  const read = readQuery(query);
  assert.ok('path' in read);
  const [, entry] = Object.entries(testRecordFields).find(([name]) => name.replaceAll('[]', '') === read.path) ?? [];
  return `${entry && kindOf(entry)} ${read.operator}`;
}
