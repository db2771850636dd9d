import { publishRecords, type RecordToPublish } from '../data/seed-data-set.ts';
import { type Seeded, seedDataSet } from '../data/seed-publication.ts';
import { readEvents } from '../events/read-events.ts';
import type { TestAccount, TestApp } from '../harness.ts';

export type Books = {
  account: TestAccount;
  companyId: string;
  set: Seeded;
  publish(records: RecordToPublish[]): Promise<void>;
};

/** A company with an empty data set. */
export async function someBooks(app: TestApp, account: TestAccount, dataType = 'invoices'): Promise<Books> {
  const { companyId } = (await account.send('POST /companies', { body: { name: 'books' } })).body;
  const set = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId, dataType });
  return {
    ...{ account, companyId, set },
    publish: (records) => publishRecords(app.ctx.db, set, records, { at: app.ctx.clock.now() }),
  };
}

export async function aConsumer(account: TestAccount, fields: object = {}): Promise<string> {
  const body = { name: 'ledger', url: 'https://hooks.client.example/daybook', ...fields };
  return (await account.send('POST /webhooks/consumers', { body })).body.consumerId;
}

export async function standingEvents(app: TestApp, accountId: string) {
  return (await readEvents(app, accountId, 'standingQuery.')).map(({ data }) => data);
}

/** What an event says of each record, such as `INV-7 entered`. */
export const said = (data: { records: { recordId: string; change: string }[] }) =>
  data.records.map(({ recordId, change }) => `${recordId} ${change}`);
