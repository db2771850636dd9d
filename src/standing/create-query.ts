import { type DataType, findDataType } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { dayOf } from '../base/days.ts';
import { badRequest, wrongField } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { recordFields } from '../data/read/record-fields.ts';
import type { Tx } from '../db/db.ts';
import { patternsFor } from '../events/event-types.ts';
import { requireAffordable } from '../lists/filter/filter-cost.ts';
import type { FilterPlace } from '../lists/filter/filter-place.ts';
import { readFilterValue } from '../lists/filter/filter-values.ts';
import { comparisonsIn, parseFilter } from '../lists/filter/parse-filter.ts';
import { fieldUnknown, queryValue } from '../lists/refusals.ts';
import { followDay } from './advance-day.ts';
import { datedFields } from './dated-fields.ts';
import { daysFromToday, onDay } from './matching/relative-days.ts';
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
  const followsDay = requireFilter(wanted);
  await requireConsumer(tx, wanted.consumerId);
  if (wanted.companyId !== undefined && !(await isCompany(tx, wanted.companyId)))
    throw wrong('companyId', 'is not the id of a company of the account');
  const limit = ctx.config.standingQueriesPerAccount;
  if ((await countQueries(tx)) >= limit) throw standingQueryLimitExceeded({ limit });
  const standingQueryId = newId(ctx.clock);
  const created = followsDay ? await followDay(ctx, tx) : ctx.clock.now();
  await insertQuery(tx, {
    standing_query_id: standingQueryId,
    consumer_id: wanted.consumerId,
    company_id: wanted.companyId ?? null,
    data_type: wanted.dataType,
    name: wanted.name,
    query: wanted.query,
    follows_day: followsDay,
    created_at: created,
  });
  return standingQueryId;
}

/** Checks the filter as a list of records checks it. Returns whether it compares a date with the current day. */
function requireFilter({ dataType: name, query }: StandingQueryInput): boolean {
  const dataType = findDataType(name);
  if (!dataType) throw wrong('dataType', 'is not a data type');
  // A half of a surrogate pair cannot be stored, and no record contains one.
  if (!query.isWellFormed() || query.includes('\0')) throw wrong('query', 'contains a character that cannot be stored');
  const fields = recordFields(dataType);
  const filter = parseFilter(query, place);
  requireAffordable(filter, fields, place);
  const anyDay = dayOf(0);
  let followsDay = false;
  for (const comparison of comparisonsIn(filter)) {
    const field = fields.find(comparison.path);
    const named = comparison.path.join('.');
    if (!field)
      throw fieldUnknown({
        itemId: 'query',
        error: `The field "query" names the unknown field "${named}". Allowed: ${fields.names.join(', ')}.`,
      });
    if (daysFromToday(field.kind, comparison) !== undefined) {
      requireDated(dataType, named);
      followsDay = true;
    }
    readFilterValue(field, onDay(field.kind, comparison, anyDay), place);
  }
  return followsDay;
}

/** The records whose date a change of the day passes are found by an index, which only these fields have. */
function requireDated(dataType: DataType, field: string): void {
  const dated = datedFields(dataType).map((one) => one.field);
  if (dated.includes(field)) return;
  const possible = dated.length === 0 ? 'No field of the data type can.' : `Possible: ${dated.join(', ')}.`;
  const error = `The field "query" is invalid: the field "${field}" cannot be compared with "today". ${possible}`;
  throw queryValue({ itemId: 'query', error });
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
