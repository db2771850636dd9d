import { isObject, type Push, type PushedField, parseExact } from '@daybook/connector-kit';
import type { ValidationItem } from '../../base/errors.ts';
import { type CustomFieldType, readPushedValue } from '../../connectors/custom-fields.ts';
import type { PushableField } from './find-pushable.ts';

/** The member of a pushed record with the custom fields. */
export const member = 'customFields';

/** Separates the custom fields from the record of the data type. */
export function splitCustom(record: unknown): { record: unknown; custom: unknown } {
  if (!isObject(record) || !Object.hasOwn(record, member)) return { record, custom: undefined };
  const { [member]: custom, ...rest } = record;
  return { record: rest, custom };
}

const wanted: Record<CustomFieldType, string> = {
  text: 'a text of at most 4,000 characters',
  number: 'a number',
  date: 'a date such as "2026-01-31"',
  dateTime: 'a time with an offset such as "2026-01-31T09:30:00+01:00"',
  boolean: 'true or false',
};

/** The statuses with which a record cannot have custom fields: an update to one of them changes nothing else. */
export const statusOnlyOf = ({ customFields }: Push, operation: string): readonly string[] =>
  operation === 'update' ? (customFields?.statusOnly ?? ['Void']) : [];

/** Lists what is wrong with the custom fields of a pushed record (`parseExact`). */
export function findCustomProblems(
  { record, custom }: { record: unknown; custom: unknown },
  { fields, place, statusOnly }: { fields: readonly PushableField[]; place: string; statusOnly: readonly string[] },
): ValidationItem[] {
  if (custom === undefined) return [];
  const problem = (itemId: string, message: string) => [{ itemId, message, validatorName: 'customFieldValidator' }];
  if (!isObject(custom)) return problem(member, `The field "${member}" must be an object.`);
  const names = Object.keys(custom);
  const { status } = record as { status?: unknown };
  if (names.length > 0 && typeof status === 'string' && statusOnly.includes(status))
    return problem(
      member,
      `An update with the status ${status} changes nothing else, so it must not have "${member}".`,
    );
  const possible = fields.map(({ name }) => name).join(', ') || 'none';
  return names.flatMap((name) => {
    const itemId = `${member}.${name}`;
    const field = fields.find((one) => one.name === name);
    if (!field)
      return problem(
        itemId,
        `The custom field "${name.slice(0, 50)}" cannot be pushed to ${place}. Its mapping must name it with "pushTo". Possible: ${possible}.`,
      );
    if (readPushedValue(field.type, custom[name]) !== undefined) return [];
    return problem(itemId, `The field "${itemId}" must be ${wanted[field.type]}.`);
  });
}

/** What the connector gets, in the order of the mapping, so that the same record gives the same request. */
export function pushedFields(custom: unknown, fields: readonly PushableField[]): PushedField[] {
  if (!isObject(custom)) return [];
  return fields.flatMap(({ name, type, pushTo }) => {
    const value = Object.hasOwn(custom, name) ? readPushedValue(type, custom[name]) : undefined;
    return value === undefined ? [] : [{ name, field: pushTo, type, value: parseExact(JSON.stringify(value)) }];
  });
}
