import type { TrytonBooks } from './tryton-books.ts';
import { makeDraft, today } from './tryton-changes.ts';

/** Records that Tryton accepts or rejects, in Daybook's field names. */
export function trytonExamples(books: TrytonBooks) {
  let count = 0;
  const idOf = async (model: string, domain: unknown[]) => String(await books.first(model, domain));
  const revenue = () => idOf('account.account', [['type.revenue', '=', true]]);
  const cash = () => idOf('account.account', [['name', '=', 'Main Cash']]);

  async function invoice(issueDate = today()): Promise<object> {
    const tax = await idOf('account.tax', [['name', '=', 'VAT 20%']]);
    const line = { unitAmount: 99.99, quantity: 3, accountRef: { id: await revenue() } };
    return {
      customerRef: { id: await idOf('party.party', [['name', '=', 'Cobalt Cycles']]) },
      issueDate,
      lineItems: [
        { ...line, description: 'Work', taxRateRef: { id: tax } },
        { ...line, description: 'Travel', unitAmount: 40.0001, quantity: 1.5 },
        { ...line, itemRef: { id: await idOf('product.product', [['name', '=', 'Cable 3 m']]) } },
      ],
      note: `Pushed ${++count}`,
    };
  }

  const pay = async (id: number, amount: number) => ({
    accountRef: { id: await cash() },
    date: today(),
    reference: `PAY-${++count}`,
    totalAmount: amount,
    lines: [{ links: [{ type: 'Invoice', id: String(id), amount }] }],
  });

  const nameField = (dataType: string) => (dataType === 'suppliers' ? 'supplierName' : 'customerName');

  return {
    async example(dataType: string): Promise<object> {
      if (dataType === 'invoices') return invoice();
      if (dataType === 'payments') {
        const id = await makeDraft(books);
        await books.call('model.account.invoice.post', [[id]]);
        return pay(id, 30);
      }
      if (dataType === 'attachments') {
        const id = await idOf('account.invoice', [['type', '=', 'in']]);
        const content = Buffer.from(`Scan ${++count}\0\xff`, 'latin1').toString('base64');
        const recordRef = { dataType: 'bills', id };
        return { name: `Scan ${count} ü.pdf`, description: `Scan ${count}`, recordRef, content };
      }
      const address = {
        type: 'Billing',
        line1: '5 Quay Street',
        line2: 'Dock B',
        city: 'Leith',
        postalCode: 'EH6 6AA',
      };
      return {
        ...{ [nameField(dataType)]: `Pushed ${++count} & Söhne`, emailAddress: 'ap@pushed.example' },
        phone: '+44 131 496 0000',
        ...{ contactName: 'Ада', addresses: [address] },
      };
    },
    /**
     * Returns a record that Tryton rejects: an invoice whose date is in no period, a party with an unknown country,
     * a payment of an invoice that is not posted, or a file of a bill that is an invoice.
     */
    async wrong(dataType: string): Promise<object> {
      if (dataType === 'attachments') {
        const recordRef = { dataType: 'bills', id: await idOf('account.invoice', [['type', '=', 'out']]) };
        return { name: 'Scan.pdf', recordRef, content: 'AAAA' };
      }
      if (dataType === 'invoices') return invoice('1999-01-01');
      if (dataType === 'payments') return pay(await makeDraft(books), 30);
      return { [nameField(dataType)]: `Pushed ${++count}`, addresses: [{ type: 'Billing', country: 'ZZ' }] };
    },
    async invoicesOf(
      reference: string,
    ): Promise<{ id: number; state: string; number: string; total_amount: string }[]> {
      const fields = ['state', 'number', 'total_amount'];
      return books.read('account.invoice', [['reference', '=', reference]], fields);
    },
  };
}
