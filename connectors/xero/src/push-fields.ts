/**
 * Xero describes errors in sentences and names no field. The patterns recognise these sentences and are tried in this
 * order. The group `value` captures a value that the sentence quotes. That value identifies the affected line.
 */
export type Complaint = { pattern: RegExp; field: string };

const lineComplaints: Complaint[] = [
  {
    pattern: /account code ['‘"]?(?<value>[^'’"]+?)['’"]? (?:is not|has been|cannot)/i,
    field: 'lineItems.*.accountRef.id',
  },
  { pattern: /tax ?type(?: code)? ['‘"]?(?<value>[^'’"]+?)['’"]? /i, field: 'lineItems.*.taxRateRef.id' },
  { pattern: /description/i, field: 'lineItems.0.description' },
];
const documentComplaints = (party: string, number: string): Complaint[] => [
  ...lineComplaints,
  { pattern: /contact/i, field: party },
  { pattern: /#|number/i, field: number },
  { pattern: /due ?date/i, field: 'dueDate' },
  { pattern: /currency/i, field: 'currency' },
  { pattern: /date/i, field: 'issueDate' },
];
const contactComplaints = (name: string): Complaint[] => [
  { pattern: /e-?mail/i, field: 'emailAddress' },
  { pattern: /contact name|\bname\b/i, field: name },
];

export const complaints: Readonly<Record<string, readonly Complaint[]>> = {
  customers: contactComplaints('customerName'),
  suppliers: contactComplaints('supplierName'),
  accounts: [
    { pattern: /code/i, field: 'nominalCode' },
    { pattern: /name/i, field: 'name' },
  ],
  taxRates: [
    { pattern: /report ?tax ?type/i, field: 'reportTaxType' },
    { pattern: /compound/i, field: 'components.0.isCompound' },
    { pattern: /component/i, field: 'components' },
    { pattern: /rate (?:must|cannot)/i, field: 'components.0.rate' },
    { pattern: /name/i, field: 'name' },
  ],
  items: [
    { pattern: /account code|sales.*account|account/i, field: 'invoiceItem.accountRef.id' },
    { pattern: /tax ?type/i, field: 'invoiceItem.taxRateRef.id' },
    { pattern: /code/i, field: 'code' },
    { pattern: /name/i, field: 'name' },
  ],
  invoices: documentComplaints('customerRef.id', 'invoiceNumber'),
  bills: documentComplaints('supplierRef.id', 'reference'),
  creditNotes: documentComplaints('customerRef.id', 'creditNoteNumber'),
  payments: [
    { pattern: /amount/i, field: 'totalAmount' },
    { pattern: /account/i, field: 'accountRef.id' },
    { pattern: /date/i, field: 'date' },
    { pattern: /invoice/i, field: 'lines.0.links.0.id' },
  ],
};

/** Returns the client's field that a sentence is about, or undefined if no pattern matches. */
export function fieldOf(message: string, known: readonly Complaint[], sent: string): string | undefined {
  for (const { pattern, field } of known) {
    const found = pattern.exec(message);
    if (!found) continue;
    return field.replace('*', () => String(lineWith(found.groups?.value ?? '', sent)));
  }
  return undefined;
}

function lineWith(value: string, sent: string): number {
  const [record] = Object.values(JSON.parse(sent) as Record<string, { LineItems?: object[] }[]>).flat();
  const at = (record?.LineItems ?? []).findIndex((line) => Object.values(line).includes(value.trim()));
  return Math.max(0, at);
}
