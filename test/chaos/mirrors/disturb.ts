import { setTimeout as sleep } from 'node:timers/promises';
import { pushPath } from '../../push/pushing-company.ts';
import { findReferences, newInvoice, type References } from '../../push/records.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { mirrored, type Stage, schema } from './open-stage.ts';

type Books = SyncedCompany & { name: string; references?: References };

/** What goes on at the server while the mirror is killed: syncs, pushes, new and deleted companies, restarts. */
export type Traffic = { counts: Record<string, number>; stop(): Promise<void> };

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;

export async function startTraffic(stage: Stage, { companies, records }: { companies: number; records: number }) {
  const { account, control } = stage;
  const books: Books[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  let made = 0;
  async function addCompany(): Promise<void> {
    const name = `mirror${made++}-${records}`;
    const company = await linkCompany(account, name);
    for (const dataType of [...mirrored, 'accounts', 'taxRates', 'suppliers']) await company.sync(dataType);
    const references = await findReferences(account, company).catch(() => undefined);
    books.push({ ...company, name, ...(references && { references }) });
    count('companies');
  }
  for (let n = 0; n < companies; n++) await addCompany();

  const steps: [weight: number, step: () => Promise<unknown>][] = [
    [
      10,
      async () => {
        const { name, sync } = pick(books);
        const type = pick(mirrored);
        await control.change(name, { type, update: 3, create: 5, delete: 1 });
        const { status } = await sync(type, Math.random() < 0.2 ? '?full=true' : '');
        if (status === 'Complete') count('syncs');
      },
    ],
    [
      6,
      async () => {
        const { path, connectionId, references } = pick(books);
        if (!references) return;
        const body = newInvoice(references, Math.floor(Math.random() * 1e6));
        const answer = await account.send(`POST ${pushPath({ path, connectionId }, 'invoices')}`, {
          body,
          headers: { prefer: 'wait=5' },
        });
        if (answer.body.status === 'Success') count('pushes');
      },
    ],
    [1, addCompany],
    [
      1,
      async () => {
        if (books.length <= companies / 2) return;
        const [company] = books.splice(Math.floor(Math.random() * books.length), 1);
        if (Math.random() < 0.5) await account.send(`DELETE ${company?.path}`);
        else await account.send(`DELETE ${company?.path}/connections/${company?.connectionId}`);
        count('deletions');
      },
    ],
    [
      1,
      async () => {
        await stage.restartApi();
        count('restarts');
      },
    ],
  ];
  const weights = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
  let isEnding = false;
  const go = async () => {
    while (!isEnding) {
      // A request that failed because the API was restarted is left out.
      await pick(weights)().catch(() => count('failedSteps'));
      await sleep(50);
    }
  };
  const running = [go(), go()];
  return {
    counts,
    async stop() {
      isEnding = true;
      await Promise.all(running);
    },
  } satisfies Traffic;
}

/** Changes of the mirrored tables, as a person or an older version of the program could have made them. */
const schemaDamages = [
  'alter table @.invoices drop column if exists total_amount',
  'alter table @.invoices drop column if exists status, drop column if exists issue_date',
  'alter table @.bills rename column supplier_ref_id to supplier',
  'alter table @.customers drop column if exists modified_date, add column modified_date text',
  'alter table @.bills add column if not exists own_note text',
  'drop view if exists @.invoices_line_items',
  'drop view if exists @.bills_line_items; create view @.bills_line_items as select 1 as one',
  'drop function if exists @.mirror_time cascade',
  'drop table if exists @.items cascade',
  'create index if not exists own_index on @.invoices (total_amount)',
];

/** Damages of rows happen in one table only, so that a repair of another one shows an error of the mirror. */
export const damagedType = 'customers';
const rowDamages = [
  `update @.customers set record = record || '{"customerName": "damaged"}' where ctid = any (array(select ctid from @.customers limit 1))`,
  'delete from @.customers where ctid = any (array(select ctid from @.customers limit 3))',
  'truncate @.customers',
];

/** Returns false if the damage was not possible, for example because a column is already gone. */
export async function damageMirror({ target }: Stage, kind: 'schema' | 'rows'): Promise<boolean> {
  const damage = pick(kind === 'schema' ? schemaDamages : rowDamages);
  try {
    await target.query("set lock_timeout = '2s'");
    for (const one of damage.split(';')) await target.query(one.replaceAll('@', `"${schema}"`));
    return true;
  } catch {
    return false;
  }
}
