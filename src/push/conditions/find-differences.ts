import { isObject, isSameValue } from '@daybook/connector-kit';
import type { ValidationItem } from '../../base/errors.ts';

/** Daybook's own fields, which change without a change of the books. */
const own = new Set(['id', 'modifiedDate', 'sourceModifiedDate', 'metadata']);
/** Maximum number of differences that are listed. */
const listedMax = 100;
const shownChars = 100;

/**
 * Compares two versions of a record field by field. `withCustom` is false if one of them has no custom fields, because
 * the platform has just sent it.
 */
export function findDifferences(
  before: object,
  after: object,
  { withCustom }: { withCustom: boolean },
): ValidationItem[] {
  const found: ValidationItem[] = [];
  const visit = (one: unknown, other: unknown, at: string): void => {
    if (found.length >= listedMax) return;
    if (Array.isArray(one) && Array.isArray(other)) {
      for (let n = 0; n < Math.max(one.length, other.length); n++) visit(one[n], other[n], `${at}.${n}`);
    } else if (isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
        const isLeftOut = at === '' && (own.has(name) || (name === 'customFields' && !withCustom));
        if (!isLeftOut) visit(one[name], other[name], at ? `${at}.${name}` : name);
      }
    } else if (!isEmptied(one, other) && !isSameValue(one, other)) found.push(differenceOf(at, one, other));
  };
  visit(before, after, '');
  if (isDeleted(after) && !isDeleted(before)) return [differenceOf('metadata.isDeleted', false, true)];
  return found;
}

const isDeleted = (record: object) => (record as { metadata?: { isDeleted?: boolean } }).metadata?.isDeleted === true;

/** Whether one is missing and the other has no content, such as an empty list. */
const isEmptied = (one: unknown, other: unknown) =>
  (one === undefined && hasNothing(other)) || (other === undefined && hasNothing(one));
const hasNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(hasNothing));

function differenceOf(itemId: string, before: unknown, after: unknown): ValidationItem {
  const message = `The field "${itemId}" has changed from ${shown(before)} to ${shown(after)}.`;
  return {
    ...{ itemId, message, validatorName: 'movedOnValidator' },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > shownChars ? `${text.slice(0, shownChars)}…` : text;
}
