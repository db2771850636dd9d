import { defineRefusal } from '../base/errors.ts';
import type { FilterPlace } from './filter/filter-place.ts';

type Wrong = { itemId: string; error: string };
const wrong =
  (validatorName: string) =>
  ({ itemId, error }: Wrong) => ({ error, validation: [{ itemId, message: error, validatorName }] });

export const queryMalformed = defineRefusal({
  code: 'queryMalformed',
  status: 400,
  meaning: 'The parameter "query", or the filter of a webhook consumer, is not a valid filter.',
  remedy:
    'The message says at which character the error is. Put values with special characters in double quotes, and encode the URL if the filter is in it.',
  error: wrong('QueryValidator'),
});

/** The filter has more comparisons than allowed. PostgreSQL evaluates each comparison for every row. */
export const queryTooComplex = defineRefusal({
  code: 'queryTooComplex',
  status: 400,
  meaning: 'The filter has more than 50 comparisons, or more than 10 comparisons of fields inside arrays.',
  remedy: 'Split the filter into several requests, or filter by a range instead of many single values.',
  error: ({ what, count, max, place }: { what: string; count: number; max: number; place: FilterPlace }) =>
    wrong('QueryValidator')({
      itemId: place.itemId ?? 'query',
      error: `The ${place.name} has ${count} ${what}; the maximum is ${max}. ${place.itemId ? 'Shorten it.' : 'Split it into several requests.'}`,
    }),
});

/**
 * The list exceeded its timeout. The error is not a 503, because clients retry a 503 automatically and the same request
 * would take just as long again.
 */
export const queryTooExpensive = defineRefusal({
  code: 'queryTooExpensive',
  status: 400,
  meaning:
    'The list exceeded the time limit for filtered and sorted lists in the database. The same request would take just as long again.',
  remedy:
    'Narrow the filter by a date, an amount, a status or a reference; avoid "~" and fields inside arrays; follow the page links instead of setting "page"; or read the change feed.',
  service: 'lists',
  error: (parts: { seconds: number; advice: string[] }) =>
    wrong('QueryCostValidator')({
      itemId: 'query',
      error: `The list took longer than ${parts.seconds} s and was cancelled. ${parts.advice.join(' ')}`,
    }),
});

export const queryValue = defineRefusal({
  code: 'queryValue',
  status: 400,
  meaning: 'A comparison in "query" or in the filter of a webhook consumer does not match the type of its field.',
  remedy: 'Compare numbers with numbers and times with dates. ~ works only on text; null works only with = and !=.',
  error: wrong('QueryValidator'),
});

export const fieldUnknown = defineRefusal({
  code: 'fieldUnknown',
  status: 400,
  meaning:
    '"query" or "orderBy" contains a field that the list does not have, or the filter or the fields of a webhook consumer name a field that its events do not have.',
  remedy: 'The message lists the available fields.',
  error: wrong('FieldValidator'),
});

export const orderMalformed = defineRefusal({
  code: 'orderMalformed',
  status: 400,
  meaning: 'The parameter "orderBy" is not a list of one to three different field names.',
  remedy: 'Write, for example, orderBy=-created,name.',
  error: wrong('OrderValidator'),
});

export const cursorInvalid = defineRefusal({
  code: 'cursorInvalid',
  status: 400,
  meaning: 'The cursor was modified, or belongs to another account or to a request with other parameters.',
  remedy: 'Follow the "next" and "previous" links unchanged. To jump to a page, omit the cursor.',
  error: wrong('CursorValidator'),
});

export const snapshotGone = defineRefusal({
  code: 'snapshotGone',
  status: 410,
  meaning: 'A cursor, asOf or generation refers to a state of the list that is no longer stored.',
  remedy: 'Start again at page 1. The message and the Link header contain its URL.',
  service: 'data',
  error: (parts: { what: 'cursor' | 'asOf' | 'generation'; restart: string }) => ({
    error: `Gone: the state of the list that the parameter "${parts.what}" refers to is no longer stored. Start again at ${parts.restart}`,
    headers: { link: `<${parts.restart}>; rel="first"` },
  }),
});
