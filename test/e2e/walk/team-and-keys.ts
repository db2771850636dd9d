import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createKey } from './deliveries.ts';
import { adminEmail } from './operator.ts';
import {
  acceptLink,
  button,
  callApi,
  changeAccount,
  dialog,
  linkIn,
  openByMenu,
  password,
  setUpCodes,
  signIn,
  signOut,
} from './steps.ts';

const memberEmail = 'ben@northwind.example';

/** Invites a member by a real mail; as a developer, the member cannot create API keys. */
export async function inviteMember(so: Walk): Promise<void> {
  const page = so.admin;
  await changeAccount(page, 'Northwind Apps');
  await openByMenu(page, 'Team');
  await button(page, 'Invite member').click();
  const form = dialog(page, 'Invite member');
  await form.getByLabel('E-mail').fill(memberEmail);
  await button(form, 'Send invitation').click();
  await form.getByText(`being sent to ${memberEmail}`).waitFor();
  await button(form, 'Done').click();
  const member = await so.browser.open();
  await acceptLink(member, linkIn(await so.stage.mail.newestTo(memberEmail)), { name: 'Ben Builder' });
  await openByMenu(member, 'API keys');
  assert.equal(await button(member, /^Create (your first )?API key$/).count(), 0, 'a developer cannot create keys');
  await member.context().close();
  await page.reload();
  await page.getByText('Ben Builder').waitFor();
}

export async function setUpSecondFactor(so: Walk): Promise<void> {
  const page = so.admin;
  await openByMenu(page, 'Your profile');
  await button(page, 'Set up').click();
  const form = dialog(page, 'Two-factor authentication');
  await askedForPassword(so, () => button(form, 'Start').click());
  const codes = await setUpCodes(form, () => checkPage(page, 'second-factor', so.checks));
  await signOut(page);
  await signIn(page, adminEmail);
  const code = page.getByLabel(/^Code from your authenticator app/);
  await code.waitFor();
  // Each code works once. A recovery code avoids waiting 30 seconds for the next code of the app.
  await code.fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** A sensitive change long after the sign-in: the portal asks for the password again and then continues. */
async function askedForPassword(so: Walk, change: () => Promise<void>): Promise<void> {
  await so.stage.cell.base.db.system
    .updateTable('session')
    .set({ proved_at: new Date(Date.now() - 60 * 60_000) })
    .execute();
  // Each process caches a session for a second.
  await so.admin.waitForTimeout(1500);
  await change();
  const asked = dialog(so.admin, 'Confirm your identity');
  await asked.waitFor();
  // A plain screenshot: checkPage would wait for the change, which is still loading.
  await so.admin.screenshot({ path: join(so.checks.folder, 'password-again.png') });
  await asked.getByLabel(/^Password/).fill(password);
  await button(asked, 'Confirm').click();
  await asked.waitFor({ state: 'hidden' });
}

export async function revokeKey(so: Walk): Promise<Figures> {
  const page = so.admin;
  const { url } = so.stage.server;
  const key = await createKey(so, 'leaked key');
  assert.equal((await callApi(url, key, 'GET /companies')).status, 200);
  await button(page, 'Revoke leaked key').click();
  await button(dialog(page, 'Revoke leaked key?'), 'Revoke key').click();
  await page.getByText('leaked key revoked.').waitFor();
  // The server caches a key for a second.
  await waitFor(async () => (await callApi(url, key, 'GET /companies')).status === 403);
  return { 'revokedKey.answers403': true };
}
