import { randomUUID } from 'node:crypto';
import {
  type ContractAnswer,
  type ContractRequest,
  type ContractServer,
  contractClock,
  type Limits,
  startContractServer,
  type Vendor,
} from '../../../test/contract-servers/contract-server.ts';
import { type Collection, idNames, openBooks, type Row, type XeroBooks, xeroDate } from './xero-books.ts';
import { attachmentsOf } from './xero-files.ts';
import { findRow, listRows, shownRow } from './xero-lists.ts';
import { reportOf } from './xero-reports.ts';
import { allocate, deleteRow, trackingOptions, writeRows } from './xero-writes.ts';

/** A test server that follows the rules that Xero documents for its Accounting API. */
export type XeroServer = ContractServer & {
  books: XeroBooks;
  tenant: string;
  /** An organisation for which the authorization lacks the scopes. */
  deniedTenant: string;
  disconnected: string[];
};

export async function startXeroServer(
  options: { limits?: Partial<Limits>; pageSizeMax?: number; invoices?: number; bills?: number } = {},
): Promise<XeroServer> {
  const clock = contractClock();
  const books = openBooks(clock, { invoices: options.invoices ?? 130, bills: options.bills ?? 20 });
  const [tenant, deniedTenant] = [randomUUID(), randomUUID()];
  const limits = { perMinute: 60, perDay: 5000, atOnce: 5, ...options.limits };
  const pageSizeMax = options.pageSizeMax ?? 1000;
  const answered = new Map<string, { request: string; answer: ContractAnswer }>();
  const disconnected: string[] = [];
  const histories = keepHistories(clock.nowMs);

  const problem = (status: number, Title: string, Detail: string): ContractAnswer => ({
    status,
    body: { Type: null, Title, Status: status, Detail, Instance: randomUUID(), Extensions: {} },
  });
  const invalid = (ErrorNumber: number, Type: string, Message: string, Elements?: object[]): ContractAnswer => ({
    status: 400,
    body: { ErrorNumber, Type, Message, ...(Elements && { Elements }) },
  });

  function connections({ method, path }: ContractRequest): ContractAnswer {
    if (method === 'DELETE') {
      disconnected.push(path.split('/').at(-1) ?? '');
      return { status: 204 };
    }
    const one = (tenantId: string, id: string, updatedDateUtc: string) => ({
      ...{ id, tenantId, tenantType: 'ORGANISATION', tenantName: 'Demo', updatedDateUtc },
    });
    const practice = {
      id: 'p',
      tenantId: randomUUID(),
      tenantType: 'PRACTICE',
      updatedDateUtc: '2026-11-14T00:00:00.0',
    };
    return {
      status: 200,
      body: [
        one(deniedTenant, 'denied', '2026-01-01T00:00:00.0'),
        practice,
        one(tenant, 'newest', '2026-11-13T10:00:00.0'),
      ],
    };
  }

  const writing = { books, invalid, nowMs: clock.nowMs };
  const envelope = (answer: ContractAnswer): ContractAnswer =>
    answer.status === 200 && !Array.isArray(answer.body) && !Buffer.isBuffer(answer.body)
      ? {
          ...answer,
          body: {
            ...{ Id: randomUUID(), Status: 'OK', ProviderName: 'Contract server' },
            ...{ DateTimeUTC: xeroDate(clock.nowMs()), ...(answer.body as object) },
          },
        }
      : answer;

  function write(collection: Collection, request: ContractRequest, path: string[]): ContractAnswer {
    const [id, below, belowId] = path;
    if (below === 'Attachments' && id !== undefined)
      return attachmentsOf(books, collection, { id, file: belowId }, request);
    if (below === 'History' && id !== undefined) return histories.add(id, request);
    if (below === 'Allocations' && id !== undefined) return allocate(writing, { collection, id }, request);
    if (below === 'Options' && id !== undefined) return trackingOptions(writing, { id, optionId: belowId }, request);
    if (request.method === 'DELETE') return deleteRow(writing, { collection, id: id ?? '' });
    return writeRows(writing, { collection, id }, request);
  }

  function read(collection: Collection, request: ContractRequest, [id, below, belowId]: string[]): ContractAnswer {
    if (below === 'Attachments' && id !== undefined)
      return attachmentsOf(books, collection, { id, file: belowId }, request);
    if (below === 'History' && id !== undefined) return histories.list(id);
    if (id === undefined) return listRows(books, collection, request, { invalid, pageSizeMax });
    const found = findRow(books, collection, id);
    return found
      ? { status: 200, body: { [collection]: [shownRow(collection, found)] } }
      : { status: 404, headers: { 'content-type': 'text/html' }, body: 'The resource cannot be found.' };
  }

  /** An idempotency key is valid for one request. If the same request is sent again, it gets the same response. */
  function writeOnce(collection: Collection, request: ContractRequest, id: string[]): ContractAnswer {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return write(collection, request, id);
    if (key.length > 128) return invalid(14, 'PostDataInvalidException', 'The Idempotency-Key is too long.');
    const text = `${request.method} ${request.path} ${request.body}`;
    const known = answered.get(key);
    if (known && known.request !== text)
      return invalid(14, 'PostDataInvalidException', 'The Idempotency-Key was used.');
    const answer = known?.answer ?? write(collection, request, id);
    // A rejected request can be sent again with the same key.
    if (answer.status === 200 || answer.status === 204) answered.set(key, { request: text, answer });
    return answer;
  }

  function resource(request: ContractRequest): ContractAnswer {
    const [name = '', ...path] = request.path.replace(/^\/api\.xro\/2\.0\//, '').split('/');
    if (name === 'Organisation') return { status: 200, body: { Organisations: [books.organisation] } };
    if (name === 'Currencies')
      return { status: 200, body: { Currencies: [{ Code: 'GBP', Description: 'British Pound' }] } };
    if (name === 'Reports') {
      const report = reportOf(books, path[0] ?? '', request, clock.nowMs());
      return report ? { status: 200, body: { Reports: [report] } } : { status: 404, body: {} };
    }
    if (!Object.hasOwn(idNames, name)) return { status: 404, body: {} };
    const collection = name as Collection;
    if (request.method === 'GET') return read(collection, request, path);
    const isFile = path[1] === 'Attachments';
    const isJson =
      isFile || request.method === 'DELETE' || request.headers['content-type']?.startsWith('application/json');
    return isJson ? writeOnce(collection, request, path) : { status: 415, body: {} };
  }

  const vendor: Vendor = {
    oauth: {
      ...{ authorize: '/identity/connect/authorize', token: '/connect/token', revoke: '/connect/revocation' },
      ...{ accessSeconds: 1800, graceMs: 30 * 60_000 },
      openid: {
        issuer: 'https://identity.xero.com',
        configuration: '/.well-known/openid-configuration',
        jwks: '/.well-known/openid-configuration/jwks',
        endpoints: {
          authorization_endpoint: 'https://login.xero.com/identity/connect/authorize',
          token_endpoint: 'https://identity.xero.com/connect/token',
          revocation_endpoint: 'https://identity.xero.com/connect/revocation',
          jwks_uri: 'https://identity.xero.com/.well-known/openid-configuration/jwks',
        },
      },
    },
    limits,
    tenantOf: ({ path, headers }) => (path.startsWith('/api.xro/') ? headers['xero-tenant-id'] : undefined),
    dataTypeOf: ({ path, query, body }) => dataTypeOf(path, `${query} ${body}`),
    unauthorized: () => problem(401, 'Unauthorized', 'AuthenticationUnsuccessful'),
    limited: ({ limit, retryAfterS }) => ({
      status: 429,
      headers: {
        'content-type': 'text/html',
        'x-rate-limit-problem': { perMinute: 'minute', perDay: 'day', atOnce: 'concurrent' }[limit],
        ...(limit !== 'atOnce' && { 'retry-after': String(retryAfterS) }),
      },
      body: '',
    }),
    headers: ({ minute, day }) => ({
      'x-minlimit-remaining': String(minute),
      'x-daylimit-remaining': String(day),
      'x-appminlimit-remaining': '9999',
    }),
    handle(request) {
      if (request.path.startsWith('/connections')) return connections(request);
      const asked = request.headers['xero-tenant-id'];
      if (asked === deniedTenant) return problem(401, 'Unauthorized', 'AuthorizationUnsuccessful');
      if (asked !== tenant) return problem(403, 'Forbidden', 'AuthenticationUnsuccessful');
      const isFile = /\/Attachments\/[^/]+$/.test(request.path) && request.method === 'GET';
      const { accept = '' } = request.headers;
      if (!isFile && !/json/.test(accept)) return { status: 406, body: {} };
      return envelope(resource(request));
    },
  };
  const server = await startContractServer(clock, () => vendor);
  return { ...server, books, tenant, deniedTenant, disconnected };
}

/** The notes that people and programs have written about a record. */
function keepHistories(nowMs: () => number) {
  const all = new Map<string, Row[]>();
  const list = (id: string): ContractAnswer => ({ status: 200, body: { HistoryRecords: all.get(id) ?? [] } });
  return {
    list,
    add(id: string, { body }: ContractRequest): ContractAnswer {
      const { HistoryRecords = [] } = JSON.parse(body) as { HistoryRecords?: Row[] };
      const made = HistoryRecords.map((one) => ({ Changes: 'Note', ...one, DateUTC: xeroDate(nowMs()) }));
      all.set(id, [...(all.get(id) ?? []), ...made]);
      return { status: 200, body: { HistoryRecords: made } };
    },
  };
}

/** Data types with the same endpoint, so that a fault for one is a fault for all of them. */
function dataTypeOf(path: string, said: string): string | undefined {
  const [, name = '', report] = /^\/api\.xro\/2\.0\/(\w+)(?:\/(\w+))?/.exec(path) ?? [];
  if (/\/Attachments/.test(path)) return 'attachments';
  if (name === 'Invoices') return said.includes('ACCPAY') ? 'bills' : 'invoices';
  if (['CreditNotes', 'Overpayments', 'Prepayments'].includes(name))
    return /ACCPAY|SPEND/.test(said) ? 'billCreditNotes' : 'creditNotes';
  if (name === 'Payments') return said.includes('ACCPAY') ? 'billPayments' : 'payments';
  if (name === 'Reports')
    return { BalanceSheet: 'balanceSheet', BankSummary: 'cashFlowStatement' }[report ?? ''] ?? 'profitAndLoss';
  const names: Record<string, string> = {
    ...{ Contacts: 'contacts', Accounts: 'accounts', Items: 'items', TaxRates: 'taxRates', Organisation: 'info' },
    ...{ BankTransactions: 'bankTransactions', BankTransfers: 'transfers', ManualJournals: 'journalEntries' },
    ...{ PurchaseOrders: 'purchaseOrders', TrackingCategories: 'trackingCategories' },
  };
  return names[name];
}
