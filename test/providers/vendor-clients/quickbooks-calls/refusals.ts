import { textAt, valueAt } from '../calls.ts';
import type { QuickbooksScript } from '../quickbooks-client.ts';

/** Errors in the form that the client reads, the limits, and an expired token. */
export async function callRefusals({ server, calls, api, refusedApi }: QuickbooksScript): Promise<void> {
  const { expect } = calls;
  const codeOf = (error: unknown) => textAt(error, 'response.data.Fault.Error.0.code');
  const missing = await refusedApi('createBill', { VendorRef: { value: '999999' }, Line: [] });
  expect('missing reference', codeOf(missing), '2500');
  const named = await refusedApi('createAccount', { Name: 'Current', AccountType: 'Bank' });
  expect('name in use', codeOf(named), '6240');
  const gone = await refusedApi('getBill', '999999');
  expect('unknown id', codeOf(gone), '610');
  const invoice = await api('findInvoices', { limit: 1 });
  const stale = { Id: textAt(invoice, 'QueryResponse.Invoice.0.Id'), SyncToken: '99', PrivateNote: 'x' };
  expect('stale', codeOf(await refusedApi('updateInvoice', stale)), '5010');

  const { limits } = server;
  const before = { ...limits };
  for (const limit of ['perMinute', 'atOnce'] as const) {
    limits[limit] = 0;
    const error = await refusedApi('getCompanyInfo', server.realm);
    Object.assign(limits, before);
    expect('status', valueAt(error, 'response.status'), 429);
    expect('reason', /ThrottleExceeded/.test(textAt(error, 'response.data.message')), true);
    expect('request number', textAt(error, 'response.headers.intuit_tid') !== 'undefined', true);
  }
}
