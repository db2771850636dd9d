export type FieldKind = 'text' | 'amount' | 'date' | 'currency' | 'choice' | 'flag';

/** A field that a column can be mapped to. */
export type MappableField = {
  /** Such as `invoiceNumber`, `customerRef.companyName` or `lineItems.quantity`. */
  name: string;
  /** For people, in English, such as "Invoice number". */
  label: string;
  kind: FieldKind;
  isRequired: boolean;
  /** True if the field belongs to the lines of a record. */
  isLine: boolean;
  /** Values of a field of the kind `choice`. */
  choices?: string[];
};

/** Data types that a table can contain. */
export const mappableTypes: readonly string[] = [];

export function fieldsOf(_dataType: string): MappableField[] {
  throw new Error('Not written yet.');
}
