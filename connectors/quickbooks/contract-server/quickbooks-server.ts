import { dayMs } from '../../../src/base/durations.ts';
import {
  type ContractAnswer,
  type ContractRequest,
  type ContractServer,
  contractClock,
  type Limits,
  startContractServer,
  type Vendor,
} from '../../../test/contract-servers/contract-server.ts';
import {
  type Entity,
  entities,
  openBooks,
  type QuickbooksBooks,
  type Row,
  transactions,
  uncaptured,
} from './quickbooks-books.ts';
import { isTemporary, ownerFaults, readFile, upload, withAddress } from './quickbooks-files.ts';
import { currentBalances } from './quickbooks-ledger.ts';
import { parseQuery } from './quickbooks-query.ts';
import { reportOf } from './quickbooks-reports.ts';
import { faultsOf, missingIn, type QboFault, type TaxCodeWish, taxFaultsOf } from './quickbooks-rules.ts';

/** A test server that follows the rules that Intuit documents for QuickBooks Online. */
export type QuickbooksServer = ContractServer & {
  books: QuickbooksBooks;
  realm: string;
  deniedRealm: string;
  unpaidRealm: string;
};

const deletable = [...transactions, 'Attachable'];
/** How each is voided: by an operation of its own, or by a sparse update that includes it. */
const voidedAlone = ['Invoice'];
const voidedByUpdate = ['Payment', 'BillPayment', 'SalesReceipt'];
/** The only version since Intuit has ended the earlier ones. */
const minorVersion = '75';

export async function startQuickbooksServer(
  options: { limits?: Partial<Limits>; invoices?: number; bills?: number } = {},
): Promise<QuickbooksServer> {
  const clock = contractClock();
  const books = openBooks(clock, { invoices: options.invoices ?? 130, bills: options.bills ?? 20 });
  const [realm, deniedRealm, unpaidRealm] = ['9341452110001', '9341452110002', '9341452110003'];
  const limits = { perMinute: 500, perDay: Number.MAX_SAFE_INTEGER, atOnce: 10, ...options.limits };
  const answered = new Map<string, { request: string; answer: ContractAnswer }>();
  const time = () => new Date(clock.nowMs()).toISOString();

  const fault = (status: number, errors: QboFault[], type = 'ValidationFault'): ContractAnswer => ({
    status,
    body: { Fault: { Error: errors, type }, time: time() },
  });
  const gatewayFault = (status: number, name: string, code: string): ContractAnswer => ({
    status,
    body: {
      fault: {
        error: [{ message: `message=${name}; errorCode=00${code}; statusCode=${status}`, code }],
        type: 'SERVICE',
      },
    },
  });

  let url = '';
  /**
   * The rows as QuickBooks shows them. The balance of an account is that of now, but no posting to an account changes its
   * time of last change: Intuit does not say that it does.
   */
  const shownRows = (entity: string, rows: readonly Row[]): Row[] => {
    if (entity === 'Attachable') return rows.map((row) => withAddress(url, row));
    if (entity !== 'Account') return [...rows];
    const balances = currentBalances(books);
    return rows.map((row) => ({ ...row, CurrentBalance: (balances.get(row) ?? 0) / 100 }));
  };
  const shown = (entity: Entity, row: Row) => shownRows(entity, [row])[0] ?? row;
  const entityOf = (name: string) => entities.find((entity) => entity.toLowerCase() === name);
  function query(text: string): ContractAnswer {
    const asked = parseQuery(text);
    if (!asked)
      return fault(400, [{ Message: 'Error parsing query', Detail: `QueryParserError: ${text}`, code: '4000' }]);
    if (asked.entity === 'CompanyInfo')
      return { status: 200, body: { QueryResponse: { CompanyInfo: [books.company], maxResults: 1 }, time: time() } };
    const entity = [...entities, ...uncaptured].find((one) => one.toLowerCase() === asked.entity.toLowerCase());
    if (!entity)
      return fault(400, [
        { Message: 'Invalid context', Detail: `QueryValidationError: ${asked.entity}`, code: '4001' },
      ]);
    const rows = [...books.rows[entity].values()].filter(asked.fits).sort(asked.order);
    if (asked.isCount) return { status: 200, body: { QueryResponse: { totalCount: rows.length }, time: time() } };
    const page = rows.slice(asked.start - 1, asked.start - 1 + asked.count);
    const QueryResponse =
      page.length === 0
        ? {}
        : { [entity]: shownRows(entity, page), startPosition: asked.start, maxResults: page.length };
    return { status: 200, body: { QueryResponse, time: time() } };
  }

  /** The changes of several entities, each in a list of its own; at most 1,000 in one response. */
  function changes({ query: asked }: ContractRequest): ContractAnswer {
    const since = Date.parse(asked.get('changedSince') ?? '');
    const names = (asked.get('entities') ?? '').split(',').map((name) => entityOf(name.trim().toLowerCase()));
    if (Number.isNaN(since) || clock.nowMs() - since > 30 * dayMs || names.includes(undefined))
      return fault(400, [{ Message: 'Invalid', Detail: 'changedSince or entities cannot be served.', code: '2010' }]);
    const QueryResponse = (names as Entity[]).map((entity) => {
      const changed = [...books.rows[entity].values()].filter(
        (row) => Date.parse(String((row.MetaData as Row).LastUpdatedTime)) >= since,
      );
      const gone = books.gone.filter((one) => one.entity === entity && one.atMs >= since).map(({ row }) => row);
      const found = [...shownRows(entity, changed), ...gone].slice(0, 1000);
      return found.length === 0 ? {} : { [entity]: found, startPosition: 1, maxResults: found.length };
    });
    return { status: 200, body: { CDCResponse: [{ QueryResponse }], time: time() } };
  }

  /** Up to 30 operations in one request. */
  function batch({ body, query: asked }: ContractRequest): ContractAnswer {
    const { BatchItemRequest } = JSON.parse(body) as { BatchItemRequest: Row[] };
    if (BatchItemRequest.length > 30)
      return fault(400, [{ Message: 'Too many', Detail: 'At most 30 items in a batch.', code: '1040' }]);
    const BatchItemResponse = BatchItemRequest.map(({ bId, operation, Query, ...rest }) => {
      const [name = ''] = Object.keys(rest).filter((one) => one !== 'optionsData');
      const entity = entityOf(name.toLowerCase());
      const parameters = new URLSearchParams(asked);
      if (operation === 'delete') parameters.set('operation', 'delete');
      const request = { method: 'POST', path: '', headers: {}, query: parameters, body: JSON.stringify(rest[name]) };
      const answer = Query ? query(String(Query)) : entity ? write(entity, request) : notFound();
      const { time: _, ...content } = answer.body as Row;
      return { bId, ...content };
    });
    return { status: 200, body: { BatchItemResponse, time: time() } };
  }

  /** QuickBooks would answer, but in a form of its choice. Here, nobody should depend on that. */
  const oldVersion = () =>
    fault(400, [{ Message: 'Invalid', Detail: `Requests must name the minor version ${minorVersion}.`, code: '2010' }]);

  const notFound = () =>
    fault(400, [
      {
        ...{ Message: 'Object Not Found', code: '610' },
        Detail: 'Object Not Found : Something you are trying to use has been made inactive.',
      },
    ]);

  function write(entity: Entity, { body, query: asked }: ContractRequest): ContractAnswer {
    const given = JSON.parse(body) as Row;
    const before = given.Id === undefined ? undefined : books.rows[entity].get(String(given.Id));
    if (given.Id !== undefined && !before) return notFound();
    if (before && given.SyncToken !== before.SyncToken)
      return fault(400, [
        {
          ...{ Message: 'Stale Object Error', code: '5010' },
          Detail: `Stale Object Error : You and another user were working on this at the same time.`,
        },
      ]);
    const operation = asked.get('operation') ?? '';
    const isIncluded = asked.get('include') === 'void';
    const isVoid = operation === 'void' || isIncluded;
    if (operation === 'delete' || isVoid) {
      const allowed: readonly string[] = !isVoid ? deletable : isIncluded ? voidedByUpdate : voidedAlone;
      const isSparseUpdate = operation === 'update' && given.sparse === true;
      if (!before || !allowed.includes(entity) || (isIncluded && !isSparseUpdate))
        return fault(400, [{ Message: 'Unsupported Operation', Detail: `Operation ${operation}`, code: '500' }]);
      const done = isVoid ? books.cancel(entity, String(given.Id)) : books.remove(entity, String(given.Id));
      return { status: 200, body: { [entity]: done, time: time() } };
    }
    const { sparse, SyncToken: _, ...rest } = given;
    const row = sparse ? { ...before, ...rest } : rest;
    const faults =
      entity === 'Attachable'
        ? ownerFaults(books, row)
        : [...missingIn(entity, given), ...faultsOf(books, entity, row)];
    if (faults.length > 0) return fault(400, faults);
    return { status: 200, body: { [entity]: shown(entity, books.keep(entity, row)), time: time() } };
  }

  /** Creates a tax code and its rates. Ignores request ids, because Intuit does not document that they work here. */
  function makeTaxCode({ body }: ContractRequest): ContractAnswer {
    const given = JSON.parse(body) as TaxCodeWish;
    const faults = taxFaultsOf(books, given);
    if (faults.length > 0) return fault(400, faults);
    const TaxRateDetails = given.TaxRateDetails.map((one) => ({
      ...one,
      TaxRateId: books.keep('TaxRate', { Name: one.TaxRateName, RateValue: Number(one.RateValue) }).Id,
    }));
    const TaxRateDetail = TaxRateDetails.map(({ TaxRateId }, TaxOrder) => ({
      TaxRateRef: { value: TaxRateId },
      TaxOrder,
    }));
    const { Id } = books.keep('TaxCode', { Name: given.TaxCode, SalesTaxRateList: { TaxRateDetail } });
    return { status: 200, body: { ...given, TaxCodeId: Id, TaxRateDetails } };
  }

  /** The company is read by its realm id, and can be neither created nor deleted. */
  function companyInfo(request: ContractRequest, id: string | undefined): ContractAnswer {
    if (request.method === 'GET')
      return id === realm ? { status: 200, body: { CompanyInfo: books.company, time: time() } } : notFound();
    const { sparse, ...given } = JSON.parse(request.body) as Row;
    if (given.Id !== books.company.Id || !sparse) return notFound();
    if (given.SyncToken !== books.company.SyncToken)
      return fault(400, [{ Message: 'Stale Object Error', Detail: 'Stale Object Error', code: '5010' }]);
    if (String(given.CompanyName ?? '-').trim() === '')
      return fault(400, [
        { Message: 'Required', Detail: 'CompanyName is missing', code: '2020', element: 'CompanyName' },
      ]);
    Object.assign(books.company, given, { SyncToken: String(Number(given.SyncToken) + 1) });
    return { status: 200, body: { CompanyInfo: books.company, time: time() } };
  }

  /** Performs requests with the same request id once per company. A repeated request gets the first response again. */
  function writeOnce(entity: Entity, request: ContractRequest): ContractAnswer {
    const id = request.query.get('requestid');
    if (id === null) return write(entity, request);
    if (id.length > 50) return fault(400, [{ Message: 'Invalid', Detail: 'requestid is too long.', code: '2050' }]);
    const text = `${request.path} ${request.query} ${request.body}`;
    const known = answered.get(id);
    if (known)
      return known.request === text
        ? known.answer
        : fault(400, [{ Message: 'x', Detail: 'requestid was used', code: '2010' }]);
    const answer = write(entity, request);
    if (answer.status === 200) answered.set(id, { request: text, answer });
    return answer;
  }

  /** A fault of an upload comes with status 200, in the place of the attachable. */
  function uploaded(request: ContractRequest): ContractAnswer {
    const made = upload(books, request);
    const inner = Array.isArray(made)
      ? { Fault: { Error: made, type: 'ValidationFault' } }
      : { Attachable: shown('Attachable', made) };
    return { status: 200, body: { AttachableResponse: [inner], time: time() } };
  }

  const vendor: Vendor = {
    oauth: {
      ...{ authorize: '/connect/oauth2', token: '/oauth2/v1/tokens/bearer', revoke: '/v2/oauth2/tokens/revoke' },
      ...{ accessSeconds: 3600, graceMs: dayMs, callback: () => ({ realmId: realm }) },
      tokenFields: { x_refresh_token_expires_in: 8_726_400 },
      openid: {
        issuer: 'https://oauth.platform.intuit.com/op/v1',
        configuration: '/.well-known/openid_configuration/',
        jwks: '/op/v1/jwks',
        endpoints: {
          authorization_endpoint: 'https://appcenter.intuit.com/connect/oauth2',
          token_endpoint: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
          revocation_endpoint: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
          userinfo_endpoint: 'https://accounts.platform.intuit.com/v1/openid_connect/userinfo',
          jwks_uri: 'https://oauth.platform.intuit.com/op/v1/jwks',
        },
      },
    },
    limits,
    tenantOf: ({ path }) => /^\/v3\/company\/([^/]+)/.exec(path)?.[1],
    dataTypeOf: ({ path, query: asked }) => {
      const said = /from (\w+)/.exec(asked.get('query') ?? '')?.[1] ?? asked.get('entities') ?? path.split('/')[4];
      if (said === 'reports') return path.split('/')[5]?.toLowerCase();
      if (said === 'upload') return 'attachable';
      return said === 'taxservice' ? 'taxcode' : said?.toLowerCase();
    },
    isOpen: isTemporary,
    unauthorized: () => gatewayFault(401, 'AuthenticationFailed', '3200'),
    // Like QuickBooks, send no Retry-After: a throttled client must wait a minute.
    limited: () => ({ status: 429, body: { message: 'ThrottleExceeded; errorCode=003001; statusCode=429' } }),
    headers: () => ({ intuit_tid: '1-contract' }),
    handle(request) {
      if (isTemporary(request)) return readFile(books, request);
      if (request.path === '/v1/openid_connect/userinfo')
        return { status: 200, body: { sub: 'contract-person', email: 'pat@example.com', emailVerified: true } };
      const [, tenant, name = '', id] = /^\/v3\/company\/([^/]+)\/(\w+)(?:\/(.+))?$/.exec(request.path) ?? [];
      if (tenant === deniedRealm)
        return fault(403, [{ Message: 'Permission Denied Error', Detail: 'Permission Denied Error', code: '5020' }]);
      if (tenant === unpaidRealm)
        return fault(403, [
          { Message: 'Subscription ended', Detail: 'Subscription period has ended or canceled', code: '6190' },
        ]);
      if (tenant !== realm) return gatewayFault(403, 'ApplicationAuthorizationFailed', '3100');
      if (!/json/.test(request.headers.accept ?? '')) return { status: 406, body: '<xml/>' };
      if (request.query.get('minorversion') !== minorVersion) return oldVersion();
      if (name === 'query') return query(request.query.get('query') ?? '');
      if (name === 'cdc') return changes(request);
      if (name === 'batch' && request.method === 'POST') return batch(request);
      if (name === 'reports') {
        const report = reportOf(books, id ?? '', request.query, clock.nowMs());
        return report ? { status: 200, body: report } : notFound();
      }
      if (name === 'taxservice' && id === 'taxcode' && request.method === 'POST') return makeTaxCode(request);
      if (name === 'companyinfo') return companyInfo(request, id);
      if (name === 'upload' && request.method === 'POST') return uploaded(request);
      const entity = name === 'attachable' ? 'Attachable' : entityOf(name);
      if (!entity) return { status: 404, body: '' };
      if (request.method === 'POST') return writeOnce(entity, request);
      const found = books.rows[entity].get(id ?? '');
      return found ? { status: 200, body: { [entity]: shown(entity, found), time: time() } } : notFound();
    },
  };
  const server = await startContractServer(clock, (own) => {
    url = own;
    return vendor;
  });
  return { ...server, books, realm, deniedRealm, unpaidRealm };
}
