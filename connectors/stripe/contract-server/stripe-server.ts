import {
  type ContractAnswer,
  type ContractRequest,
  type ContractServer,
  contractClock,
  startContractServer,
  type Vendor,
} from '../../../test/contract-servers/contract-server.ts';
import { isCollection, openBooks, type StripeBooks } from './stripe-books.ts';
import { listOf, shownRow } from './stripe-lists.ts';
import { refusal } from './stripe-refusals.ts';
import { seedBooks } from './stripe-seed.ts';
import { type Place, write } from './stripe-writes.ts';

/** A test server with state that follows the rules that Stripe documents for its API. */
export type StripeServer = ContractServer & { books: StripeBooks; key: string; deniedKey: string };

export async function startStripeServer(
  options: { invoices?: number; perSecond?: number } = {},
): Promise<StripeServer> {
  const clock = contractClock();
  const books = openBooks(clock);
  const dayS = 86_400;
  seedBooks(books, { invoices: options.invoices ?? 130 }, Math.floor(clock.nowMs() / 1000) - 20 * dayS);
  // What was created by the seed has happened long ago, so Stripe has forgotten the events.
  books.rows.events.clear();
  const [key, deniedKey] = ['sk_test_contract0123456789', 'rk_test_denied0123456789'];
  const perSecond = options.perSecond ?? 100;
  const answered = new Map<string, { request: string; answer: ContractAnswer }>();
  const second = { at: 0, used: 0 };

  /** Stripe answers a key that it has seen with the stored response, for POST only. */
  function writeOnce(
    request: ContractRequest,
    collection: string,
    place: Pick<Place, 'id' | 'action'>,
  ): ContractAnswer {
    const now = { ...place, nowS: Math.floor(clock.nowMs() / 1000) };
    const given = request.headers['idempotency-key'];
    if (given === undefined || request.method !== 'POST') return write(books, request, collection, now);
    const text = `${request.path} ${request.body}`;
    const known = answered.get(given);
    if (known && known.request !== text)
      return refusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (known) return { ...known.answer, headers: { ...known.answer.headers, 'idempotent-replayed': 'true' } };
    const answer = write(books, request, collection, now);
    answered.set(given, { request: text, answer });
    return answer;
  }

  function isOverLimit(): boolean {
    const now = Math.floor(Date.now() / 1000);
    if (second.at !== now) Object.assign(second, { at: now, used: 0 });
    return ++second.used > perSecond;
  }

  const vendor: Vendor = {
    oauth: { authorize: '/oauth/authorize', token: '/oauth/token', accessSeconds: 3600, graceMs: 0 },
    acceptsKey: (authorization) => [`Bearer ${key}`, `Bearer ${deniedKey}`].includes(authorization),
    limits: { perMinute: Number.MAX_SAFE_INTEGER, perDay: Number.MAX_SAFE_INTEGER, atOnce: 100 },
    tenantOf: ({ headers }) => headers.authorization,
    dataTypeOf: ({ path }) => dataTypeOf(path),
    unauthorized: () =>
      refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_************' }),
    limited,
    headers: () => ({ 'request-id': 'req_contract' }),
    handle(request) {
      if (isOverLimit()) return limited();
      if (request.headers.authorization === `Bearer ${deniedKey}`)
        return refusal(403, {
          type: 'invalid_request_error',
          code: 'more_permissions_required_for_application',
          message: 'The provided key does not have the required permissions for this endpoint.',
        });
      const [, name = '', id, inner] = /^\/v1\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(request.path) ?? [];
      if (name === 'account' && request.method === 'GET') return { status: 200, body: books.account };
      if (name === 'balance' && request.method === 'GET')
        return { status: 200, body: { object: 'balance', livemode: false, ...books.balance() } };
      if (!isCollection(name))
        return refusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${request.method}: ${request.path}).`,
        });
      if (request.method !== 'GET') return writeOnce(request, name, { id, action: inner });
      if (id === undefined || inner !== undefined) return listOf(books, name, request, inner && id);
      return shownRow(books, name, id, request.query.getAll('expand[]'));
    },
  };
  const server = await startContractServer(clock, () => vendor);
  return { ...server, books, key, deniedKey };
}

const limited = (): ContractAnswer => ({
  ...refusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
  }),
  headers: { 'stripe-rate-limited-reason': 'global-rate' },
});

const dataTypes: Record<string, string> = {
  ...{ invoices: 'invoices', customers: 'customers', products: 'items', tax_rates: 'taxRates', account: 'info' },
  ...{ charges: 'payments', refunds: 'payments', disputes: 'payments', credit_notes: 'creditNotes' },
  ...{ balance_transactions: 'bankTransactions', payouts: 'transfers', balance: 'bankAccounts' },
};

/** For matching faults. The lines of one invoice are not a page of invoices. */
function dataTypeOf(path: string): string | undefined {
  const [, name = '', inner] = /^\/v1\/(\w+)(?:\/[^/]+(\/lines)?)?$/.exec(path) ?? [];
  return inner ? undefined : dataTypes[name];
}
