import type { TestAccount } from '../harness.ts';
import type { SyncedCompany } from '../sync/synced-company.ts';

/** Ids of the platform's records that a pushed record can refer to. */
export type References = {
  account: string;
  taxRate: string;
  customer: string;
  supplier: string;
  item: string;
  bank: string;
  otherBank: string;
};

/** Takes the ids from the synced data sets. */
export async function findReferences(account: TestAccount, { path }: SyncedCompany): Promise<References> {
  const first = async (dataType: string, query = '') => {
    const { body, text } = await account.send(`GET ${path}/data/${dataType}?pageSize=1${query}`);
    const id = body.results?.[0]?.id;
    if (typeof id !== 'string') throw new Error(`There is no record of ${dataType}: ${text}`);
    return id;
  };
  const banks = await account.send(
    `GET ${path}/data/accounts?pageSize=2&query=${encodeURIComponent('isBankAccount=true')}`,
  );
  const [bank, otherBank = bank] = banks.body.results.map((record: { id: string }) => record.id);
  return {
    bank,
    otherBank,
    account: await first('accounts', `&query=${encodeURIComponent('status=Active')}`),
    taxRate: await first('taxRates'),
    customer: await first('customers', `&query=${encodeURIComponent('status=Active')}`),
    supplier: await first('suppliers', `&query=${encodeURIComponent('status=Active')}`),
    item: await first('items'),
  };
}

const line = ({ account, taxRate }: References, n: number) => ({
  description: `Line ${n}`,
  unitAmount: 10 + (n % 90),
  quantity: 1 + (n % 3),
  accountRef: { id: account },
  taxRateRef: { id: taxRate },
});

export const newInvoice = (of: References, n = 1) => ({
  customerRef: { id: of.customer },
  issueDate: '2026-11-01T00:00:00Z',
  dueDate: '2026-12-01T00:00:00Z',
  lineItems: [line(of, n)],
  note: `Invoice ${n}`,
});

export const newBill = (of: References, n = 1) => ({
  supplierRef: { id: of.supplier },
  issueDate: '2026-11-01T00:00:00Z',
  dueDate: '2026-12-01T00:00:00Z',
  lineItems: [line(of, n)],
  note: `Bill ${n}`,
});

export const newCustomer = (n = 1) => ({ customerName: `Customer ${n}`, emailAddress: `customer${n}@example.com` });

export const newJournalEntry = (of: References, n = 1) => ({
  postedOn: '2026-11-01T00:00:00Z',
  description: `Entry ${n}`,
  journalLines: [
    { description: 'debit', accountRef: { id: of.account }, netAmount: 10 + n },
    { description: 'credit', accountRef: { id: of.account }, netAmount: -(10 + n) },
  ],
});

export const newTransfer = (of: References, n = 1) => ({
  date: '2026-11-01T00:00:00Z',
  description: `Transfer ${n}`,
  from: { accountRef: { id: of.bank }, amount: 10 + n },
  to: { accountRef: { id: of.otherBank }, amount: 10 + n },
});
