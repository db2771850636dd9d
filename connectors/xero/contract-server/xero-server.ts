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
import { type Collection, idNames, openBooks, type Row, type XeroBooks } from './xero-books.ts';
import { filterOf, msOf, problemsOf } from './xero-rules.ts';

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

  function list(collection: Collection, { query, headers }: ContractRequest): ContractAnswer {
    const filter = filterOf(query.get('where'));
    if (!filter) return invalid(16, 'QueryParseException', 'The where clause cannot be parsed.');
    const since = headers['if-modified-since'];
    const sinceMs = since === undefined ? 0 : Date.parse(/Z$/.test(since) ? since : `${since}Z`);
    if (Number.isNaN(sinceMs)) return invalid(14, 'PostDataInvalidException', 'If-Modified-Since is not a date.');
    const isDated = collection !== 'TaxRates';
    const isShown = (row: Row) => row.ContactStatus !== 'ARCHIVED' || query.get('includeArchived') === 'true';
    let found = [...books.rows[collection].values()].filter(
      (row) => filter(row) && isShown(row) && (!isDated || msOf(row.UpdatedDateUTC) > sinceMs),
    );
    const isPaged = ['Invoices', 'Contacts', 'Payments', 'CreditNotes'].includes(collection);
    const page = query.get('page');
    if (!isPaged || page === null) {
      // Without a page parameter, Xero omits the lines.
      const bare = collection === 'Invoices' ? found.map(({ LineItems: _, ...row }) => row) : found;
      return { status: 200, body: { Status: 'OK', [collection]: bare } };
    }
    const [, orderBy = 'UpdatedDateUTC'] = /^(\w+)(?: ASC)?$/.exec(query.get('order') ?? '') ?? [];
    found = found.sort((a, b) => (String(a[orderBy]) < String(b[orderBy]) ? -1 : 1));
    const pageSize = Math.min(Number(query.get('pageSize') ?? 100), pageSizeMax);
    const start = (Number(page) - 1) * pageSize;
    const pagination = {
      ...{ page: Number(page), pageSize, itemCount: found.length },
      pageCount: Math.ceil(found.length / pageSize),
    };
    return { status: 200, body: { Status: 'OK', pagination, [collection]: found.slice(start, start + pageSize) } };
  }

  function write(collection: Collection, request: ContractRequest, inPath: string | undefined): ContractAnswer {
    const parsed = JSON.parse(request.body) as Record<string, Row[] | undefined>;
    const given = parsed[collection]?.[0] ?? (parsed as Row);
    // A tax rate is identified by the body, not by the URL.
    const id = collection === 'TaxRates' && request.method === 'POST' ? String(given.TaxType) : inPath;
    const byCode = collection === 'Accounts' || collection === 'Items';
    const before = [...books.rows[collection].values()].find(
      (row) => id !== undefined && (row[idNames[collection]] === id || (byCode && row.Code === id)),
    );
    if (id !== undefined && !before)
      return {
        status: 404,
        headers: { 'content-type': 'text/html' },
        body: 'The resource you are looking for cannot be found.',
      };
    if ((request.method === 'PUT' || collection === 'TaxRates') && inPath !== undefined)
      return { status: 405, body: {} };
    const row = { ...before, ...given };
    const problems = problemsOf(books, collection, row, before);
    if (problems.length > 0) {
      const ValidationErrors = problems.map((Message) => ({ Message }));
      return invalid(10, 'ValidationException', 'A validation exception occurred', [{ ...given, ValidationErrors }]);
    }
    return { status: 200, body: { Status: 'OK', [collection]: [books.keep(collection, row)] } };
  }

  /** An idempotency key is valid for one request. If the same request is sent again, it gets the same response. */
  function writeOnce(collection: Collection, request: ContractRequest, id: string | undefined): ContractAnswer {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return write(collection, request, id);
    if (key.length > 128) return invalid(14, 'PostDataInvalidException', 'The Idempotency-Key is too long.');
    const text = `${request.method} ${request.path} ${request.body}`;
    const known = answered.get(key);
    if (known && known.request !== text)
      return invalid(14, 'PostDataInvalidException', 'The Idempotency-Key was used.');
    const answer = known?.answer ?? write(collection, request, id);
    // A rejected request can be sent again with the same key.
    if (answer.status === 200) answered.set(key, { request: text, answer });
    return answer;
  }

  const vendor: Vendor = {
    oauth: {
      ...{ authorize: '/identity/connect/authorize', token: '/connect/token' },
      ...{ accessSeconds: 1800, graceMs: 30 * 60_000 },
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
      const [, name = '', id] = /^\/api\.xro\/2\.0\/(\w+)(?:\/(.+))?$/.exec(request.path) ?? [];
      if (name === 'Organisation') return { status: 200, body: { Organisations: [books.organisation] } };
      if (!Object.hasOwn(idNames, name)) return { status: 404, body: {} };
      const collection = name as Collection;
      if (request.method === 'GET') return list(collection, request);
      if (!request.headers['content-type']?.startsWith('application/json')) return { status: 415, body: {} };
      return writeOnce(collection, request, id);
    },
  };
  const server = await startContractServer(clock, () => vendor);
  return { ...server, books, tenant, deniedTenant, disconnected };
}

/** Customers and suppliers have the same endpoint, so a fault for one data type is a fault for both. */
function dataTypeOf(path: string, said: string): string | undefined {
  const [, name] = /^\/api\.xro\/2\.0\/(\w+)/.exec(path) ?? [];
  if (name === 'Invoices') return said.includes('ACCPAY') ? 'bills' : 'invoices';
  const names: Record<string, string> = {
    ...{ Contacts: 'contacts', Accounts: 'accounts', Items: 'items', Payments: 'payments' },
    ...{ CreditNotes: 'creditNotes', TaxRates: 'taxRates', Organisation: 'info' },
  };
  return names[name ?? ''];
}
