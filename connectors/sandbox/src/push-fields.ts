/**
 * Maps the sandbox's field names to Daybook's field names, so that an error can name the client's field. A star stands
 * for a list index. The n-th star in both names stands for the same index.
 */
export type FieldNames = Readonly<Record<string, string>>;

const contact = {
  contact_person: 'contactName',
  email: 'emailAddress',
  phone: 'phone',
  addresses: 'addresses',
  'addresses.*': 'addresses.*',
  'addresses.*.kind': 'addresses.*.type',
  'addresses.*.street': 'addresses.*.line1',
  'addresses.*.city': 'addresses.*.city',
  'addresses.*.country': 'addresses.*.country',
  'addresses.*.postcode': 'addresses.*.postalCode',
  registration_no: 'registrationNumber',
  vat_no: 'taxNumber',
  currency: 'defaultCurrency',
  state: 'status',
};
export const customerFields: FieldNames = { name: 'customerName', ...contact };
export const supplierFields: FieldNames = { name: 'supplierName', ...contact };

const trade = (theirs: string, ours: string) => ({
  [theirs]: ours,
  [`${theirs}.price`]: `${ours}.unitPrice`,
  [`${theirs}.text`]: `${ours}.description`,
  [`${theirs}.account`]: `${ours}.accountRef.id`,
  [`${theirs}.tax_rate`]: `${ours}.taxRateRef.id`,
});
export const itemFields: FieldNames = {
  sku: 'code',
  name: 'name',
  kind: 'type',
  state: 'itemStatus',
  ...trade('sale', 'invoiceItem'),
  ...trade('purchase', 'billItem'),
};

const money = { currency: 'currency', exchange_rate: 'currencyRate', memo: 'note' };
const document = {
  ...money,
  issued_on: 'issueDate',
  due_on: 'dueDate',
  state: 'status',
  lines: 'lineItems',
  'lines.*': 'lineItems.*',
  'lines.*.text': 'lineItems.*.description',
  'lines.*.unit_price': 'lineItems.*.unitAmount',
  'lines.*.quantity': 'lineItems.*.quantity',
  'lines.*.discount': 'lineItems.*.discountAmount',
  'lines.*.account': 'lineItems.*.accountRef.id',
  'lines.*.tax_rate': 'lineItems.*.taxRateRef.id',
  'lines.*.item': 'lineItems.*.itemRef.id',
  'lines.*.tracking': 'lineItems.*.tracking',
  'lines.*.tracking.*': 'lineItems.*.tracking.*.id',
};
export const invoiceFields: FieldNames = { number: 'invoiceNumber', customer: 'customerRef.id', ...document };
export const billFields: FieldNames = { number: 'reference', supplier: 'supplierRef.id', ...document };
export const creditNoteFields: FieldNames = { number: 'creditNoteNumber', customer: 'customerRef.id', ...document };

const payment = {
  ...money,
  account: 'accountRef.id',
  paid_on: 'date',
  reference: 'reference',
  amount: 'totalAmount',
  applied_to: 'lines.0.links',
  'applied_to.*': 'lines.0.links.*',
  'applied_to.*.kind': 'lines.0.links.*.type',
  'applied_to.*.id': 'lines.0.links.*.id',
  'applied_to.*.amount': 'lines.0.links.*.amount',
};
export const paymentFields: FieldNames = { customer: 'customerRef.id', ...payment };
export const billPaymentFields: FieldNames = { supplier: 'supplierRef.id', ...payment };

export const journalEntryFields: FieldNames = {
  posted_on: 'postedOn',
  reference: 'reference',
  memo: 'description',
  lines: 'journalLines',
  'lines.*': 'journalLines.*',
  'lines.*.text': 'journalLines.*.description',
  'lines.*.account': 'journalLines.*.accountRef.id',
  'lines.*.amount': 'journalLines.*.netAmount',
  'lines.*.currency': 'journalLines.*.currency',
  'lines.*.tracking': 'journalLines.*.tracking',
  'lines.*.tracking.*': 'journalLines.*.tracking.*.id',
};

const transferEnd = (end: 'from' | 'to') => ({
  [end]: end,
  [`${end}.account`]: `${end}.accountRef.id`,
  [`${end}.amount`]: `${end}.amount`,
  [`${end}.currency`]: `${end}.currency`,
});
export const transferFields: FieldNames = {
  moved_on: 'date',
  memo: 'description',
  ...transferEnd('from'),
  ...transferEnd('to'),
};

/** Translates a sandbox field to Daybook's name. An unrecognised field keeps the sandbox's name. */
export function ourField(fields: FieldNames, theirs: string): string {
  const places = theirs.split('.').filter((part) => /^\d+$/.test(part));
  const starred = theirs.replace(/(^|\.)\d+(?=\.|$)/g, '$1*');
  const ours = Object.hasOwn(fields, starred) ? (fields[starred] as string) : undefined;
  return ours === undefined ? theirs : ours.replaceAll('*', () => places.shift() ?? '*');
}
