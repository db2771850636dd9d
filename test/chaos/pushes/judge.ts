import type pg from 'pg';
import type { PushCompany, Stage } from './open-stage.ts';

/** The final state: Daybook's pushes compared with the platform's writes. */
export type Judgement = {
  operations: number;
  succeeded: number;
  pending: number;
  failed: number;
  timedOut: number;
  /** Daybook reports success, but it was not done. */
  missing: number;
  /** Done more than once. */
  doubled: number;
  /** Daybook reports no success, but it was done. */
  ghosts: number;
  /** No client requested it. */
  strangers: number;
  outOfOrder: number;
  /** Done, but not in the data set. */
  unreadable: number;
};

type Write = { position: number; type: string; operation: string; id: string; key?: string; client_ref?: string };
type Row = { push_id: string; company_id: string; status: string; data_type: string; record_id: string | null };

type Judged = Pick<Stage, 'companies' | 'control' | 'account'>;

export async function judge(stage: Judged, client: pg.Client): Promise<Judgement> {
  const { rows } = await client.query<Row>('select * from push order by connection_id, number');
  const found: Judgement = {
    operations: rows.length,
    succeeded: 0,
    pending: 0,
    failed: 0,
    timedOut: 0,
    missing: 0,
    doubled: 0,
    ghosts: 0,
    strangers: 0,
    outOfOrder: 0,
    unreadable: 0,
  };
  for (const company of stage.companies) {
    const own = rows.filter((row) => row.company_id === company.companyId);
    await judgeCompany(stage, company, own, found);
  }
  return found;
}

async function judgeCompany(stage: Judged, company: PushCompany, own: Row[], found: Judgement): Promise<void> {
  const writes = (await stage.control.send('GET', `/companies/${company.name}/writes`)) as Write[];
  const byReference = Map.groupBy(writes, (write) => write.key ?? write.client_ref ?? '');
  let last = -1;
  for (const row of own) {
    const done = byReference.get(row.push_id) ?? [];
    byReference.delete(row.push_id);
    if (done.length > 1) found.doubled++;
    if (row.status === 'Success') {
      found.succeeded++;
      const [write] = done;
      if (!write || write.id !== row.record_id) found.missing++;
      else {
        if (write.position < last) found.outOfOrder++;
        last = write.position;
        const { status } = await stage.account.send(
          `GET ${company.path}/data/${row.data_type}/${encodeURIComponent(write.id)}`,
        );
        if (status !== 200) found.unreadable++;
      }
    } else if (row.status === 'Pending') found.pending++;
    else {
      if (row.status === 'Failed') found.failed++;
      else found.timedOut++;
      if (done.length > 0) found.ghosts++;
    }
  }
  found.strangers += byReference.size;
}
