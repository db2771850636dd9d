import type { Row } from '../../../connectors/xero/contract-server/xero-books.ts';
import { xeroDate } from '../../../connectors/xero/contract-server/xero-books.ts';
import { systemAccounts } from '../../../connectors/xero/contract-server/xero-seed.ts';
import { startXeroServer } from '../../../connectors/xero/contract-server/xero-server.ts';
import { createXeroConnector } from '../../../connectors/xero/src/xero-connector.ts';
import { signedSender } from '../../contract-servers/signed-sender.ts';
import { linkedByPage } from '../linked-company.ts';
import { addTo, type Balances, type BookSizes, type ContractBooks, cents } from './contract-books.ts';
import { balancesOfDocuments, balancesOfStatements, syncAll } from './ledger-of-records.ts';

type Report = { Reports: [{ Rows: { RowType: string; Rows?: { Cells: Cell[] }[] }[] }] };
type Cell = { Value: string; Attributes?: { Value: string }[] };

/** A Xero with its documented limits: 60 requests a minute, 5,000 a day, 5 at once. */
export async function openXero({ invoices }: BookSizes): Promise<ContractBooks> {
  const server = await startXeroServer({ invoices });
  const { books, clock, tenant } = server;
  const { client } = server.oauth;
  const connector = (options: object) => createXeroConnector({ baseUrl: server.url, ...options });
  const sales = (fits: (row: Row) => boolean) =>
    [...books.rows.Invoices.values()].filter((row) => row.Type === 'ACCREC' && fits(row));
  const isOpen = ({ Status, AmountPaid }: Row) => Status === 'AUTHORISED' && AmountPaid === 0;
  const idsOf = (rows: Row[]) => rows.map(({ InvoiceID }) => String(InvoiceID));
  let count = 0;

  function edit(wanted: number, beganMs?: number): Map<string, string> {
    const notes = new Map<string, string>();
    for (const row of sales(isOpen).slice(0, wanted)) {
      const note = `Edited ${++count}`;
      const kept = books.keep('Invoices', { ...row, Reference: note });
      if (beganMs !== undefined) kept.UpdatedDateUTC = xeroDate(beganMs);
      notes.set(String(row.InvoiceID), note);
    }
    return notes;
  }
  function setStatus(rows: Row[], Status: string): string[] {
    for (const row of rows) books.keep('Invoices', { ...row, Status });
    return idsOf(rows);
  }

  return {
    url: server.url,
    stop: server.stop,
    settings: (url) => ({ url, ...client, notificationKey: 'key' }),
    link: (app) => linkedByPage(app, 'xero'),
    connector,
    access: { http: signedSender(connector({}), server.oauth), credentials: { tenant } },
    nowMs: clock.nowMs,
    advance: clock.advance,
    invoiceIds: () => idsOf(sales(({ Status }) => Status !== 'DELETED')),
    edit: (wanted) => edit(wanted),
    editLate: edit,
    delete: (wanted) => setStatus(sales(({ Status }) => Status === 'DRAFT').slice(0, wanted), 'DELETED'),
    deleteAt(wanted, atMs) {
      const rows = sales(({ Status }) => Status === 'DRAFT').slice(0, wanted);
      for (const row of rows) books.keep('Invoices', { ...row, Status: 'DELETED' }).UpdatedDateUTC = xeroDate(atMs);
      return idsOf(rows);
    },
    cursorAt: (ms) => new Date(ms).toISOString(),
    limits: () => ({
      refused: server.requests.filter(({ status }) => status === 429).length,
      mostAtOnce: server.mostAtOnce(),
      allowedAtOnce: server.limits.atOnce,
    }),
    void: (wanted) => setStatus(sales(isOpen).slice(-wanted), 'VOIDED'),
    push: {
      dataType: 'invoices',
      record: (name) => ({
        ...{ invoiceNumber: name, customerRef: { id: [...books.rows.Contacts.keys()][0] }, issueDate: '2026-11-01' },
        lineItems: [{ description: 'Pump', unitAmount: 12.5, quantity: 2, accountRef: { id: '200' } }],
      }),
      matches: ({ method, path }) => method === 'PUT' && path.startsWith('/api.xro/2.0/Invoices'),
      names: () => sales(() => true).map(({ InvoiceNumber }) => String(InvoiceNumber)),
    },
    async compareBalances(company) {
      const accounts = [...books.rows.Accounts.values()];
      const idOf = (account: Row | undefined) => String(account?.Code || account?.AccountID);
      const records = await syncAll(company, [
        ...['balanceSheet', 'profitAndLoss', 'invoices', 'bills', 'creditNotes', 'billCreditNotes', 'payments'],
        ...['billPayments', 'bankTransactions', 'transfers', 'journalEntries'],
      ]);
      return {
        theirs: await trialBalance((AccountID) => idOf(accounts.find((one) => one.AccountID === AccountID))),
        ours: balancesOfStatements(records),
        fromDocuments: balancesOfDocuments(records, {
          ...systemAccounts,
          banks: new Set(accounts.filter(({ Type }) => Type === 'BANK').map(idOf)),
          isPrepaid: (id) => books.rows.Prepayments.has(id),
        }),
      };
    },
  };

  async function trialBalance(idOf: (accountId: string) => string): Promise<Balances> {
    const headers = { ...{ accept: 'application/json', 'xero-tenant-id': tenant } };
    const url = `${server.url}/api.xro/2.0/Reports/TrialBalance`;
    const sender = signedSender(connector({}), server.oauth);
    const { body } = await sender.request({ method: 'GET', url, headers });
    const balances: Balances = new Map();
    for (const { Rows = [] } of (JSON.parse(body) as Report).Reports[0].Rows)
      for (const { Cells } of Rows) {
        const [account, debit, credit] = Cells;
        const id = idOf(account?.Attributes?.[0]?.Value ?? '');
        addTo(balances, id, cents(debit?.Value) - cents(credit?.Value));
      }
    return balances;
  }
}
