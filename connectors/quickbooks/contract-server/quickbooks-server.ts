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
import { type Entity, entities, openBooks, type QuickbooksBooks, type Row } from './quickbooks-books.ts';
import { faultsOf, type QboFault, type TaxCodeWish, taxFaultsOf } from './quickbooks-rules.ts';

/** A test server that follows the rules that Intuit documents for QuickBooks Online. */
export type QuickbooksServer = ContractServer & {
  books: QuickbooksBooks;
  realm: string;
  deniedRealm: string;
  unpaidRealm: string;
};

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

  /**
   * Answers a query. As at QuickBooks, a query can use neither OR nor projections, and a page has at most 1,000
   * records.
   */
  function query(text: string): ContractAnswer {
    const [, counted, alsoInactive] =
      /^select count\(\*\) from (\w+)( where Active in \(true, false\))?$/i.exec(text) ?? [];
    if (counted !== undefined) {
      const rows = [...(books.rows[counted as Entity]?.values() ?? [])];
      const totalCount = rows.filter((row) => alsoInactive || row.Active !== false).length;
      return { status: 200, body: { QueryResponse: { totalCount }, time: time() } };
    }
    const pattern =
      /^select \* from (\w+)( where Active in \(true, false\))?( orderby Id)?(?: startposition (\d+))?(?: maxresults (\d+))?$/i;
    const [whole, name = '', all, , position = '1', count = '100'] = pattern.exec(text) ?? [];
    if (whole === undefined || Number(count) > 1000 || Number(position) < 1)
      return fault(400, [{ Message: 'Error parsing query', Detail: `QueryParserError: ${text}`, code: '4000' }]);
    if (name === 'CompanyInfo')
      return { status: 200, body: { QueryResponse: { CompanyInfo: [books.company], maxResults: 1 }, time: time() } };
    const rows = [...(books.rows[name as Entity]?.values() ?? [])]
      .filter((row) => all || row.Active !== false)
      .sort((a, b) => Number(a.Id) - Number(b.Id));
    const page = rows.slice(Number(position) - 1, Number(position) - 1 + Number(count));
    const QueryResponse =
      page.length === 0 ? {} : { [name]: page, startPosition: Number(position), maxResults: page.length };
    return { status: 200, body: { QueryResponse, time: time() } };
  }

  function changes({ query: asked }: ContractRequest): ContractAnswer {
    const since = Date.parse(asked.get('changedSince') ?? '');
    const name = asked.get('entities') ?? '';
    if (Number.isNaN(since) || clock.nowMs() - since > 30 * dayMs || !(entities as readonly string[]).includes(name))
      return fault(400, [{ Message: 'Invalid', Detail: 'changedSince or entities cannot be served.', code: '2010' }]);
    const entity = name as Entity;
    const changed = [...books.rows[entity].values()].filter(
      (row) => Date.parse(String((row.MetaData as Row).LastUpdatedTime)) >= since,
    );
    const gone = books.gone.filter((one) => one.entity === entity && one.atMs >= since).map(({ row }) => row);
    const found = [...changed, ...gone].slice(0, 1000);
    const QueryResponse = [found.length === 0 ? {} : { [entity]: found, startPosition: 1, maxResults: found.length }];
    return { status: 200, body: { CDCResponse: [{ QueryResponse }], time: time() } };
  }

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
    if (asked.get('operation') === 'delete') {
      const isName = !['Invoice', 'Bill', 'Payment', 'CreditMemo'].includes(entity);
      if (isName) return fault(400, [{ Message: 'Unsupported Operation', Detail: 'Operation delete', code: '500' }]);
      return { status: 200, body: { [entity]: books.remove(entity, String(given.Id)), time: time() } };
    }
    const { sparse, SyncToken: _, ...rest } = given;
    const row = sparse ? { ...before, ...rest } : rest;
    const faults = faultsOf(books, entity, row);
    if (faults.length > 0) return fault(400, faults);
    return { status: 200, body: { [entity]: books.keep(entity, row), time: time() } };
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

  const entityOf = (name: string) => entities.find((entity) => entity.toLowerCase() === name);
  const vendor: Vendor = {
    oauth: {
      ...{ authorize: '/connect/oauth2', token: '/oauth2/v1/tokens/bearer', revoke: '/v2/oauth2/tokens/revoke' },
      ...{ accessSeconds: 3600, graceMs: dayMs, callback: () => ({ realmId: realm }) },
    },
    limits,
    tenantOf: ({ path }) => /^\/v3\/company\/([^/]+)/.exec(path)?.[1],
    dataTypeOf: ({ path, query: asked }) => {
      const said = /from (\w+)/.exec(asked.get('query') ?? '')?.[1] ?? asked.get('entities') ?? path.split('/')[4];
      return said === 'taxservice' ? 'taxcode' : said?.toLowerCase();
    },
    unauthorized: () => gatewayFault(401, 'AuthenticationFailed', '3200'),
    // Like QuickBooks, send no Retry-After: a throttled client must wait a minute.
    limited: () => ({ status: 429, body: { message: 'ThrottleExceeded; errorCode=003001; statusCode=429' } }),
    headers: () => ({ intuit_tid: '1-contract' }),
    handle(request) {
      const [, tenant, name = '', id] = /^\/v3\/company\/([^/]+)\/(\w+)(?:\/(.+))?$/.exec(request.path) ?? [];
      if (tenant === deniedRealm)
        return fault(403, [{ Message: 'Permission Denied Error', Detail: 'Permission Denied Error', code: '5020' }]);
      if (tenant === unpaidRealm)
        return fault(403, [
          { Message: 'Subscription ended', Detail: 'Subscription period has ended or canceled', code: '6190' },
        ]);
      if (tenant !== realm) return gatewayFault(403, 'ApplicationAuthorizationFailed', '3100');
      if (request.headers.accept !== 'application/json') return { status: 406, body: '<xml/>' };
      if (name === 'query') return query(request.query.get('query') ?? '');
      if (name === 'cdc') return changes(request);
      if (name === 'taxservice' && id === 'taxcode' && request.method === 'POST') return makeTaxCode(request);
      if (name === 'companyinfo') return companyInfo(request, id);
      const entity = entityOf(name);
      if (!entity) return { status: 404, body: '' };
      if (request.method === 'POST') return writeOnce(entity, request);
      const found = books.rows[entity].get(id ?? '');
      return found ? { status: 200, body: { [entity]: found, time: time() } } : notFound();
    },
  };
  const server = await startContractServer(clock, () => vendor);
  return { ...server, books, realm, deniedRealm, unpaidRealm };
}
