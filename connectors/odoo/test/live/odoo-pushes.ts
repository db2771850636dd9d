import type { OdooBooks } from './odoo-books.ts';
import { makeDraft, makePosted, today } from './odoo-changes.ts';

const due = '2027-01-31';

/** Records that Odoo accepts or rejects, in Daybook's field names. */
export function odooExamples(books: OdooBooks) {
  let count = 0;
  const idOf = async (model: string, ...domain: unknown[]) => String(await books.first(model, domain));
  const account = (kind: string) => idOf('account.account', ['account_type', '=', kind]);
  const partner = () => idOf('res.partner', ['name', '=', 'Cobalt Cycles']);
  const tax = (use: string) => idOf('account.tax', ['type_tax_use', '=', use], ['amount_type', '=', 'percent']);

  async function document(side: 'out' | 'in', more: object): Promise<object> {
    const line = {
      unitAmount: 99.99,
      quantity: 3,
      accountRef: { id: await account(side === 'out' ? 'income' : 'expense') },
    };
    const party = { id: await partner() };
    return {
      ...(side === 'out' ? { customerRef: party } : { supplierRef: party }),
      issueDate: today(),
      lineItems: [
        { ...line, description: 'Work', taxRateRef: { id: await tax(side === 'out' ? 'sale' : 'purchase') } },
        { ...line, description: 'Travel & more', unitAmount: 40.01, quantity: 1.5 },
        {
          ...line,
          description: 'Desk',
          itemRef: { id: await idOf('product.product', ['default_code', '=', 'FURN_8888']) },
        },
      ],
      note: `Pushed ${++count}\nÜber <b>`,
      ...more,
    };
  }

  /** The ledger account of the bank. */
  async function bank(): Promise<{ id: string }> {
    const [row] = await books.read<{ default_account_id: [number] }>(
      'account.journal',
      [['type', '=', 'bank']],
      ['default_account_id'],
    );
    return { id: String(row?.default_account_id[0]) };
  }

  const pay = async (type: 'Invoice' | 'Bill', id: number, amount: number) => ({
    ...{ accountRef: await bank(), date: today(), reference: `PAY-${++count}`, totalAmount: amount },
    lines: [{ links: [{ type, id: String(id), amount }] }],
  });

  const partnerOf = (nameField: string) => ({
    ...{ [nameField]: `Pushed ${++count} & Söhne`, emailAddress: 'ap@pushed.example', phone: '+44 131 496 0000' },
    ...{ contactName: 'Ада', registrationNumber: `R-${count}` },
    addresses: [
      { type: 'Billing', line1: '5 Quay Street', line2: 'Dock B', city: 'Leith', postalCode: 'EH6 6AA', country: 'GB' },
      { type: 'Delivery', line1: `${count} Shore`, city: 'Leith', country: 'GB' },
    ],
  });

  const examples: Record<string, () => Promise<object>> = {
    invoices: () => document('out', { dueDate: due }),
    creditNotes: () => document('out', {}),
    bills: () => document('in', { reference: `B-${++count}`, dueDate: due }),
    billCreditNotes: () => document('in', { billCreditNoteNumber: `BC-${++count}` }),
    payments: async () => pay('Invoice', await makePosted(books), 10),
    billPayments: async () => pay('Bill', await makePosted(books, { type: 'in_invoice' }), 10),
    async journalEntries() {
      const amount = ++count + 0.01;
      return {
        ...{ postedOn: today(), description: `Pushed ${count}` },
        journalLines: [
          { description: 'Rent', accountRef: { id: await account('expense') }, netAmount: amount },
          { description: 'Bank', accountRef: await bank(), netAmount: -amount },
        ],
      };
    },
    customers: async () => partnerOf('customerName'),
    suppliers: async () => partnerOf('supplierName'),
    async items() {
      return {
        ...{ code: `P-${++count}`, name: `Pushed ${count}`, type: 'Service', isInvoiceItem: true, isBillItem: true },
        invoiceItem: {
          ...{ unitPrice: 12.5 + count, description: 'To sell' },
          ...{ accountRef: { id: await account('income') }, taxRateRef: { id: await tax('sale') } },
        },
        billItem: { unitPrice: 9.25, description: 'To buy', accountRef: { id: await account('expense') } },
      };
    },
    async attachments() {
      const content = Buffer.from(`Scan ${++count}\0ü`).toString('base64');
      const recordRef = { dataType: 'bills', id: String(await makePosted(books, { type: 'in_invoice' })) };
      return {
        name: `Scan ${count} ü.pdf`,
        contentType: 'application/pdf',
        description: `Scan ${count}`,
        recordRef,
        content,
      };
    },
  };
  const none = '999999';

  return {
    example: (dataType: string): Promise<object> => examples[dataType]?.() ?? Promise.reject(new Error(dataType)),
    /**
     * A line with an unknown account, an unknown country, a draft that is paid, an entry that does not
     * balance, or a file of an unknown record.
     */
    async wrong(dataType: string): Promise<object> {
      // biome-ignore lint/suspicious/noExplicitAny: a record of any data type.
      const record = (await examples[dataType]?.()) as any;
      if (record.lineItems) record.lineItems[1].accountRef = { id: none };
      else if (record.addresses) record.addresses[0].country = 'ZZ';
      else if (record.journalLines) record.journalLines[0].netAmount += 1;
      else if (record.content) record.recordRef.id = none;
      else if (record.lines) record.lines[0].links[0].id = String(await makeDraft(books));
      else record.invoiceItem.accountRef.id = none;
      return record;
    },
  };
}
