import { findDataType } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { badRequest, wrongField } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { recordFields } from '../data/read/record-fields.ts';
import type { Tx } from '../db/db.ts';
import { patternsFor } from '../events/event-types.ts';
import { requireAffordable } from '../lists/filter/filter-cost.ts';
import type { FilterPlace } from '../lists/filter/filter-place.ts';
import { readFilterValue } from '../lists/filter/filter-values.ts';
import { type Filter, parseFilter } from '../lists/filter/parse-filter.ts';
import { fieldUnknown } from '../lists/refusals.ts';
import { standingQueryLimitExceeded } from './refusals.ts';
import { countQueries, findConsumerTypes, insertQuery, isCompany } from './store.ts';
import type { StandingQueryInput } from './wire.ts';

const place: FilterPlace = { name: 'field "query"', itemId: 'query' };
const eventType = 'standingQuery.matched';

/** The query is told about generations that are published from now on. */
export async function createQuery(
  ctx: { clock: Clock; config: { standingQueriesPerAccount: number } },
  tx: Tx,
  wanted: StandingQueryInput,
): Promise<string> {
  requireFilter(wanted);
  await requireConsumer(tx, wanted.consumerId);
  if (wanted.companyId !== undefined && !(await isCompany(tx, wanted.companyId)))
    throw wrong('companyId', 'is not the id of a company of the account');
  const limit = ctx.config.standingQueriesPerAccount;
  if ((await countQueries(tx)) >= limit) throw standingQueryLimitExceeded({ limit });
  const standingQueryId = newId(ctx.clock);
  await insertQuery(tx, {
    standing_query_id: standingQueryId,
    consumer_id: wanted.consumerId,
    company_id: wanted.companyId ?? null,
    data_type: wanted.dataType,
    name: wanted.name,
    query: wanted.query,
    created_at: ctx.clock.now(),
  });
  return standingQueryId;
}

/** Checks the filter as a list of records checks it. */
function requireFilter({ dataType: name, query }: StandingQueryInput): void {
  const dataType = findDataType(name);
  if (!dataType) throw wrong('dataType', 'is not a data type');
  // A half of a surrogate pair cannot be stored, and no record contains one.
  if (!query.isWellFormed() || query.includes('\0')) throw wrong('query', 'contains a character that cannot be stored');
  const fields = recordFields(dataType);
  const filter = parseFilter(query, place);
  requireAffordable(filter, fields, place);
  requireComparisons(filter);

  function requireComparisons(part: Filter): void {
    if (part.type !== 'comparison') {
      for (const one of part.parts) requireComparisons(one);
      return;
    }
    const field = fields.find(part.path);
    const named = part.path.join('.');
    if (!field)
      throw fieldUnknown({
        itemId: 'query',
        error: `The field "query" names the unknown field "${named}". Allowed: ${fields.names.join(', ')}.`,
      });
    readFilterValue(field, part, place);
  }
}

async function requireConsumer(tx: Tx, consumerId: string): Promise<void> {
  const types = await findConsumerTypes(tx, consumerId);
  if (!types) throw wrong('consumerId', 'is not the id of a webhook consumer of the account');
  if (!patternsFor(eventType).some((pattern) => types.includes(pattern)))
    throw wrong(
      'consumerId',
      `names a consumer that does not subscribe to "${eventType}". Add it to the consumer's "eventTypes" first`,
    );
}

function wrong(itemId: string, problem: string) {
  const item = wrongField({ itemId, problem, validatorName: 'StandingQueryValidator' });
  return badRequest({ service: 'webhooks', items: [item] });
}
