import assert from 'node:assert/strict';
import { verifyWebhook } from '../../../sdk/src/daybook.ts';
import { waitFor } from '../../wait-for.ts';
import { answering, startReceiver } from '../../webhooks/receiver.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { button, callApi, card, dialog, openByMenu } from './steps.ts';

const clientSecret = 'client-secret-of-the-walk';

/**
 * In the portal, a consumer gets a filter, a choice of fields, a public key and client credentials; a delivery shows all
 * four. The consumer has its own receiver, so that the other steps see nothing of it.
 */
export async function refineConsumer(so: Walk, key: string): Promise<void> {
  const { url } = so.stage.server;
  const page = so.admin;
  const [receiver, endpoint] = [await startReceiver(), await startReceiver()];
  endpoint.behave(
    answering(200, {
      headers: { 'content-type': 'application/json' },
      body: '{"access_token":"token-of-the-walk","token_type":"Bearer","expires_in":600}',
    }),
  );
  try {
    const wanted = { name: 'Kiosks only', url: `${receiver.url}/hooks`, eventTypes: ['company.*'] };
    const made = await callApi(url, key, 'POST /webhooks/consumers', wanted);
    assert.equal(made.status, 201);
    await openByMenu(page, 'Consumers');
    await page.getByRole('link', { name: 'Kiosks only' }).click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await setContent(so);
    await page.getByRole('tab', { name: 'Secret and authorization' }).click();
    await setClientCredentials(so, `${endpoint.url}/token`);
    const publicKey = await changeToKey(so);
    await checkPage(page, 'consumer-security', so.checks);

    for (const name of ['Tavern East', 'Kiosk East']) await callApi(url, key, 'POST /companies', { name });
    await receiver.waitFor(1);
    const [delivery] = receiver.requests;
    assert.ok(delivery);
    const { event } = await verifyWebhook({ ...delivery, publicKey });
    assert.deepEqual([event.Data, event.Message], [{ name: 'Kiosk East' }, undefined], 'one company, without the text');
    assert.equal(delivery.headers.authorization, 'Bearer token-of-the-walk');
    const consumerId = new URL(page.url()).pathname.split('/').at(-1);
    await openByMenu(page, 'Consumers');
    assert.equal((await callApi(url, key, `DELETE /webhooks/consumers/${consumerId}`)).status, 204);
  } finally {
    await receiver.stop();
    await endpoint.stop();
  }
}

/** A wrong filter is explained below its input. The suggestions complete a right one. */
async function setContent(so: Walk): Promise<void> {
  const page = so.admin;
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await filter.fill('Data.colour=red');
  await filter.press('Escape');
  await button(page, 'Save').click();
  await page
    .getByText(/names "Data\.colour", which none of the event types/)
    .first()
    .waitFor();
  await filter.fill('Data.na');
  await page.getByRole('option', { name: 'Data.name' }).click();
  assert.equal(await filter.inputValue(), 'Data.name');
  await filter.fill('Data.name~kiosk');
  await filter.press('Escape');
  const fields = page.getByRole('combobox', { name: 'Fields' });
  await fields.fill('Data');
  await page.getByRole('option', { name: 'Data', exact: true }).click();
  await fields.press('Escape');
  await checkPage(page, 'consumer-content', so.checks);
  await button(page, 'Save').click();
  await page.getByText('Saved.').first().waitFor();
}

async function setClientCredentials(so: Walk, tokenUrl: string): Promise<void> {
  const page = so.admin;
  const section = card(page, 'Authorization header');
  await section.getByText('OAuth client credentials').click();
  await section.getByLabel(/^Token URL/).fill(tokenUrl);
  await section.getByLabel(/^Client ID/).fill('walk');
  await section.getByLabel(/^Client secret/).fill(clientSecret);
  await button(section, 'Set client credentials').click();
  await button(section, 'Replace client credentials').waitFor();
  await waitFor(async () => !(await page.content()).includes(clientSecret));
}

async function changeToKey(so: Walk): Promise<string> {
  const page = so.admin;
  await button(page, 'Rotate secret').click();
  const rotation = dialog(page, 'Rotate secret?');
  await rotation.getByRole('combobox', { name: 'Signature' }).click();
  await page.getByRole('option', { name: 'Public key (ed25519)' }).click();
  await button(rotation, 'Rotate secret').click();
  const key = card(page, 'Signing key').getByText(/^whpk_/);
  await key.waitFor();
  return key.innerText();
}
