import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { makeCompany, makeRule } from './older-account.ts';

const app = useApp();
const url = 'http://127.0.0.1:9/hook';
const nobodys = '01900000-0000-7000-8000-000000000000';

test('R-LEGACY-10: rules are created, read, listed with a filter, replaced and deleted', async () => {
  const account = await app.account({ webhooks: 'older' });
  const companyId = await makeCompany(account);
  const made = await account.send('POST /rules', {
    body: { type: 'sync.completed', companyId, notifiers: { webhook: url } },
  });
  assert.equal(made.status, 201);
  const { ruleId, created, ...rest } = made.body;
  assert.deepEqual(rest, { type: 'sync.completed', companyId, notifiers: { webhook: url, emails: [] } });
  assert.ok(!Number.isNaN(Date.parse(created)));
  const second = await makeRule(account, { type: 'push.failed', webhook: `${url}?n="2"` });

  assert.deepEqual((await account.send(`GET /rules/${ruleId}`)).body, made.body);
  const page = (await account.send('GET /rules?pageSize=1')).body;
  assert.equal(page.totalResults, 2);
  assert.deepEqual(page.results, [made.body]);
  const next = (await account.send(`GET ${page._links.next.href}`)).body;
  assert.deepEqual(
    next.results.map((rule: { ruleId: string }) => rule.ruleId),
    [second],
  );
  assert.equal(next.results[0].notifiers.webhook, `${url}?n="2"`);
  const found = (await account.send('GET /rules?query=type=push.failed')).body;
  assert.deepEqual(
    found.results.map((rule: { ruleId: string }) => rule.ruleId),
    [second],
  );

  const replaced = await account.send(`PUT /rules/${ruleId}`, {
    body: { type: 'sync.failed', notifiers: { webhook: `${url}2` } },
  });
  assert.deepEqual(replaced.body, {
    ruleId,
    type: 'sync.failed',
    notifiers: { webhook: `${url}2`, emails: [] },
    created,
  });
  assert.equal((await account.send(`DELETE /rules/${ruleId}`)).status, 204);
  for (const method of ['GET', 'DELETE']) assert.equal((await account.send(`${method} /rules/${ruleId}`)).status, 404);
  const body = { type: 'sync.failed', notifiers: { webhook: url } };
  assert.equal((await account.send(`PUT /rules/${nobodys}`, { body })).status, 404);
});

test('an invalid rule is rejected with 400 and the name of the field', async () => {
  const account = await app.account({ webhooks: 'older' });
  const stranger = await makeCompany(await app.account());
  const notifiers = { webhook: url };
  const cases: [body: object, itemId: string, text: RegExp][] = [
    [{ type: 'sync.*', notifiers }, 'type', /must be one of company\.created, /],
    [{ type: 'constructor', notifiers }, 'type', /must be one of company\.created, /],
    [{ type: 'sync.failed', notifiers: {} }, 'notifiers', /webhook or at least one e-mail/],
    [{ type: 'sync.failed', notifiers: { emails: [] } }, 'notifiers', /at least one/],
    [{ type: 'sync.failed', notifiers: { webhook: 'http://10.0.0.1/' } }, 'notifiers.webhook', /public address/],
    [{ type: 'sync.failed', notifiers: { webhook: 'ftp://client.example/' } }, 'notifiers.webhook', /https/],
    [{ type: 'sync.failed', notifiers: { webhook: 'hooks' } }, 'notifiers.webhook', /absolute URL/],
    [{ type: 'sync.failed', notifiers, companyId: stranger }, 'companyId', /id of a company of this account/],
    [{ type: 'sync.failed', notifiers, extra: 1 }, 'extra', /./],
    [{ type: 'sync.failed', notifiers: { emails: ['a@b.example\r\nbcc: c@d.example'] } }, 'notifiers.emails.0', /./],
  ];
  for (const [body, itemId, text] of cases) {
    const answer = await account.send('POST /rules', { body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    const [first] = answer.body.validation.errors;
    assert.equal(first.itemId, itemId, JSON.stringify(body));
    assert.match(first.message, text);
  }
  assert.equal((await account.send('GET /rules')).body.totalResults, 0);
});

test('R-LEGACY-12: without a mail server, a rule with an e-mail address is rejected; the error names the settings', async () => {
  const account = await app.account({ webhooks: 'older' });
  const answer = await account.send('POST /rules', {
    body: { type: 'sync.failed', notifiers: { emails: ['ops@client.example'] } },
  });
  assert.deepEqual([answer.status, answer.body.code], [400, 'mailNotSet']);
  assert.match(answer.body.error, /DAYBOOK_SMTP_URL/);
  assert.match(answer.body.error, /DAYBOOK_MAIL_FROM/);
});

test('R-VER-01: with the newer webhooks rules are read-only: a change returns 409 and points to consumers', async () => {
  const account = await app.account({ webhooks: 'older' });
  const ruleId = await makeRule(account, { webhook: url });
  await app.ctx.db.system
    .updateTable('account')
    .set({ webhook_generation: 'newer' })
    .where('account_id', '=', account.accountId)
    .execute();
  const body = { type: 'sync.failed', notifiers: { webhook: url } };
  for (const [request, options] of [
    ['POST /rules', { body }],
    [`PUT /rules/${ruleId}`, { body }],
    [`DELETE /rules/${ruleId}`, {}],
  ] as const) {
    const answer = await account.send(request, options);
    assert.deepEqual([answer.status, answer.body.code], [409, 'rulesReadOnly'], request);
    assert.match(answer.body.error, /POST \/webhooks\/consumers/);
  }
  assert.equal((await account.send(`GET /rules/${ruleId}`)).body.type, 'company.created');
  assert.equal((await account.send('GET /rules')).body.totalResults, 1);
});

test('R-VER-01: while the older webhooks serve an account, a consumer can be created but gets no events', async () => {
  const account = await app.account({ webhooks: 'older' });
  const made = await account.send('POST /webhooks/consumers', { body: { name: 'prepared', url } });
  assert.equal(made.status, 201);
  await makeCompany(account);
  const rows = await app.ctx.db.system
    .selectFrom('delivery')
    .select('message_id')
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(rows, []);
  assert.equal((await account.send('GET /webhooks/messages')).body.totalResults, 0);
});
