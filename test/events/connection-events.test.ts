import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';
import { readEvents } from './read-events.ts';

const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

test("every step of a connection's life is reported once, in order, with company, connection and status", async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'life-100');
  const path = `${company.path}/connections/${company.connectionId}`;
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  await account.send(`PATCH ${path}`, { body: { status: 'Unlinked' } });
  const credentials = { company: 'life-100', secret: 'sandbox-life-100' };
  await account.send(`PUT ${path}/authorization`, { body: { credentials } });
  assert.equal((await account.send(`DELETE ${path}`)).status, 204);
  const told = await readEvents(app, account.accountId, 'connection.');
  assert.deepEqual(
    told.map(({ type, data }) => [type, data]),
    [
      ['connection.created', { platformKey: 'sandbox', status: 'PendingAuth' }],
      ['connection.linked', { platformKey: 'sandbox', status: 'Linked' }],
      ['connection.unlinked', { platformKey: 'sandbox', status: 'Unlinked' }],
      ['connection.linked', { platformKey: 'sandbox', status: 'Linked' }],
      ['connection.deleted', { platformKey: 'sandbox', status: 'Deleted' }],
    ],
  );
  for (const event of told)
    assert.deepEqual([event.companyId, event.connectionId], [company.companyId, company.connectionId]);
});

test('credentials that the platform rejects are reported as failed and not as linked; an outage is not reported', async () => {
  const account = await app.account();
  const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const path = `/companies/${companyId}/connections/${made.body.connectionId}/authorization`;
  const wrong = { credentials: { company: 'refused-100', secret: 'wrong' } };
  assert.equal((await account.send(`PUT ${path}`, { body: wrong })).status, 403);
  await control.fault({ match: { company: 'down-100' }, fault: { kind: 'status', status: 503 } });
  const down = { credentials: { company: 'down-100', secret: 'sandbox-down-100' } };
  assert.equal((await account.send(`PUT ${path}`, { body: down })).status, 503);
  const told = await readEvents(app, account.accountId, 'connection.');
  assert.deepEqual(
    told.map(({ type }) => type),
    ['connection.created', 'connection.failed'],
  );
  assert.equal(told[1]?.data.platformKey, 'sandbox');
  assert.ok(told[1]?.data.reason.length > 0);
  assert.doesNotMatch(JSON.stringify(told), /wrong/, 'no event contains a credential');
});

test('a connection whose credentials are no longer accepted is reported as deauthorized, and its sync as failed', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'revoked-100');
  await control.fault({ match: { company: 'revoked-100' }, fault: { kind: 'status', status: 401 } });
  assert.equal((await company.sync('invoices')).status, 'AuthError');
  const told = await readEvents(app, account.accountId);
  assert.deepEqual(told.map(({ type }) => type).sort(), [
    'company.created',
    'connection.created',
    'connection.deauthorized',
    'connection.linked',
    'sync.failed',
  ]);
  const deauthorized = told.find(({ type }) => type === 'connection.deauthorized');
  assert.deepEqual(deauthorized?.data, { platformKey: 'sandbox', status: 'Deauthorized' });
});
