import assert from 'node:assert/strict';
import type { Connector, Credentials, ProviderHttp } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import { pullAll } from '@daybook/connector-kit/conformance';

/**
 * Records that the sandbox accepts or rejects, in Daybook's field names. Their amounts have more digits than a double
 * can hold.
 */
export function pushExamples(connector: Connector, sender: { http: ProviderHttp; credentials: Credentials }) {
  const known = new Map<string, Promise<string[]>>();
  let count = 0;

  function idsOf(dataType: string): Promise<string[]> {
    const found =
      known.get(dataType) ??
      pullAll(connector, sender, dataType).then((pages) => pages.flatMap((page) => page.records).map(({ id }) => id));
    known.set(dataType, found);
    return found;
  }
  async function idOf(dataType: string, at = 0): Promise<string> {
    return (await idsOf(dataType))[at] ?? assert.fail(`there are no ${dataType}`);
  }
  /** Returns the ids of the bank accounts, because transfers go between bank accounts. */
  async function bankAccounts(): Promise<string[]> {
    const pages = await pullAll(connector, sender, 'accounts');
    return pages
      .flatMap((page) => page.records)
      .filter(({ record }) => (record?.() as { isBankAccount?: boolean } | undefined)?.isBankAccount)
      .map(({ id }) => id);
  }

  async function lineItems(): Promise<string> {
    const [account, taxRate] = [await idOf('accounts'), await idOf('taxRates')];
    const refs = `"accountRef":{"id":"${account}"},"taxRateRef":{"id":"${taxRate}"}`;
    const full = `"itemRef":{"id":"${await idOf('items')}"},"tracking":[{"id":"${await idOf('trackingCategories')}"}]`;
    return (
      `[{"description":"Pump “${count}”","unitAmount":1234567890123456.78,"quantity":1,"discountAmount":0.5,${refs},${full}}` +
      `,{"unitAmount":0.05,"quantity":2.5,${refs}}]`
    );
  }

  const makers: Record<string, () => Promise<string>> = {
    customers: async () =>
      `{"customerName":"Pushed ${count} & Co","contactName":"Ада","addresses":[{"type":"Delivery","line1":"1 Mill Lane","city":"Cork"}],"status":"Active"}`,
    suppliers: async () => `{"supplierName":"Pushed ${count} GmbH","taxNumber":"EU${count}","defaultCurrency":"GBP"}`,
    items: async () =>
      `{"code":"P-${count}","name":"Pushed ${count}","type":"Service","invoiceItem":{"unitPrice":12345678901234567.125` +
      `,"accountRef":{"id":"${await idOf('accounts')}"},"taxRateRef":{"id":"${await idOf('taxRates')}"}}}`,
    invoices: async () =>
      `{"invoiceNumber":"P-${count}","customerRef":{"id":"${await idOf('customers')}"},"issueDate":"2026-11-01T00:00:00Z","dueDate":"2026-11-30"` +
      `,"lineItems":${await lineItems()},"status":"Draft","note":"pushed"}`,
    bills: async () =>
      `{"reference":"B-${count}","supplierRef":{"id":"${await idOf('suppliers')}"},"issueDate":"2026-11-01T00:00:00Z","currency":"USD"` +
      `,"currencyRate":0.9${count},"lineItems":${await lineItems()}}`,
    creditNotes: async () =>
      `{"customerRef":{"id":"${await idOf('customers')}"},"issueDate":"2026-11-02","lineItems":${await lineItems()}}`,
    payments: async () =>
      `{"customerRef":{"id":"${await idOf('customers')}"},"accountRef":{"id":"${await idOf('accounts')}"},"date":"2026-11-03","totalAmount":98765432109876543.21}`,
    billPayments: async () =>
      `{"supplierRef":{"id":"${await idOf('suppliers')}"},"accountRef":{"id":"${await idOf('accounts')}"},"date":"2026-11-03","totalAmount":98765432109876543.21,"note":"n"}`,
    journalEntries: async () =>
      `{"postedOn":"2026-11-04","journalLines":[{"accountRef":{"id":"${await idOf('accounts')}"},"netAmount":1000000000000000000.01}` +
      `,{"description":"credit","accountRef":{"id":"${await idOf('accounts', 1)}"},"netAmount":-1000000000000000000.01}]}`,
    attachments: async () =>
      `{"name":"pushed-${count}.txt","contentType":"text/plain","recordRef":{"dataType":"customers","id":"${await idOf('customers')}"},"content":"${Buffer.from(`file ${count}`).toString('base64')}"}`,
    transfers: async () => {
      const [from, to] = await bankAccounts();
      const end = (id: string | undefined) => `{"accountRef":{"id":"${id}"},"amount":1000000000000000000.01}`;
      return `{"date":"2026-11-05","from":${end(from)},"to":${end(to)}}`;
    },
  };

  /** By data type: values that the schema allows but that break a rule of the sandbox. */
  const spoilt: Record<string, Record<string, unknown>> = {
    customers: { customerName: 'no\0name', addresses: [{ type: 'Billing', city: 'no\0city' }] },
    suppliers: { contactName: 'no\0name' },
    items: { invoiceItem: { unitPrice: 1, accountRef: { id: 'acc_nobody' }, taxRateRef: { id: 'tax_nobody' } } },
    invoices: { customerRef: { id: 'cus_nobody' }, dueDate: '2026-10-31' },
    bills: { issueDate: '2026-02-31', supplierRef: { id: 'sup_nobody' } },
    creditNotes: { currency: 'USD' },
    payments: { lines: [{ links: [{ type: 'Invoice', id: 'inv_nobody', amount: 1 }] }] },
    billPayments: { currencyRate: 2 },
    journalEntries: { reference: 'no\0reference' },
    attachments: { recordRef: { dataType: 'customers', id: 'cus_nobody' } },
    transfers: { date: '2026-02-30' },
  };

  async function example(dataType: string): Promise<object> {
    count++;
    const make = makers[dataType] ?? assert.fail(`no example of ${dataType}`);
    return parseExact(await make()) as object;
  }
  return {
    example,
    wrong: async (dataType: string): Promise<object> => ({ ...(await example(dataType)), ...spoilt[dataType] }),
    idOf,
  };
}
