import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { verifyWebhook } from '../../../sdk/src/daybook.ts';
import { waitFor } from '../../wait-for.ts';
import { answering } from '../../webhooks/receiver.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { readAttempts } from './attempts.ts';
import { refineConsumer } from './consumer-content.ts';
import { button, callApi, dialog, openByMenu } from './steps.ts';

const authorization = 'Bearer of-the-walk';

/** Creates a consumer, sets its Authorization header in the portal, and receives an event with that header. */
export async function receiveDelivery(so: Walk): Promise<Figures> {
  const { stage } = so;
  const page = so.admin;
  const key = await createKey(so, 'ledger service');
  await openByMenu(page, 'Consumers');
  await button(page, /^Create (your first )?consumer$/)
    .first()
    .click();
  const wizard = dialog(page, 'Create consumer');
  await wizard.getByLabel(/^Name/).fill('Ledger service');
  await wizard.getByLabel(/^URL/).fill(`${stage.receiver.url}/hooks`);
  await button(wizard, 'Next').click();
  await wizard.getByLabel('All events').uncheck();
  await wizard.getByLabel('company.*').check();
  await checkPage(page, 'consumer-create', so.checks);
  await button(wizard, 'Create consumer').click();
  const secret = await wizard.getByText(/^whsec_/).innerText();
  await button(wizard, 'View consumer').click();
  await page.getByRole('heading', { level: 1, name: 'Ledger service' }).waitFor();
  so.consumerId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const path = `/webhooks/consumers/${so.consumerId}`;
  const byHeaders = await callApi(stage.server.url, key, `PATCH ${path}`, {
    headers: { Authorization: authorization },
  });
  assert.equal(byHeaders.status, 400, 'the API rejects the header among the custom headers');
  const byOperation = await callApi(stage.server.url, key, `PUT ${path}/authorization`, { value: authorization });
  assert.equal(byOperation.status, 403, 'an API key cannot call a portal-only operation');

  await page.getByRole('tab', { name: 'Secret and authorization' }).click();
  await page.getByLabel('Value', { exact: true }).fill(authorization);
  await button(page, 'Set header').click();
  await button(page, 'Replace header').waitFor();

  await callApi(stage.server.url, key, 'POST /companies', { name: 'Florist Meadow' });
  // Not simply the first request: company.synced of the reconnected company also arrives here.
  const find = () => stage.receiver.requests.find(({ body }) => JSON.parse(body).RuleType === 'company.created');
  await waitFor(() => find() !== undefined);
  const delivery = find();
  assert.equal(delivery?.headers.authorization, authorization);
  const { event } = await verifyWebhook({ body: delivery?.body ?? '', headers: delivery?.headers ?? {}, secret });
  assert.equal(event.RuleType, 'company.created');
  await page.getByRole('tab', { name: 'Health' }).click();
  await page
    .getByRole('row', { name: /company\.created/ })
    .getByText('Delivered')
    .waitFor();
  await sendChosenTest(so);
  await refineConsumer(so, key);
  return { 'delivery.verified': true };
}

/** The person chooses the type of the test event; the receiver gets an example of that type. */
async function sendChosenTest(so: Walk): Promise<void> {
  const page = so.admin;
  const type = 'dataset.changed';
  await button(page, 'Choose the type of the test event').click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(type) }).waitFor();
  await waitFor(() => so.stage.receiver.requests.some(({ body }) => JSON.parse(body).RuleType === type));
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Ledger service' }).waitFor();
}

/** The receiver fails, then returns 410. The portal shows why; after enabling, the failed messages are recovered. */
export async function breakAndRecover(so: Walk): Promise<Figures> {
  const { stage } = so;
  const { receiver } = stage;
  const page = so.admin;
  const key = await createKey(so, 'breaker');
  const create = (name: string) => callApi(stage.server.url, key, 'POST /companies', { name });
  await callApi(stage.server.url, key, `PATCH /webhooks/consumers/${so.consumerId}`, { disableOn410: true });
  await openConsumer(so);

  receiver.behave(answering(500, { body: 'database is down' }));
  await create('Garage North');
  await page.getByText('Deliveries are failing').waitFor();
  await page.getByText('Your endpoint returned a server error.').waitFor();
  await checkPage(page, 'consumer-failing', so.checks);
  await page.getByRole('link', { name: 'View message and attempts' }).click();
  await page.getByText('database is down').first().waitFor();
  const upcoming = await readAttempts(so, { secrets: [authorization, 'of-the-walk', 'whsec_'] });
  await checkPage(page, 'message-failed', so.checks);
  // Only this message gets 410. If the retry of the first message got it, the second would never be sent.
  receiver.behave(({ body }) => (body.includes('Garage South') ? answering(410) : answering(500)));
  await create('Garage South');
  await openConsumer(so);
  await page.getByText('Disabled: no events are delivered').waitFor();
  await page.getByText('410 Gone').first().waitFor();
  await page.getByText('Gone (410)', { exact: true }).first().waitFor();
  await compareChart(so);
  await checkPage(page, 'consumer-disabled', so.checks);

  receiver.behave(answering(200));
  const before = receiver.requests.length;
  await button(page, 'Enable').click();
  await button(page, 'Disable').waitFor();
  await button(page, 'Resend failed messages').click();
  const recover = dialog(page, 'Resend failed messages');
  await recover.getByText(/^[\d,]+ messages? will be sent\.$/).waitFor();
  await checkPage(page, 'consumer-recover', so.checks);
  const count = Number.parseInt(await recover.getByText(/will be sent\.$/).innerText(), 10);
  await button(recover, /^Resend \d+ messages?$/).click();
  await waitFor(() => receiver.requests.length >= before + count);
  await page.getByText(new RegExp(`${count} of ${count} messages queued`)).waitFor();
  await page.getByLabel('Status', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await page.getByText('No results.').waitFor();
  return { 'message.upcomingAttempts': upcoming, 'recovery.messages': count, 'recovery.allDelivered': count >= 2 };
}

/** The chart counts the messages that the list beside it has, also those that arrived while the page was open. */
async function compareChart(so: Walk): Promise<void> {
  const shown = so.admin.locator('.histogram-total');
  await waitFor(async () => {
    const { rows } = await so.stage.cell.base.db.pool.query<{ n: number }>(
      `select count(distinct message_id)::int as n from (select message_id, consumer_id from attempt
        union all select message_id, consumer_id from failure union all select message_id, consumer_id from delivery) m
        where consumer_id = $1`,
      [so.consumerId],
    );
    const counts = (await shown.innerText()).match(/\d+/g)?.map(Number) ?? [];
    const total = rows[0]?.n ?? -1;
    const isListed = await so.admin.getByText(new RegExp(`^1–\\d+ of ${total}$`)).count();
    return isListed === 1 && counts.reduce((sum, one) => sum + one, 0) === total;
  }, 5000);
}

async function openConsumer(so: Walk): Promise<void> {
  await openByMenu(so.admin, 'Consumers');
  await so.admin.getByRole('link', { name: 'Ledger service' }).click();
  await so.admin.getByRole('heading', { level: 1, name: 'Ledger service' }).waitFor();
}

/** Creates an API key that may also change things, in the portal, and returns its secret, which is shown once. */
export async function createKey(so: Walk, name: string): Promise<string> {
  const page = so.admin;
  await openByMenu(page, 'API keys');
  await button(page, /^Create (your first )?API key$/)
    .first()
    .click();
  const form = dialog(page, 'Create API key');
  await form.getByLabel(/^Name/).fill(name);
  for (const scope of ['Push', 'Manage', 'Webhooks']) await form.getByLabel(scope, { exact: true }).check();
  await button(form, 'Create key').click();
  const secret = await form.getByText(/^dbk_/).innerText();
  await button(form, 'I have copied the key').click();
  await form.waitFor({ state: 'hidden' });
  return secret;
}

const keys = new WeakMap<Walk, string>();

/**
 * Returns how a program calls the API. Only successes are expected. The steps share a key, which the first of them
 * creates in the portal: an account can have 10.
 */
export async function createCaller(so: Walk) {
  const key = keys.get(so) ?? (await createKey(so, 'program of the walk'));
  keys.set(so, key);
  return async (request: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await callApi(so.stage.server.url, key, request, body);
    assert.ok(answer.status < 300, `${request}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
}
