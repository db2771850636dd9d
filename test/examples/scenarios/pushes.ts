import { waitFor } from '../../wait-for.ts';
import type { Recorder } from '../recorder.ts';
import type { Books } from './books.ts';

/** A customer is created, changed and deleted at the platform. */
export async function recordPushes(recorder: Recorder, { companyId, connectionId }: Books): Promise<void> {
  const { record, call } = recorder;
  const params = { companyId, connectionId, dataType: 'customers' };
  const headers = { Prefer: 'wait=20' };
  await record('getPushOptions', { params });
  const body = { customerName: 'Harbour Café', emailAddress: 'office@harbour.example' };
  const made = await record('pushCreate', {
    title: 'Create a customer, and wait for the outcome',
    params,
    headers: { ...headers, 'Idempotency-Key': 'customer-17' },
    body,
    named: ({ record: customer }) => ({ [customer.id]: 'cus_00008h2kd' }),
  });
  await record('pushCreate', {
    title: 'Check a customer without sending it',
    params,
    query: { dryRun: 'true' },
    headers: { 'Idempotency-Key': 'customer-18' },
    body: { ...body, customerName: 'Lighthouse Café' },
  });
  const { pushId, record: pushed } = made.body;
  await record('getPush', { params: { companyId, pushId } });
  await record('pushUpdate', {
    title: 'Change the customer',
    params: { ...params, id: pushed.id },
    headers: { ...headers, 'Idempotency-Key': 'customer-17-2' },
    body: { ...body, customerName: 'Harbour Café and Bar' },
  });
  const read = await call('getRecordOfConnection', { params: { ...params, id: pushed.id } });
  const etag = read.headers.get('etag') ?? '';
  await record('pushUpdate', {
    title: 'Change the customer only if nobody else has changed it',
    params: { ...params, id: pushed.id },
    headers: { ...headers, 'If-Match': etag, 'Idempotency-Key': 'customer-17-4' },
    body: { ...body, customerName: 'Harbour Bar' },
    named: () => ({ [etag]: 'W/"8QmJx2bT0kVd1uZrY7cA5g"' }),
  });
  await record('pushDelete', {
    title: 'Delete the customer',
    params: { ...params, id: pushed.id },
    headers: { ...headers, 'Idempotency-Key': 'customer-17-3' },
  });
  await record('listPushes', { params: { companyId }, query: { pageSize: '1', orderBy: 'requested' } });
  await recordGroup(recorder, { companyId, connectionId });
}

/** A customer and its invoice are pushed as one operation. */
async function recordGroup(
  { record, call }: Recorder,
  { companyId, connectionId }: Pick<Books, 'companyId' | 'connectionId'>,
): Promise<void> {
  const params = { companyId };
  const first = async (list: string, query = '') =>
    (await call(list, { params, query: { pageSize: '1', ...(query && { query }) } })).body.results[0].id as string;
  const lineItem = {
    unitAmount: 120.5,
    quantity: 2,
    accountRef: { id: await first('listAccounts', 'status=Active') },
    taxRateRef: { id: await first('listTaxRates') },
  };
  const steps = [
    { key: 'customer', dataType: 'customers', operation: 'create', record: { customerName: 'Bakery Sunrise' } },
    {
      key: 'invoice',
      dataType: 'invoices',
      operation: 'create',
      record: {
        customerRef: { id: { fromStep: 'customer' } },
        issueDate: '2026-11-01T00:00:00Z',
        dueDate: '2026-12-01T00:00:00Z',
        lineItems: [lineItem],
      },
    },
  ];
  const body = { connectionId, onFailure: 'undo', steps };
  const { pushGroupId } = (
    await record('createPushGroup', {
      title: 'Create a customer and its invoice',
      params,
      headers: { 'Idempotency-Key': 'order-4711' },
      body,
    })
  ).body;
  await record('createPushGroup', {
    title: 'Check the steps without sending them',
    params,
    query: { dryRun: 'true' },
    body,
  });
  const of = { ...params, pushGroupId };
  const ended = async () => (await call('getPushGroup', { params: of })).body;
  await waitFor(async () => (await ended()).completed !== undefined, 30_000);
  const [customer, invoice] = (await ended()).steps;
  await record('getPushGroup', {
    params: of,
    named: () => ({ [customer.recordId]: 'cus_00008h2ke', [invoice.recordId]: 'inv_00008h2kf' }),
  });
  await record('listPushGroups', { params, query: { pageSize: '1' } });
}
