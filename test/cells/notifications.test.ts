import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { registryOf } from '../../src/connectors/registry.ts';
import { oauthPlatform } from '../connections/oauth-platform.ts';
import { startMailServer } from '../people/mail-server.ts';
import { ownOrigin } from '../people/people.ts';
import { waitFor } from '../wait-for.ts';
import { member, useTwoCells } from './two-cells.ts';

/** What reaches one cell and concerns all: notifications for the operator's application, requests to reset a password. */
const notificationKey = 'ring-key';
const platform = {
  ...oauthPlatform('http://127.0.0.1:1'),
  notifications: {
    signatureHeader: 'x-xero-signature',
    read: (body: unknown) => [{ tenant: (body as { tenant: string }).tenant, dataTypes: ['info'] }],
  },
};
const mail = await startMailServer();
const application = { clientId: 'daybook', clientSecret: 'secret', notificationKey };
const settings = {
  connectorSettings: { ledger: application },
  smtpUrl: mail.url,
  mailFrom: 'Daybook <daybook@example.com>',
};
const two = useTwoCells({ eu1: settings, eu2: settings, registry: registryOf([platform]) });

const notify = (key: string, tenant: string) => {
  const body = JSON.stringify({ tenant });
  const signature = createHmac('sha256', key).update(body).digest('base64');
  return two.eu1.send('POST /providers/ledger/notifications', {
    body,
    headers: { ...ownOrigin, 'x-xero-signature': signature, 'content-type': 'application/json' },
  });
};
const received = () =>
  [two.eu1, two.eu2].map(
    ({ logLines }) => logLines.filter(({ msg }) => msg === 'platform notification received').length,
  );

test("a notification for the operator's application reaches all cells, if its signature is right", async () => {
  assert.equal((await notify('another key', 'acme')).status, 401);
  assert.equal((await notify(notificationKey, 'acme')).status, 200);
  await waitFor(() => received().join() === '1,1');
});

test('a request to reset a password reaches the cell that knows the e-mail address', async () => {
  const { email } = await member(two.eu2, { email: 'forgotten@example.com' });
  const body = { email };
  assert.equal((await two.eu1.send('POST /session/password-reset', { body, headers: ownOrigin })).status, 202);
  await waitFor(() => mail.mails.some(({ to }) => to === email));
  const { text = '' } = mail.mails.find(({ to }) => to === email) ?? {};
  const [, token] = /portal\/invitations\/(eu2\.[\w-]{43})/.exec(text) ?? assert.fail(text);
  assert.equal((await two.eu2.send(`GET /invitations/${token}`)).body.email, email);
});

test.after(() => mail.stop());
