import type { EventName } from '../../events/event-types.ts';
import { fieldUnknown } from '../../lists/refusals.ts';
import { eventFields } from './event-fields.ts';

/** Fields that every delivery has, because receivers need them to tell events apart and to route them. */
export const keptFields = ['EventId', 'RuleType', 'GeneratedAt', 'ClientId', 'CompanyId', 'DataConnectionId'];

export function requireEventFields(fields: readonly string[], types: readonly EventName[]): void {
  const known = eventFields(types);
  for (const [index, path] of fields.entries()) {
    if (known.has(path)) continue;
    const itemId = `fields.${index}`;
    const error = `The field "${itemId}" names "${path}", which none of the event types that the consumer subscribes to has. Allowed values: ${[...known.keys()].join(', ')}.`;
    throw fieldUnknown({ itemId, error });
  }
}

/** The members to keep, by name. `true` keeps a member with all that it contains. */
type Choice = { [name: string]: Choice | true };

/**
 * Returns a function that removes all other fields from a body. Its result depends on nothing but the body, so every
 * attempt sends the same bytes.
 */
export function fieldChooser(fields: readonly string[]): (body: string) => string {
  const choice = choiceOf([...keptFields, ...fields]);
  return (body) => JSON.stringify(choose(JSON.parse(body), choice));
}

function choiceOf(paths: readonly string[]): Choice {
  const choice: Choice = Object.create(null);
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at: Choice | true = choice;
    for (const name of names) {
      if (at === true) break;
      at[name] ??= Object.create(null) as Choice;
      at = at[name];
    }
    if (at !== true) at[last] = true;
  }
  return choice;
}

function choose(value: unknown, choice: Choice | true): unknown {
  if (choice === true || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const of = choice[name];
    return of ? [[name, choose(inner, of)] as const] : [];
  });
  return Object.fromEntries(kept);
}
