import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { adminEmail } from './operator.ts';
import { button, callApi, changeAccount, dialog, openByMenu } from './steps.ts';

const olderName = 'Older Ledger';

/** An account of the older webhooks with rules, a program that reads its event log, and the same administrator. */
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

/** Declared and asked for by the client; rehearsed and applied by the operator; seen by both. */
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
  await admin.getByText('In the way', { exact: true }).waitFor();
  await checkPage(admin, 'migration-begin', so.checks);
  await button(admin, 'We do not rely on RuleId').click();
  await button(dialog(admin, /RuleId/), 'Declare it').click();
  await button(admin, 'We do not rely on RuleId').waitFor({ state: 'hidden' });
  await button(admin, 'Ask for the migration').click();
  await button(dialog(admin, 'Ask for the migration?'), 'Ask for it').click();
  await admin.getByText('Asked for', { exact: true }).waitFor();

  await openByMenu(operator, 'Migrations');
  await operator.getByRole('link', { name: olderName }).click();
  await button(operator, 'Rehearse').click();
  await button(dialog(operator, 'Rehearse the migration?'), 'Begin the rehearsal').click();
  await button(operator, 'End the rehearsal').waitFor();
  const before = stage.receiver.requests.length;
  await callApi(stage.server.url, so.older.key, 'POST /companies', { name: 'Tailor Hill' });
  // By the rule, and by the rehearsal.
  await waitFor(() => stage.receiver.requests.length >= before + 2);
  await admin.getByRole('table', { name: 'Events of the rehearsal' }).getByText('Same').waitFor();
  await checkPage(admin, 'migration-rehearsal', so.checks);
  await button(operator, 'End the rehearsal').click();
  await button(operator, 'Rehearse').waitFor();
  await button(operator, 'Migrate').click();
  await button(dialog(operator, 'Migrate the account?'), 'Migrate').click();
  await button(operator, 'Take it back').waitFor();
  await admin.getByText('Consumers of the migration').waitFor();
  return { 'migration.applied': true };
}
