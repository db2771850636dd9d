import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, card, dialog, openByMenu, password } from './steps.ts';

/** The account's own OAuth application is set with a wrong secret, tested, corrected and tested again. */
export async function testApplication(so: Walk): Promise<Figures> {
  const page = so.admin;
  const { client } = so.stage.oauth;
  await openByMenu(page, 'Platforms');
  const xero = card(page, 'Xero');
  await button(xero, 'Show details').click();
  const save = async (action: string, clientSecret: string) => {
    await xero.getByLabel('Client ID').fill(client.clientId);
    await xero.getByLabel('Client secret').fill(clientSecret);
    await button(xero, action).click();
    const proof = dialog(page, /^Confirm/);
    const saved = page.getByText('Saved.').first();
    await proof.or(saved).first().waitFor();
    if (await proof.isVisible()) {
      await proof.getByLabel(/^Password/).fill(password);
      await page.keyboard.press('Enter');
    }
    await saved.waitFor();
    await saved.waitFor({ state: 'hidden' });
  };
  const outcome = async (step: string) => xero.locator(`[data-step=${step}]`).getAttribute('data-outcome');
  await save('Use own application', 'not the secret');
  await button(xero, 'Test application').click();
  await xero.getByText('Owners cannot connect Xero with this application.').waitFor();
  assert.deepEqual([await outcome('client'), await outcome('signInPage')], ['failed', 'passed']);
  await checkPage(page, 'platforms-test-failed', so.checks);
  await save('Replace application', client.clientSecret);
  const before = so.stage.oauth.requests();
  await button(xero, 'Test application').click();
  await xero.getByText('The test found nothing wrong.').waitFor();
  assert.deepEqual([await outcome('client'), await outcome('redirectAddress')], ['passed', 'unclear']);
  assert.equal(so.stage.oauth.requests() - before, 1, 'the token endpoint was asked once');
  await checkPage(page, 'platforms-test-passed', so.checks);
  return { 'platforms.tested': true };
}
