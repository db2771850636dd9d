import type { Row } from '../../../connectors/quickbooks/contract-server/quickbooks-books.ts';
import { startQuickbooksServer } from '../../../connectors/quickbooks/contract-server/quickbooks-server.ts';
import { createQuickbooksConnector } from '../../../connectors/quickbooks/src/quickbooks-connector.ts';
import { signedSender } from '../../contract-servers/signed-sender.ts';
import { linkedByPage } from '../linked-company.ts';
import { addTo, type Balances, type BookSizes, type ContractBooks, cents } from './contract-books.ts';
import { balancesOfDocuments, balancesOfStatements, syncAll } from './ledger-of-records.ts';

type Report = { Rows: { Row: { ColData: { value: string; id?: string }[] }[] } };

/** A QuickBooks Online with its documented limits: 500 requests a minute, 10 at once. */
export async function openQuickbooks({ invoices }: BookSizes): Promise<ContractBooks> {
  const server = await startQuickbooksServer({ invoices });
  const { books, clock, realm } = server;
  const { client } = server.oauth;
  const connector = (options: object) => createQuickbooksConnector({ baseUrl: server.url, ...options });
  const all = () => [...books.rows.Invoice.values()];
  const open = () => all().filter(({ Balance, TotalAmt }) => Balance === TotalAmt && Number(TotalAmt) > 0);
  const idsOf = (rows: Row[]) => rows.map(({ Id }) => String(Id));
  let count = 0;

  function edit(wanted: number, beganMs?: number): Map<string, string> {
    const notes = new Map<string, string>();
    for (const row of open().slice(0, wanted)) {
      const note = `Edited ${++count}`;
      const kept = books.keep('Invoice', { ...row, CustomerMemo: { value: note } });
      const LastUpdatedTime = new Date(beganMs ?? clock.nowMs()).toISOString();
      kept.MetaData = { ...(kept.MetaData as Row), LastUpdatedTime };
      notes.set(String(row.Id), note);
    }
    return notes;
  }

  return {
    url: server.url,
    stop: server.stop,
    settings: (url) => ({ url, ...client, notificationKey: 'key' }),
    link: (app) => linkedByPage(app, 'quickbooks'),
    connector,
    access: { http: signedSender(connector({}), server.oauth), credentials: { tenant: realm } },
    nowMs: clock.nowMs,
    advance: clock.advance,
    invoiceIds: () => [...idsOf(all()), ...[...books.rows.SalesReceipt.keys()].map((id) => `salesreceipt-${id}`)],
    edit: (wanted) => edit(wanted),
    editLate: edit,
    delete(wanted) {
      const ids = idsOf(open().slice(-wanted));
      for (const id of ids) books.remove('Invoice', id);
      return ids;
    },
    deleteAt(wanted, atMs) {
      const ids = idsOf(open().slice(-wanted));
      for (const id of ids) books.remove('Invoice', id);
      for (const one of books.gone) if (ids.includes(String(one.row.Id))) one.atMs = atMs;
      return ids;
    },
    // A data set of several entities names them in its cursor.
    cursorAt: (ms) => `${new Date(ms).toISOString()} Invoice+SalesReceipt`,
    limits: () => ({
      refused: server.requests.filter(({ status }) => status === 429).length,
      mostAtOnce: server.mostAtOnce(),
      allowedAtOnce: server.limits.atOnce,
    }),
    void(wanted) {
      const ids = idsOf(open().slice(-wanted));
      for (const id of ids) books.cancel('Invoice', id);
      return ids;
    },
    push: {
      dataType: 'invoices',
      record: (name) => ({
        ...{ invoiceNumber: name, customerRef: { id: [...books.rows.Customer.keys()][0] }, issueDate: '2026-11-01' },
        lineItems: [{ unitAmount: 12.5, quantity: 2, itemRef: { id: [...books.rows.Item.keys()][0] } }],
      }),
      matches: ({ method, path }) => method === 'POST' && path.startsWith(`/v3/company/${realm}/invoice?`),
      names: () => all().map(({ DocNumber }) => String(DocNumber)),
    },
    async compareBalances(company) {
      const accounts = [...books.rows.Account.values()];
      const ofType = (type: string) =>
        accounts.filter(({ AccountType }) => AccountType === type).map(({ Id }) => String(Id));
      const ofName = (name: string) => accounts.filter(({ Name }) => Name === name).map(({ Id }) => String(Id));
      const records = await syncAll(company, [
        ...['balanceSheet', 'profitAndLoss', 'invoices', 'bills', 'creditNotes', 'billCreditNotes', 'payments'],
        ...['billPayments', 'bankTransactions', 'transfers', 'journalEntries'],
      ]);
      return {
        theirs: await trialBalance(),
        ours: balancesOfStatements(records),
        fromDocuments: balancesOfDocuments(records, {
          debtors: ofType('Accounts Receivable')[0] ?? '',
          creditors: ofType('Accounts Payable')[0] ?? '',
          banks: new Set([...ofType('Bank'), ...ofType('Credit Card'), ...ofName('Undeposited Funds')]),
        }),
      };
    },
  };

  async function trialBalance(): Promise<Balances> {
    const sender = signedSender(connector({}), server.oauth);
    const url = `${server.url}/v3/company/${realm}/reports/TrialBalance?minorversion=75`;
    const { body } = await sender.request({ method: 'GET', url, headers: { accept: 'application/json' } });
    const balances: Balances = new Map();
    for (const { ColData } of (JSON.parse(body) as Report).Rows.Row) {
      const [account, debit, credit] = ColData;
      addTo(balances, String(account?.id), cents(debit?.value) - cents(credit?.value));
    }
    return balances;
  }
}
