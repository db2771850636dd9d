import assert from 'node:assert/strict';
import type { SettableClock } from '../../../src/base/clock.ts';
import type { Recorder } from '../recorder.ts';
import { type Books, settled } from './books.ts';

/** Records of a closed period are changed on the platform, which a snapshot of the closing shows. */
export async function recordRestatements(
  { record, call }: Recorder,
  { companyId }: Books,
  { change, clock }: { change: () => Promise<unknown>; clock: SettableClock },
): Promise<void> {
  const params = { companyId };
  const { snapshotId } = (await call('createSnapshot', { params, body: { name: 'October, closed' } })).body;
  await change();
  clock.advanceMs(1000);
  await call('requestData', { params: { ...params, dataType: 'invoices' } });
  await settled({ call }, companyId);
  const closed = { fromSnapshot: snapshotId, closedOn: '2026-11-15' };
  const { body } = await record('getRestatements', {
    params,
    query: closed,
    named: ({ _links: links }) => states(links.records.href),
  });
  assert.ok(body.changed + body.deleted > 0, 'the example shows nothing');
  await record('listRestatedRecords', {
    params,
    query: { ...closed, query: 'change=changed', pageSize: '1' },
    named: ({ _links: links }) => states(links.current.href),
  });
}

/** The data sets get their numbers in another order every time. */
function states(href: string): Record<string, string> {
  const given = /states=([^&]+)/.exec(href)?.[1] ?? assert.fail(href);
  return { [given]: 'invoices.1.1.1001' };
}
