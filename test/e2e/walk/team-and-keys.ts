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

/** A member by a real mail, who then sees what a developer may. */
export async function inviteMember(so: Walk): Promise<void> {
  const page = so.admin;
  await changeAccount(page, 'Northwind Apps');
  await openByMenu(page, 'Team');
  await button(page, 'Invite').click();
  const form = dialog(page, 'Invite to the team');
  await form.getByLabel('E-mail').fill(memberEmail);
  await button(form, 'Send the invitation').click();
  await form.getByText(`${memberEmail} gets an e-mail`).waitFor();
  await button(form, 'Done').click();
  const member = await so.browser.open();
  await acceptLink(member, linkIn(await so.stage.mail.newestTo(memberEmail)), { name: 'Ben Builder' });
  await openByMenu(member, 'API keys');
  assert.equal(await button(member, /^Create (a|the first) key$/).count(), 0, 'a developer creates no keys');
  await member.context().close();
  await page.reload();
  await page.getByText('Ben Builder').waitFor();
}

export async function setUpSecondFactor(so: Walk): Promise<void> {
  const page = so.admin;
  await openByMenu(page, 'Your profile');
  await button(page, 'Set it up').click();
  const form = dialog(page, 'Second factor');
  await askedForPassword(so, () => button(form, 'Begin').click());
  const codes = await setUpCodes(form, () => checkPage(page, 'second-factor', so.checks));
  await signOut(page);
  await signIn(page, adminEmail);
  const code = page.getByLabel(/^Code of your authenticator app/);
  await code.waitFor();
  // Each code holds once: a recovery code does not make the walk wait for the next half minute.
  await code.fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** A sensitive change, long after the sign-in: the portal asks for the password again, and goes on. */
async function askedForPassword(so: Walk, change: () => Promise<void>): Promise<void> {
  await so.stage.cell.base.db.system
    .updateTable('session')
    .set({ proved_at: new Date(Date.now() - 60 * 60_000) })
    .execute();
  // Every process remembers a session for a second.
  await so.admin.waitForTimeout(1500);
  await change();
  const asked = dialog(so.admin, 'Confirm that it is you');
  await asked.waitFor();
  // The change itself is still loading: the page does not settle.
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
  await button(dialog(page, 'Revoke leaked key?'), 'Revoke the key').click();
  await page.getByText('leaked key is revoked.').waitFor();
  // A key is remembered for a second.
  await waitFor(async () => (await callApi(url, key, 'GET /companies')).status === 403);
  return { 'revokedKey.answers403': true };
}
