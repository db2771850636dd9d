import type { Push, PushWarning } from '@daybook/connector-kit';
import { digitsMax, findDataType, isShort, parseExact } from '@daybook/connector-kit';
import type { TObject } from 'typebox';
import { inputInvalid, type ValidationItem } from '../base/errors.ts';
import { leaveOutUntaken } from '../connectors/known-fields.ts';
import { findUnknownIds } from '../data/read/find-choices.ts';
import type { Tx } from '../db/db.ts';
import { type Validator, validatorFor } from '../http/validate.ts';
import { findCustomProblems, splitCustom, statusOnlyOf } from './custom/custom-values.ts';
import type { PushableField } from './custom/find-pushable.ts';
import { choiceUnknown } from './refusals.ts';

const validators = new WeakMap<TObject, Validator>();

/**
 * Checks a record against the schema of its operation. Also checks that the ids in the record exist in their data sets,
 * unless a data set was never synced. An error lists all problems that the failed check found. Returns a warning for
 * each field that the data type has but the platform does not accept.
 */
export async function checkRecord(
  tx: Tx,
  push: Push,
  given: {
    companyId: string;
    connectionId: string;
    dataType: string;
    platformName: string;
    schema: TObject;
    recordText: string;
    /** The custom fields that a push may set. */
    custom: readonly PushableField[];
    planned?: ReadonlyMap<string, string>;
  },
): Promise<PushWarning[]> {
  const { record, left } = leaveOutUntaken(splitCustom(JSON.parse(given.recordText)).record, {
    taken: given.schema,
    whole: wholeOf(given.dataType),
  });
  let check = validators.get(given.schema);
  if (!check) {
    check = validatorFor(given.schema, 'body');
    validators.set(given.schema, check);
  }
  check(record);
  const exact = parseExact(given.recordText);
  const place = `${given.dataType} of ${given.platformName}`;
  const operation = given.schema === push.operations.update ? 'update' : 'create';
  const custom = { fields: given.custom, place, statusOnly: statusOnlyOf(push, operation) };
  const items = [...findCustomProblems(splitCustom(exact), custom), ...longNumbers(exact)];
  if (items.length > 0) throw inputInvalid({ service: 'push', items });
  for (const [path, dataType] of Object.entries(push.choices)) {
    const named: Named[] = [];
    for (const value of valuesAt(record, path.split('.'))) {
      const made = given.planned?.get(value.value);
      if (made === undefined) named.push(value);
      else if (made !== dataType) items.push(ofOtherType(value.itemId, { made, dataType }));
    }
    if (named.length === 0) continue;
    const set = { companyId: given.companyId, connectionId: given.connectionId, dataType };
    const unknown = await findUnknownIds(tx, set, [...new Set(named.map(({ value }) => value))]);
    for (const { itemId, value } of named) {
      if (!unknown?.has(value)) continue;
      const message = `The field "${itemId}" refers to "${value}", which does not exist in the data set ${dataType}. GET …/push/options lists the allowed values. If the value is new on the platform, request a sync first.`;
      items.push({ itemId, message, validatorName: 'choiceValidator' });
    }
  }
  if (items.length > 0) throw choiceUnknown(items);
  return left.map((itemId) => ({
    itemId,
    message: `${given.platformName} does not accept the field "${itemId}" of ${given.dataType}. The field is not sent.`,
    validatorName: 'ignoredFieldValidator',
  }));
}

/**
 * Finds numbers with too many digits. Numbers are sent to platforms without an exponent, so 1e-9000 would have 9,000
 * digits.
 */
function longNumbers(value: unknown, at = ''): ValidationItem[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('rawJSON' in value))
    return Object.entries(value).flatMap(([name, inner]) => longNumbers(inner, at ? `${at}.${name}` : name));
  if (isShort(String(value.rawJSON))) return [];
  const message = `The field "${at}" must not have more than ${digitsMax} digits when written without an exponent.`;
  return [{ itemId: at, message, validatorName: 'digitsValidator' }];
}

/** The full schema of a data type's record, with every field that it can have. */
export const wholeOf = (dataType: string): object => findDataType(dataType)?.record ?? {};

type Named = { itemId: string; value: string };

function ofOtherType(itemId: string, { made, dataType }: { made: string; dataType: string }): ValidationItem {
  const message = `The field "${itemId}" needs a record of ${dataType}, but the step that it refers to writes ${made}.`;
  return { itemId, message, validatorName: 'choiceValidator' };
}

function valuesAt(value: unknown, path: readonly string[], at = ''): Named[] {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? [{ itemId: at, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  const inside = (key: string) => (at ? `${at}.${key}` : key);
  if (name !== '*') return valuesAt((value as Record<string, unknown>)[name], rest, inside(name));
  return Object.entries(value).flatMap(([key, element]) => valuesAt(element, rest, inside(key)));
}
