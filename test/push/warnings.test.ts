import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { useApp } from '../harness.ts';
import { linkPushing, type PushBody, pushPath } from './pushing-company.ts';
import { newInvoice } from './records.ts';

/** Warnings about values that a platform ignored, rounded, replaced or changed. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

const wait = { prefer: 'wait=20' };
const brief = ({ validation }: PushBody) =>
  validation?.warnings.map((one: { itemId: string; validatorName: string }) => [one.itemId, one.validatorName]);
const requireLinks = ({ validation }: PushBody) => {
  for (const { message } of [...validation.errors, ...validation.warnings])
    assert.ok(message.includes(` See ${app.ctx.config.docsUrl}/errors#`), message);
};

test('A-9: a field that the platform does not accept is not sent, and the push and its dry run warn about it', async () => {
  const company = await linkPushing(await app.account(), 'ignored-100');
  const plain = newInvoice(company.references);
  const record = {
    ...plain,
    totalAmount: 1,
    customerRef: { ...plain.customerRef, companyName: 'Somebody' },
    lineItems: plain.lineItems.map((line) => ({ ...line, subTotal: 3 })),
  };
  const ignored = [
    ['customerRef.companyName', 'ignoredFieldValidator'],
    ['lineItems.0.subTotal', 'ignoredFieldValidator'],
    ['totalAmount', 'ignoredFieldValidator'],
  ];
  const to = `POST ${pushPath(company, 'invoices')}`;
  const dry = await company.account.send(`${to}?dryRun=true`, { body: record });
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(brief(dry.body).sort(), ignored);
  requireLinks(dry.body);
  assert.doesNotMatch(dry.body.request.body, /Somebody/);
  const made = await company.push('invoices', record, { headers: wait });
  assert.equal(made.status, 'Success', JSON.stringify(made));
  assert.deepEqual([brief(made).sort(), made.validation.errors], [ignored, []]);
  requireLinks(made);
  assert.deepEqual((await company.readPush(made.pushId)).sent, record, 'shown as the client sent it');
  const listed = (await company.account.send(`GET ${company.path}/push`)).body.results[0];
  assert.deepEqual(brief(listed).sort(), ignored);

  const unknown = await company.account.send(to, { body: { ...plain, colour: 'red' } });
  assert.deepEqual([unknown.status, unknown.body.validation.errors[0].itemId], [400, 'colour']);
  const quiet = await company.push('invoices', plain, { headers: wait });
  assert.equal(quiet.validation, undefined, 'no warnings');
});

test('A-9: values that the platform rounds, replaces, changes or drops are warnings of the successful push', async () => {
  const company = await linkPushing(await app.account(), 'adjusted-100');
  const { references } = company;
  const plain = newInvoice(references);
  const [line] = plain.lineItems;
  const accounts = (await company.account.send(`GET ${company.path}/data/accounts?query=status=Active`)).body.results;
  const other = accounts.find(({ id }: { id: string }) => id !== references.account).id;
  await control.fault({
    match: { company: 'adjusted-100', method: 'POST', path: '/v1/' },
    fault: {
      kind: 'adjust',
      replace: [
        ['12.3456', '12.35'],
        [`"account":${JSON.stringify(references.account)}`, `"account":${JSON.stringify(other)}`],
        ['"text":"Line 1"', '"text":"Line"'],
        ['"memo":"Invoice 1"', '"memo":null'],
      ],
    },
    times: 1,
  });
  const made = await company.push(
    'invoices',
    { ...plain, lineItems: [{ ...line, unitAmount: 12.3456 }] },
    { headers: wait },
  );
  assert.equal(made.status, 'Success', JSON.stringify(made));
  assert.deepEqual(brief(made).sort(), [
    ['lineItems.0.accountRef.id', 'replacedReferenceValidator'],
    ['lineItems.0.description', 'changedValueValidator'],
    ['lineItems.0.unitAmount', 'roundedValueValidator'],
    ['note', 'ignoredFieldValidator'],
  ]);
  requireLinks(made);
  const rounded = made.validation.warnings.find((one: PushBody) => one.itemId === 'lineItems.0.unitAmount');
  assert.match(rounded.message, /stored 12\.35 instead of 12\.3456/);
});

test('A-9 R-BODY-13: a failed push has errors and warnings, and every message has a link', async () => {
  const company = await linkPushing(await app.account(), 'failed-100');
  const record = { ...newInvoice(company.references), customerRef: { id: 'nobody' }, totalAmount: 1 };
  const refused = await company.push('invoices', record, { headers: wait });
  assert.equal(refused.status, 'Failed');
  assert.ok(refused.validation.errors.some(({ itemId }: { itemId: string }) => itemId === 'customerRef.id'));
  assert.deepEqual(brief(refused), [['totalAmount', 'ignoredFieldValidator']]);
  requireLinks(refused);
  await control.fault({
    match: { company: 'failed-100', method: 'POST', path: '/v1/' },
    fault: { kind: 'status', status: 403 },
    times: 1,
  });
  const denied = await company.push('invoices', newInvoice(company.references), { headers: wait });
  assert.deepEqual(
    [denied.status, denied.validation.errors.length, denied.validation.warnings],
    ['Failed', 1, []],
    JSON.stringify(denied),
  );
  requireLinks(denied);
});
