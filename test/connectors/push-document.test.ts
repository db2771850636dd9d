import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Connector } from '@daybook/connector-kit';
import { Compile } from 'typebox/compile';
import { currentPushDocument } from '../../dev/write-undo-table.ts';
import { leaveOutUntaken } from '../../src/connectors/known-fields.ts';
import { loadConnectors } from '../../src/connectors/load-connectors.ts';
import { wholeOf } from '../../src/push/check-record.ts';

const written = readFileSync(new URL('../../docs/push.md', import.meta.url), 'utf8');

test('P-GROUP: docs/push.md says how each platform undoes a step, as its connector does', async () => {
  assert.ok(written === (await currentPushDocument()), 'docs/push.md is stale: run "npm run platforms"');
});

type Step = { key: string; dataType: string; record: Record<string, unknown> };

/** The steps of the example, with the same id in place of every variable and of the first step's record. */
function exampleSteps(): [Step, Step] {
  const [, body = ''] = /pushGroups\?dryRun=true"[^{]*'(\{.*?\}\]\})'\n/s.exec(written) ?? [];
  return JSON.parse(body.replace(/'\$\w+'/g, '1').replaceAll('{"fromStep": "customer"}', '"1"')).steps;
}

test('P-GROUP: the example of a push group in docs/push.md works where the text says', async () => {
  const connectors = (await loadConnectors([])).map(({ sample }) => sample);
  const [customer, invoice] = exampleSteps();
  const [line] = invoice.record.lineItems as [object];
  const isAccepted = ({ push = {} }: Connector, { dataType, record }: Step) => {
    const taken = push[dataType]?.operations.create;
    const left = taken && leaveOutUntaken(record, { taken, whole: wholeOf(dataType) }).record;
    return taken !== undefined && Compile(taken).Check(left);
  };
  const worksAt = (more: object) =>
    connectors
      .filter((one) => isAccepted(one, { ...invoice, record: { ...invoice.record, ...more } }))
      .filter((one) => isAccepted(one, customer) && one.push?.customers?.undo?.(customer.record) !== undefined)
      .map(({ platform }) => platform.key);
  assert.deepEqual(worksAt({}), ['odoo', 'sandbox', 'tryton', 'xero']);
  const { accountRef: _, ...rest } = line as { accountRef: object };
  assert.ok(worksAt({ lineItems: [{ ...rest, itemRef: { id: '1' } }] }).includes('quickbooks'));
  assert.ok(worksAt({ dueDate: '2026-12-15T00:00:00Z', currency: 'EUR' }).includes('stripe'));
});
