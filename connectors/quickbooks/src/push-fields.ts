import type { Fault } from './request-quickbooks.ts';

/** Maps QuickBooks' field names to Daybook's field names, so that an error can name the client's field. */
export type FieldNames = Readonly<Record<string, string>>;

/** Error codes that always concern the same field. */
const byCode: Readonly<Record<string, string>> = {
  '6240': 'DisplayName',
  '6140': 'DocNumber',
  '6210': 'TxnDate',
};

/** Returns the client's field that a fault is about, or undefined if the fault names no known field. */
export function fieldOf({ code, element, detail }: Fault, names: FieldNames): string | undefined {
  const named = Object.keys(names).find(
    (name) => element.split('.').includes(name) || new RegExp(`\\b${name}\\b`).test(detail),
  );
  const known = named ?? byCode[code] ?? '';
  return names[known] ?? (code === '6240' ? names.Name : undefined);
}
