import type { EventName } from '../../events/event-types.ts';
import type { FieldKind } from '../../lists/fields.ts';
import { requireFewComparisons } from '../../lists/filter/filter-cost.ts';
import type { FilterPlace } from '../../lists/filter/filter-place.ts';
import { readFilterValue } from '../../lists/filter/filter-values.ts';
import { type Comparison, type Filter, type Operator, parseFilter } from '../../lists/filter/parse-filter.ts';
import { fieldUnknown } from '../../lists/refusals.ts';
import { type EventField, eventFields } from './event-fields.ts';

/** A checked filter, as `event_matches` in PostgreSQL evaluates it (schema/functions/webhooks.sql). */
export type FilterRules =
  | { all: FilterRules[] }
  | { any: FilterRules[] }
  | { path: string[]; kind: FieldKind; operator: Operator; value: string | null };

const place: FilterPlace = { name: 'field "filter"', itemId: 'filter' };

/** Parses the filter of a consumer and checks it against the fields of the event types that it subscribes to. */
export function compileEventFilter(text: string, types: readonly EventName[]): FilterRules {
  const filter = parseFilter(text, place);
  requireFewComparisons(filter, place);
  const fields = eventFields(types);
  return compile(filter, (comparison) => {
    const { path, operator } = comparison;
    const field = requireField(fields, comparison);
    return { path, kind: field.kind, operator, value: readFilterValue(field, comparison, place) };
  });
}

function compile(filter: Filter, comparisonOf: (comparison: Comparison) => FilterRules): FilterRules {
  if (filter.type === 'comparison') return comparisonOf(filter);
  const parts = filter.parts.map((part) => compile(part, comparisonOf));
  return filter.type === 'and' ? { all: parts } : { any: parts };
}

function requireField(fields: ReadonlyMap<string, EventField>, { path }: Comparison): EventField {
  const field = fields.get(path.join('.'));
  if (field) return field;
  const error = `The field "filter" names "${path.join('.')}", which none of the event types that the consumer subscribes to has. Fields that it can name: ${[...fields.keys()].join(', ')}.`;
  throw fieldUnknown({ itemId: 'filter', error });
}
