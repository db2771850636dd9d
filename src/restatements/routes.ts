import { CompanyParams } from '../companies/wire.ts';
import { type Route, route } from '../http/route.ts';
import type { ListContext } from '../lists/list.ts';
import { Page } from '../lists/wire.ts';
import { readRestatedRecords } from './read-restated-records.ts';
import { type RestatementsContext, readRestatements } from './read-restatements.ts';
import { RestatedRecord } from './restated-list.ts';
import { ComparisonQuery, RecordsQuery, Restatements } from './wire.ts';

const aboutBooks =
  'Compares documents, payments, journal entries, bank transactions and transfers by their date. Drafts and void documents count as not in the books. What a payment or a reconciliation changes (status, amount due, payment dates) is not a restatement.';

/** What was changed backwards: two published states of a company, compared over a closed period. */
export function restatementRoutes(ctx: ListContext & RestatementsContext): Route[] {
  const shared = {
    method: 'GET' as const,
    tag: 'Restatements',
    scope: 'read' as const,
    params: CompanyParams,
    isCompanySeen: true,
    refusals: [409, 410],
  };
  return [
    route({
      ...shared,
      path: '/companies/{companyId}/restatements',
      operationId: 'getRestatements',
      summary: 'Get what was changed backwards in a closed period',
      description: `${aboutBooks} Returns how many records were added, changed, deleted or backdated, by how much, and what the financial statements said then and say now.`,
      query: ComparisonQuery,
      answers: { 200: { description: 'The restatements', schema: Restatements, headers: ['ETag'] } },
      read: (call) => readRestatements(ctx, call),
    }),
    route({
      ...shared,
      path: '/companies/{companyId}/restatements/records',
      operationId: 'listRestatedRecords',
      summary: 'List restated records',
      description: `${aboutBooks} Sorted by data type and id unless \`orderBy\` is given. All page links compare the same published states; when one of them is no longer stored, the response is 410.`,
      query: RecordsQuery,
      answers: {
        200: {
          description: 'A page of restated records',
          schema: Page(RestatedRecord, 'A page of restated records'),
        },
      },
      read: (call) => readRestatedRecords(ctx, call),
    }),
  ];
}
