import type { PushAnswer } from '@daybook/connector-kit';

/** Tryton rejects a call with HTTP status 200 and an error in the body. */
const refusedStatus = 200;

/**
 * Maps the form labels in Tryton's messages to the client's fields. The messages are in English, because every call
 * asks for English.
 */
const fields: readonly [RegExp, string][] = [
  [/period for the date|(accounting|invoice) date|"(Invoice|Accounting) Date"/, 'issueDate'],
  [/"Party"|"Invoice Address"/, 'customerRef.id'],
  [/"Currency"/, 'currency'],
  [/"Account" in "Invoice Line"/, 'lineItems.*.accountRef.id'],
  [/"Taxe?s?" in "Invoice Line|Invoice Line - Tax/, 'lineItems.*.taxRateRef.id'],
  [/"Product"/, 'lineItems.*.itemRef.id'],
  [/"Unit Price"/, 'lineItems.*.unitAmount'],
  [/"Quantity"/, 'lineItems.*.quantity'],
  [/"Country"/, 'addresses.*.country'],
  [/phone number/i, 'phone'],
  [/"(E-?Mail|Value)"|e-?mail address/i, 'emailAddress'],
  [/"Name"/, 'customerName'],
  [/"Name"/, 'supplierName'],
  [/"Payment Method"/, 'accountRef.id'],
  [/"Amount"|amount to pay/i, 'totalAmount'],
];

/**
 * Builds the answer for a rejected record. If `itemId` is set, the connector itself rejected the record and sent
 * nothing. Otherwise, Tryton rejected the record, and Tryton's message shows which field is wrong.
 */
export function refusal(message: string, { itemId, record }: { itemId?: string; record?: object } = {}): PushAnswer {
  const named = itemId ?? fieldIn(message, record ?? {});
  const errors = named === undefined ? [] : [{ itemId: named, message }];
  const status = itemId === undefined ? { providerStatus: refusedStatus } : {};
  return { kind: 'refused', ...status, message: `Tryton does not accept the record: ${message}`, errors };
}

function fieldIn(message: string, record: object): string | undefined {
  const found = fields.find(([pattern, field]) => pattern.test(message) && (field.split('.')[0] as string) in record);
  if (!found) return undefined;
  const [list = '', star, ...rest] = found[1].split('.');
  if (star !== '*') return found[1];
  // Tryton does not report which element of the list is wrong. If the list has only one element, it must be that one.
  const { length } = (record as Record<string, unknown[]>)[list] ?? [];
  return length === 1 ? [list, '0', ...rest].join('.') : list;
}
