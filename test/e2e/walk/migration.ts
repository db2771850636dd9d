import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { adminEmail } from './operator.ts';
import { button, callApi, changeAccount, dialog, openByMenu } from './steps.ts';

const olderName = 'Older Ledger';

/** Creates an account with the older webhooks, with rules, a company, and the same administrator. */
export async function prepareOlderAccount(so: Walk): Promise<void> {
  const { stage } = so;
  so.older = await stage.account(olderName, { webhooks: 'older' });
  const { accountId, key } = so.older;
  const call = (request: string, body?: object) => callApi(stage.server.url, key, request, body);
  for (const type of ['company.created', 'sync.completed', 'connection.linked']) {
    const rule = await call('POST /rules', { type, notifiers: { webhook: `${stage.receiver.url}/older` } });
    assert.equal(rule.status, 201, JSON.stringify(rule.body));
  }
  await call('POST /rules', { type: 'sync.failed', notifiers: { emails: ['books@older.example'] } });
  await call('POST /companies', { name: 'Tailor Brook' });
  await stage.daybook('person', 'create', adminEmail, '--account', accountId, '--role', 'administrator');
}

/** The client declares and requests the migration; the operator rehearses and applies it; both see the progress. */
export async function followMigration(so: Walk): Promise<Figures> {
  const { stage, admin, operator } = so;
  await admin.reload();
  await changeAccount(admin, olderName);
  await openByMenu(admin, 'Rules and alerts');
  await admin
    .getByRole('row', { name: /company\.created/ })
    .first()
    .waitFor();
  await checkPage(admin, 'rules', so.checks);
  await openByMenu(admin, 'Migration');
  await admin.getByText('Blocker', { exact: true }).waitFor();
  await checkPage(admin, 'migration-begin', so.checks);
  await button(admin, 'Declare RuleId unused').click();
  await button(dialog(admin, /RuleId/), 'Declare').click();
  await button(admin, 'Declare RuleId unused').waitFor({ state: 'hidden' });
  await button(admin, 'Request migration').click();
  await button(dialog(admin, 'Request the migration?'), 'Request migration').click();
  await admin.getByText('Migration requested', { exact: true }).waitFor();

  await openByMenu(operator, 'Migrations');
  await operator.getByRole('link', { name: olderName }).click();
  await button(operator, 'Rehearse').click();
  await button(dialog(operator, 'Rehearse the migration?'), 'Start rehearsal').click();
  await button(operator, 'Stop rehearsal').waitFor();
  const before = stage.receiver.requests.length;
  await callApi(stage.server.url, so.older.key, 'POST /companies', { name: 'Tailor Hill' });
  // One delivery by the rule, one by the rehearsal.
  await waitFor(() => stage.receiver.requests.length >= before + 2);
  await admin.getByRole('table', { name: 'Rehearsal events' }).getByText('Same').waitFor();
  await checkPage(admin, 'migration-rehearsal', so.checks);
  await button(operator, 'Stop rehearsal').click();
  await button(operator, 'Rehearse').waitFor();
  await button(operator, 'Migrate').click();
  await button(dialog(operator, 'Migrate the account?'), 'Migrate').click();
  await button(operator, 'Roll back').waitFor();
  await admin.getByText('Consumers created by the migration').waitFor();
  return { 'migration.applied': true };
}
