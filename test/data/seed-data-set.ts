import { randomUUID } from 'node:crypto';
import { findDataType } from '@daybook/connector-kit';
import { publishGeneration } from '../../src/data/write/publish-generation.ts';
import { type Counts, writePage } from '../../src/data/write/write-page.ts';
import type { Db } from '../../src/db/db.ts';
import type { TestAccount } from '../harness.ts';
import { type Seeded, seedDataSet } from './seed-publication.ts';

/** Records written as a sync writes them, including the typed columns, but without a platform. */
export type RecordToPublish = { id: string; record?: object; source?: string; isDeleted?: boolean };

/** What syncs that failed have written into the next generation of a data set. */
const unpublished = new WeakMap<Seeded, Counts>();

/**
 * Writes the records into the next generation and publishes it, as a sync does. `to.generation` stays the same if
 * nothing has changed.
 */
export async function publishRecords(
  db: Db,
  to: Seeded,
  records: readonly RecordToPublish[],
  { at = new Date(), isPublished = true }: { at?: Date; isPublished?: boolean } = {},
): Promise<void> {
  const dataType = findDataType(to.dataType);
  if (!dataType) throw new Error(`${to.dataType} is not a data type.`);
  const generation = to.generation + 1;
  const before = unpublished.get(to);
  const done = await db.transaction(to.accountId, async (tx) => {
    const target = { companyId: to.companyId, dataSetId: to.dataSetId, generation, dataType };
    const written = await writePage(tx, target, {
      records: records.map(({ id, record, source, isDeleted }) => ({
        id,
        ...(record && { record: () => record }),
        ...(source !== undefined && { source }),
        ...(isDeleted && { isDeleted }),
      })),
      mapping: '1',
      modified: at.toISOString(),
      isProven: true,
      seenAs: undefined,
    });
    const counts = sumOf(written, before);
    if (!isPublished) return { counts, isNew: false };
    const sync = { syncId: randomUUID(), cursor: null, isFull: true, isFetched: true, mapping: '1', at };
    const { isNew } = await publishGeneration(tx, { ...target, connectionId: to.connectionId, ...counts, ...sync });
    return { counts, isNew };
  });
  if (isPublished) unpublished.delete(to);
  else unpublished.set(to, done.counts);
  if (done.isNew) to.generation = generation;
}

function sumOf(written: Counts, before: Counts | undefined): Counts {
  if (!before) return written;
  const names = Object.keys(written) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, written[name] + before[name]])) as Counts;
}

/** An invoice with all required fields; pass numbers of more than 15 digits as `JSON.rawJSON`. */
export function anInvoice(fields: object = {}): object {
  return {
    issueDate: '2026-01-15T00:00:00Z',
    totalAmount: 100,
    amountDue: 0,
    status: 'Paid',
    currency: 'EUR',
    ...fields,
  };
}

export const numberedId = (n: number) => `inv-${String(n).padStart(4, '0')}`;

/** `count` invoices in ascending order of their ids; every third is a draft. */
export function someInvoices(count: number, fields: (n: number) => object = () => ({})): RecordToPublish[] {
  return Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    const status = n % 3 === 0 ? 'Draft' : 'Paid';
    return { id: numberedId(n), record: anInvoice({ invoiceNumber: `N${n}`, totalAmount: n, status, ...fields(n) }) };
  });
}

/** A company with a data set of the given records, published once. */
export async function companyWith(
  db: Db,
  account: TestAccount,
  records: readonly RecordToPublish[],
  options: { dataType?: string; at?: Date } = {},
): Promise<Seeded & { path: string }> {
  const { body } = await account.send('POST /companies', { body: { name: 'books' } });
  const place = { accountId: account.accountId, companyId: body.companyId };
  const dataSet = await seedDataSet(db, { ...place, ...(options.dataType && { dataType: options.dataType }) });
  await publishRecords(db, dataSet, records, options.at ? { at: options.at } : {});
  return Object.assign(dataSet, { path: `/companies/${body.companyId}/data/${dataSet.dataType}` });
}
