import assert from 'node:assert/strict';
import type { sandboxClient } from './sandbox-client.ts';

type Client = ReturnType<typeof sandboxClient>;

/** Valid request bodies in the sandbox's own format. */
export async function writeExamples(client: Client) {
  const all = async (type: string) => client.all(type);
  const idsOf = async (type: string) => (await all(type)).map((record) => String(record.id));
  const accounts = await all('accounts');
  const banks = accounts.filter((account) => account.is_bank).map((account) => String(account.id));
  const taxRates = await all('taxRates');
  const ids = {
    accounts: accounts.map((account) => String(account.id)),
    customers: await idsOf('customers'),
    suppliers: await idsOf('suppliers'),
    items: await idsOf('items'),
  };
  const taxRate = (percent: number) =>
    String(taxRates.find((rate) => rate.percent === percent)?.id ?? assert.fail(`no rate of ${percent} %`));
  const line = { unit_price: 19.99, quantity: 2, account: ids.accounts[0], tax_rate: taxRate(20) };
  const document = { issued_on: '2026-11-01', lines: [line] };
  const payment = { account: banks[0], paid_on: '2026-11-03', amount: 100 };
  const types: Record<string, object> = {
    customers: { name: 'Written & Co' },
    suppliers: { name: 'Written GmbH', addresses: [{ kind: 'shipping', city: 'Cork' }] },
    items: {
      sku: 'W-1',
      name: 'Written',
      kind: 'stock',
      sale: { price: 5, account: line.account, tax_rate: line.tax_rate },
    },
    invoices: { ...document, customer: ids.customers[0], due_on: '2026-11-30' },
    bills: { ...document, supplier: ids.suppliers[0] },
    creditNotes: { ...document, customer: ids.customers[0] },
    payments: { ...payment, customer: ids.customers[0] },
    billPayments: { ...payment, supplier: ids.suppliers[0] },
    journalEntries: {
      posted_on: '2026-11-04',
      lines: [
        { account: ids.accounts[0], amount: 0.1 },
        { account: ids.accounts[1], amount: 0.2 },
        { account: ids.accounts[2], amount: -0.3 },
      ],
    },
    attachments: { file_name: 'scan.txt', content: 'c2Nhbg==', record: { type: 'customers', id: ids.customers[0] } },
    transfers: {
      moved_on: '2026-11-05',
      from: { account: banks[0], amount: 7 },
      to: { account: banks[1], amount: 7 },
    },
  };
  const bodyOf = (type: string): object => ({ ...(types[type] ?? assert.fail(`no example of ${type}`)) });
  return { types, bodyOf, line, ids, taxRate };
}
