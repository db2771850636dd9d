import type { PushWarning } from '@daybook/connector-kit';
import type { ErrorAdvice, ValidationItem } from '../base/errors.ts';
import { pushRefused, pushWarning, recordMovedOn } from './refusals.ts';

/** The `validation` of a push operation. Every message ends with a link to its explanation. */
export type Validation = { errors: ValidationItem[]; warnings: ValidationItem[] };

const withLink = ({ advice }: { advice: ErrorAdvice }, docsUrl: string) => {
  const link = ` See ${docsUrl}/errors#${advice.code}`;
  return <Item extends ValidationItem>(item: Item): Item => ({ ...item, message: `${item.message}${link}` });
};

export function warningsOnly(docsUrl: string, warnings: readonly PushWarning[]): Validation {
  return { errors: [], warnings: warnings.map(withLink(pushWarning, docsUrl)) };
}

/** Returns the validation of a failed push, which always has at least one error. */
export function failure(
  docsUrl: string,
  {
    message,
    errors = [],
    hasMovedOn = false,
  }: { message: string; errors?: readonly ValidationItem[] | undefined; hasMovedOn?: boolean | undefined },
  before: Validation | undefined,
): Validation {
  const items = errors.length > 0 ? errors : [{ message }];
  return {
    errors: items.map(withLink(hasMovedOn ? recordMovedOn : pushRefused, docsUrl)),
    warnings: before?.warnings ?? [],
  };
}

/**
 * Adds the warnings from the platform's response, except for fields that already had a warning when the push was
 * requested.
 */
export function withWarnings(
  docsUrl: string,
  warnings: readonly PushWarning[],
  before: Validation | undefined,
): Validation | undefined {
  const known = before?.warnings ?? [];
  const named = new Set(known.map(({ itemId }) => itemId));
  const more = warnings.filter(({ itemId }) => itemId === undefined || !named.has(itemId));
  if (known.length + more.length === 0) return undefined;
  return { errors: [], warnings: [...known, ...more.map(withLink(pushWarning, docsUrl))] };
}
