import assert from 'node:assert/strict';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { acceptLink, button, dialog, linkIn, openByMenu, password, setUpCodes, signOut } from './steps.ts';

const operatorEmail = 'olga@operator.example';
export const adminEmail = 'ada@northwind.example';

/**
 * The first person of a new installation: created on the command line, sets a password by a link, must set up
 * two-factor authentication, then signs in by keyboard only.
 */
export async function beginAsOperator(so: Walk): Promise<void> {
  const made = JSON.parse(
    await so.stage.daybook('person', 'create', operatorEmail, '--name', 'Olga Operator', '--operator', '--json'),
  ) as { link: string };
  so.operator = await so.browser.open();
  await acceptLink(so.operator, made.link, { lands: false });
  await so.operator.getByRole('heading', { level: 1, name: 'Set up two-factor authentication' }).waitFor();
  await checkPage(so.operator, 'second-factor-demanded', so.checks);
  await button(so.operator, 'Start').click();
  const [recoveryCode = ''] = await setUpCodes(so.operator.locator('main'));
  await so.operator.getByRole('navigation', { name: 'Main' }).waitFor();
  await signOut(so.operator);

  const { keyboard } = so.operator;
  const focused = () => so.operator.locator(':focus');
  await so.operator.getByLabel(/^E-mail/).focus();
  await keyboard.type(operatorEmail);
  await keyboard.press('Tab');
  assert.equal(await focused().getAttribute('name'), 'password', 'Tab moves from the e-mail to the password');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await so.operator.getByLabel(/^Code from your authenticator app/).waitFor();
  await so.operator.getByLabel(/^Code from your authenticator app/).focus();
  await keyboard.type(recoveryCode);
  await keyboard.press('Enter');
  await so.operator.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** The operator creates an account for a new client and invites its first administrator, who accepts. */
export async function makeAccount(so: Walk): Promise<void> {
  const page = so.operator;
  await openByMenu(page, 'Accounts');
  await button(page, 'Create account').first().click();
  const form = dialog(page, 'Create account');
  await form.getByLabel(/^Name/).fill('Northwind Apps');
  await form.getByLabel('Plan').click();
  await page.getByRole('option', { name: 'Paid' }).click();
  await button(form, 'Create account').click();
  await page.getByRole('heading', { level: 1, name: 'Northwind Apps' }).waitFor();
  so.accountId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByLabel('E-mail').fill(adminEmail);
  await button(page, 'Send invitation').click();
  await page.getByText(`being sent to ${adminEmail}`).waitFor();

  so.admin = await so.browser.open({ hasTour: true });
  await acceptLink(so.admin, linkIn(await so.stage.mail.newestTo(adminEmail)), { name: 'Ada Admin' });
  await so.admin.getByText('Northwind Apps').first().waitFor();
}
