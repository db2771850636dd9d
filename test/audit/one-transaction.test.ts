import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { makeMigrating } from '../migration/migrating-account.ts';
import { goodPassword, makePerson, trySignIn } from '../people/people.ts';
import { useReceivers } from '../webhooks/receiver.ts';

/** A change and its audit entry are one transaction: if the entry cannot be written, nothing changes. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
after(() => sandbox.stop());
const startReceiver = useReceivers();

/** Called by the first test, because the `before` hook of the app runs after those of this file. */
async function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  await sql`create table refused_operation (operation text primary key);`.execute(app.ctx.db.system);
  await sql`grant select on refused_operation to public`.execute(app.ctx.db.system);
  await sql`create function refuse_row() returns trigger language plpgsql as $$ begin
      if exists (select from refused_operation r where r.operation = new.operation) then
        raise exception 'the audit log rejects %', new.operation;
      end if;
      return new;
    end $$`.execute(app.ctx.db.system);
  await sql`create trigger refuse_row before insert on audit for each row execute function refuse_row()`.execute(
    app.ctx.db.system,
  );
}
let isPrepared = false;

/** Runs the change while its audit entry is rejected: the change must fail as a whole. */
async function refusing(operation: string, change: () => Promise<{ status: number; text: string }>): Promise<void> {
  await prepare();
  await sql`insert into refused_operation values (${operation})`.execute(app.ctx.db.system);
  const answer = await change();
  await sql`delete from refused_operation`.execute(app.ctx.db.system);
  assert.equal(answer.status, 500, `${operation}: ${answer.text}`);
}

const credentials = { company: 'trail-100', secret: 'sandbox-trail-100' };

test('A-25: authorizing with credentials, by API or by the owner, is done with its audit entry or not at all', async () => {
  const account = await app.account();
  const { companyId, redirect } = (await account.send('POST /companies', { body: { name: 'Acme' } })).body;
  const made = await account.send(`POST /companies/${companyId}/connections`, { body: { platformKey: 'sandbox' } });
  const path = `/companies/${companyId}/connections/${made.body.connectionId}`;
  const status = async () => (await account.send(`GET ${path}`)).body.status;
  await refusing('authorizeConnection', () => account.send(`PUT ${path}/authorization`, { body: { credentials } }));
  assert.equal(await status(), 'PendingAuth');
  const links = `/links/${redirect.split('/').at(-1)}/connections`;
  await refusing('linkPlatform', () => app.send(`POST ${links}`, { body: { platformKey: 'sandbox', credentials } }));
  assert.equal(await status(), 'PendingAuth');
  assert.equal((await account.send(`PUT ${path}/authorization`, { body: { credentials } })).status, 200);
  const { rows } = await sql<{ after: { status: string } }>`select after from audit
    where operation = 'authorizeConnection' and account_id = ${account.accountId}::uuid`.execute(app.ctx.db.system);
  assert.deepEqual(
    rows.map((row) => row.after.status),
    ['Linked'],
  );
});

test('A-25: every migration step of the operator is done with its audit entry or not at all', async () => {
  const receiver = await startReceiver();
  const account = await makeMigrating(app, { url: receiver.url });
  const operator = await (await makePerson(app, { isOperator: true })).signIn();
  const path = `/operator/accounts/${account.accountId}/migration`;
  const state = async () => (await operator.send(`GET ${path}`)).body;
  const steps = async () => (await state()).history.length;
  const before = await steps();
  await refusing('rehearseClientMigration', () => operator.send(`POST ${path}/rehearsal`));
  assert.equal(await steps(), before);
  assert.equal((await operator.send(`POST ${path}/rehearsal`)).status, 200);
  await refusing('endClientRehearsal', () => operator.send(`DELETE ${path}/rehearsal`));
  assert.equal((await operator.send(`DELETE ${path}/rehearsal`)).status, 200, 'it was still running');
  await refusing('applyClientMigration', () => operator.send(`POST ${path}/apply`));
  assert.equal((await state()).generation, 'older');
  assert.equal((await operator.send(`POST ${path}/apply`)).status, 200);
  await refusing('rollbackClientMigration', () => operator.send(`POST ${path}/rollback`));
  assert.equal((await state()).generation, 'newer');
});

test("A-25: a person's own changes are made with their audit entry or not at all", async () => {
  const { accountId } = await app.account();
  const { email, signIn } = await makePerson(app, { accountId });
  const browser = await signIn();
  await refusing('changePassword', () =>
    browser.send('PUT /session/password', {
      body: { current: goodPassword, password: 'a kettle under seven umbrellas' },
    }),
  );
  assert.equal((await trySignIn(app, { email })).status, 200);
  await refusing('signIn', () => trySignIn(app, { email }));
  await refusing('signOut', () => browser.send('DELETE /session'));
  assert.equal((await browser.send('GET /session')).status, 200);
});
