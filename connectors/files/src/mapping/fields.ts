import { findDataType } from '@daybook/connector-kit';
import type { TSchema } from 'typebox';

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
export const mappableTypes: readonly string[] = [
  ...['invoices', 'bills', 'customers', 'suppliers', 'accounts', 'items', 'payments', 'billPayments', 'creditNotes'],
  ...['billCreditNotes', 'journalEntries', 'taxRates', 'bankAccounts', 'bankTransactions'],
];

/** Lists whose elements are the rows of a record, and lists of which a row has one element. */
export const lineLists: readonly string[] = ['lineItems', 'journalLines'];
export const singleLists: readonly string[] = ['addresses'];

/**
 * Fields of which one is enough, by data type: the others are computed (`build-record.ts`). A field of a list is only
 * required if the table has the list.
 */
const alternatives: Record<string, string[][]> = {
  invoices: [
    ['totalAmount', 'lineItems.totalAmount', 'totalTaxAmount'],
    ['amountDue', 'amountPaid', 'status'],
  ],
  bills: [
    ['totalAmount', 'lineItems.totalAmount', 'totalTaxAmount'],
    ['amountDue', 'amountPaid', 'status'],
  ],
  creditNotes: [['totalAmount', 'lineItems.totalAmount', 'totalTaxAmount']],
  billCreditNotes: [['totalAmount', 'lineItems.totalAmount', 'totalTaxAmount']],
  bankTransactions: [
    ['amount', 'moneyIn', 'moneyOut'],
    ['bankAccountRef.id', 'bankAccountRef.name'],
  ],
  journalEntries: [
    ['journalLines.netAmount', 'journalLines.debit', 'journalLines.credit'],
    ['journalLines.accountRef.id', 'journalLines.accountRef.name'],
  ],
};

/** Set to a usual value if no column has them. */
const filled = /^(status|itemStatus|type|addresses\.type|.*Ref\.id|lineItems\..*)$/;

/** The fields that a mapping needs: of each list, at least one. */
export function neededFields(dataType: string): string[][] {
  const required = fieldsOf(dataType).filter(({ isRequired }) => isRequired);
  return [...required.map(({ name }) => [name]), ...(alternatives[dataType] ?? [])];
}

/** Fields that are not in the record: it is computed from them. */
const helping: Record<string, MappableField[]> = {
  invoices: [helpingAmount('amountPaid', 'Amount paid')],
  bills: [helpingAmount('amountPaid', 'Amount paid')],
  bankTransactions: [helpingAmount('moneyIn', 'Money in'), helpingAmount('moneyOut', 'Money out')],
  journalEntries: [
    helpingAmount('journalLines.debit', 'Lines: debit'),
    helpingAmount('journalLines.credit', 'Lines: credit'),
  ],
};

function helpingAmount(name: string, label: string): MappableField {
  return { name, label, kind: 'amount', isRequired: false, isLine: name.includes('Lines.') };
}

const known = new Map<string, MappableField[]>();

/** The fields of a data type that can be mapped. Throws for a data type that is not in `mappableTypes`. */
export function fieldsOf(dataType: string): MappableField[] {
  const found = known.get(dataType) ?? (mappableTypes.includes(dataType) ? buildFields(dataType) : undefined);
  if (!found) throw new RangeError(`Tables cannot contain ${dataType}.`);
  known.set(dataType, found);
  return found;
}

type Schema = TSchema & {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
  format?: string;
  pattern?: string;
};

function buildFields(dataType: string): MappableField[] {
  const record = findDataType(dataType)?.record as Schema;
  const isComputed = (name: string) => filled.test(name) || (alternatives[dataType] ?? []).flat().includes(name);
  const fields = walk({ schema: record, path: '', isRequired: true, isLine: false });
  return [
    ...fields.map((field) => ({ ...field, isRequired: field.isRequired && !isComputed(field.name) })),
    ...(helping[dataType] ?? []),
  ];
}

type Walk = { schema: Schema; path: string; isRequired: boolean; isLine: boolean };

function walk({ schema, path, isRequired, isLine }: Walk): MappableField[] {
  if (schema.type === 'array') {
    const isKnown = lineLists.includes(path) || singleLists.includes(path);
    if (!isKnown || !schema.items) return [];
    return walk({ schema: schema.items, path, isRequired, isLine: lineLists.includes(path) });
  }
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, property]) => {
      const needed = isRequired && (schema.required?.includes(name) ?? false);
      return walk({ schema: property, path: path ? `${path}.${name}` : name, isRequired: needed, isLine });
    });
  }
  const field: MappableField = {
    name: path,
    label: labelOf(path),
    kind: kindOf(schema),
    isRequired,
    isLine,
    ...(schema.enum && { choices: [...schema.enum] }),
  };
  return [field];
}

function kindOf({ type, enum: choices, format, pattern }: Schema): FieldKind {
  if (choices) return 'choice';
  if (type === 'number') return 'amount';
  if (type === 'boolean') return 'flag';
  if (format === 'date-time') return 'date';
  return pattern === '^[A-Z]{3}$' ? 'currency' : 'text';
}

function labelOf(path: string): string {
  const words = path
    .replace(/^(lineItems|journalLines)\./, 'lines: ')
    .replace(/Ref\./g, ' ')
    .replace(/\./g, ' ')
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
