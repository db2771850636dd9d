import { sql } from 'kysely';
import { inDataSet, visibleAt } from '../data/read/record-list.ts';
import type { Db } from '../db/db.ts';
import type { HitRow } from './seeker.ts';

/** The field by which people know a record of each data type. */
const titleFields = {
  invoices: 'invoiceNumber',
  creditNotes: 'creditNoteNumber',
  salesOrders: 'salesOrderNumber',
  bills: 'reference',
  billCreditNotes: 'billCreditNoteNumber',
  purchaseOrders: 'purchaseOrderNumber',
  payments: 'reference',
  journalEntries: 'reference',
  customers: 'customerName',
  suppliers: 'supplierName',
} as const;

/**
 * The newest records of each data type that are compared with the text. Numbers have no index: another index of records
 * would slow down every sync. So the search of a company with millions of records stays as fast as that of a small one.
 */
const recordsRead = 2000;

type Wanted = { accountId: string; companyId: string; text: string; limit: number };

/** Finds records of a company: by id in every data set, and by number or name among the newest records. */
export async function findRecords(
  { db }: { db: Db },
  { accountId, companyId, text, limit }: Wanted,
): Promise<HitRow[]> {
  const dataSets = sql`data_set d where d.account_id = ${accountId}::uuid and d.company_id = ${companyId}::uuid
    and d.published_generation > 0`;
  const ofSet = inDataSet({ accountId, companyId }, sql<number>`d.data_set_id`);
  const visible = visibleAt(sql<number>`d.published_generation`);
  const byTitle = Object.entries(titleFields).map(
    ([dataType, field]) => sql`select r.record_id, r.payload ->> ${field}::text as title, d.data_type, r.status, r.date1
      from (select d.data_set_id, d.data_type, d.published_generation from ${dataSets} and d.data_type = ${dataType}) d
      cross join lateral (select r.record_id, r.payload, r.status, r.date1 from record r where ${ofSet} and ${visible}
        order by r.date1 desc, r.record_id desc limit ${recordsRead}) r
      where strpos(fold_text(r.payload ->> ${field}::text), fold_text(${text})) > 0`,
  );
  const byId = sql`select r.record_id, coalesce(${sql.join(
    [...new Set(Object.values(titleFields))].map((field) => sql`r.payload ->> ${field}::text`),
  )}, r.record_id) as title, d.data_type, r.status, r.date1
    from (select d.data_set_id, d.data_type, d.published_generation from ${dataSets}) d
    cross join lateral (select * from record r where ${ofSet} and r.record_id = ${text} and ${visible}
      order by r.record_id, r.gen_from limit 1) r`;
  return db.read<HitRow>(
    accountId,
    sql`select 'record' as kind, f.record_id as id, f.title, ${companyId} as "companyId", c.name as "companyName",
        f.data_type as "dataType", f.status, nullif(f.date1, '-infinity') as at
      from (${sql.join([...byTitle, byId], sql` union `)}) f
      join company c on c.account_id = ${accountId}::uuid and c.company_id = ${companyId}::uuid and c.deleted_at is null
      order by fold_text(f.title) <> fold_text(${text}), f.date1 desc, f.title, f.record_id limit ${limit}`,
  );
}
