import type { Recorder } from '../recorder.ts';
import type { Books } from './books.ts';

/** A customer is created, changed and deleted at the platform. */
export async function recordPushes({ record }: Recorder, { companyId, connectionId }: Books): Promise<void> {
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
  await record('pushDelete', {
    title: 'Delete the customer',
    params: { ...params, id: pushed.id },
    headers: { ...headers, 'Idempotency-Key': 'customer-17-3' },
  });
  await record('listPushes', { params: { companyId }, query: { pageSize: '1', orderBy: 'requested' } });
}
