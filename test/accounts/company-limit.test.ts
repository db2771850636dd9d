import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOn, type TestAccount, useApp } from '../harness.ts';

const app = useApp();

const limitError = 'CompanyValidationException: Company limit exceeded';

async function fill(account: TestAccount, companies: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < companies; i++) {
    const made = await account.send('POST /companies', { body: { name: `Company ${i}` } });
    assert.equal(made.status, 200);
    ids.push(made.body.companyId);
  }
  return ids;
}

async function totalOf(account: TestAccount): Promise<number> {
  const { body } = await account.send('GET /companies?pageSize=1000');
  assert.equal(body.results.length, body.totalResults, 'the total is the number of companies');
  return body.totalResults;
}

test('R-LIMIT-04 R-PAY-01 R-ERR-06: 60 creations at once on a trial with 45 companies, over two processes, leave exactly 50', async () => {
  const account = await app.account({ plan: 'free' });
  await fill(account, 45);
  const other = await startOn(app.databaseUrl);
  try {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        // Half of them with an Idempotency-Key: they reach the limit through a savepoint.
        const headers: Record<string, string> = i % 4 < 2 ? { 'idempotency-key': `creation ${i}` } : {};
        const send = i % 2 ? app.send : other.app.send;
        return send('POST /companies', { key: account.key, body: { name: `At once ${i}` }, headers });
      }),
    );
    assert.equal(answers.filter((answer) => answer.status === 200).length, 5);
    const refused = answers.filter((answer) => answer.status === 402);
    assert.equal(refused.length, 55);
    for (const { body } of refused) assert.equal(body.error, limitError);
    assert.equal(await totalOf(account), 50);
  } finally {
    await other.stop();
  }
});

test('R-PAY-01 R-BODY-09 R-BODY-11 R-BODY-12: beyond 50 companies the error names the limit and links to the documentation', async () => {
  const account = await app.account({ plan: 'free' });
  await fill(account, 50);
  const { status, body } = await account.send('POST /companies', { body: { name: 'The 51st' } });
  assert.equal(status, 402);
  assert.equal(body.statusCode, 402);
  assert.equal(body.error, limitError);
  assert.equal(body.service, 'companies');
  assert.equal(body.retryable, false);
  const [error] = body.validation.errors;
  assert.match(error.message, /50 companies.*https:\/\/docs\.test\//s);
  assert.equal(error.validatorName, 'CompanyLimitValidator');
  assert.deepEqual(body.validation.warnings, []);
  assert.equal(await totalOf(account), 50);
});

test('R-PAY-02: after deleting companies, as many retries succeed', async () => {
  const account = await app.account({ plan: 'free' });
  const ids = await fill(account, 50);
  const create = () => account.send('POST /companies', { body: { name: 'In its place' } });
  assert.equal((await create()).status, 402);
  for (const id of ids.slice(0, 2)) assert.equal((await account.send(`DELETE /companies/${id}`)).status, 204);
  assert.equal(await totalOf(account), 48);
  assert.deepEqual([(await create()).status, (await create()).status, (await create()).status], [200, 200, 402]);
  assert.equal(await totalOf(account), 50);
});

test('R-PAY-02: concurrent deletions and creations never leave more than 50 companies or a wrong total', async () => {
  const account = await app.account({ plan: 'free' });
  const ids = await fill(account, 50);
  const deletions = ids.slice(0, 20).map((id) => account.send(`DELETE /companies/${id}`));
  const creations = Array.from({ length: 40 }, () => account.send('POST /companies', { body: { name: 'New' } }));
  const deleted = (await Promise.all(deletions)).filter((answer) => answer.status === 204).length;
  const created = (await Promise.all(creations)).filter((answer) => answer.status === 200).length;
  assert.equal(deleted, 20);
  assert.ok(created <= 20);
  assert.equal(await totalOf(account), 50 - deleted + created);
});

test('R-LIMIT-04: changing a company is possible at the limit', async () => {
  const account = await app.account({ plan: 'free' });
  const [id] = await fill(account, 50);
  assert.equal((await account.send(`PATCH /companies/${id}`, { body: { name: 'Renamed' } })).status, 200);
  assert.equal((await account.send(`PUT /companies/${id}`, { body: { name: 'Replaced' } })).status, 200);
});

for (const plan of ['paid'] as const) {
  test(`R-PAY-06: a ${plan} account can have more than 50 companies`, async () => {
    const account = await app.account({ plan });
    await fill(account, 51);
    assert.equal(await totalOf(account), 51);
  });
}
