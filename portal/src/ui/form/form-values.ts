type Invalid = { validation?: readonly { itemId?: string; message: string }[] };

/**
 * Returns the message of the service about a field. The link to the error guide is removed, because `ErrorNote` has its
 * own link.
 */
export function fieldError(error: unknown, name: string): string | undefined {
  const { validation = [] } = (error ?? {}) as Invalid;
  return validation.find(({ itemId }) => itemId === name)?.message.replace(/ See https?:\S+$/, '');
}

/** The value of a `NumberInput`, which is "" while the input is empty. */
export type NumberValue = number | string;

/** Converts an optional limit to the value of its input, and back. An empty input means that there is no limit. */
export const limitValue = (limit: number | null | undefined): NumberValue => limit ?? '';
export const limitOrNull = (value: NumberValue): number | null => (value === '' ? null : Number(value));
