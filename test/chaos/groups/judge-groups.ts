import type pg from 'pg';
import type { Stage } from '../pushes/open-stage.ts';
import { type Kind, kindOf } from './kinds.ts';

/** The final state: Daybook's groups compared with the platform's writes. */
export type Judgement = {
  groups: number;
  succeeded: number;
  undone: number;
  /** Steps by how they were undone. */
  'undone.void': number;
  'undone.delete': number;
  'undone.archive': number;
  stopped: number;
  /** Groups that have not ended. */
  unfinished: number;
  /** Steps of all groups without a final outcome. */
  withoutOutcome: number;
  /** Groups that ended in another way than they had to. */
  wrongEnd: number;
  /** Steps or undos that the platform has carried out more than once. */
  doubled: number;
  /** Reported as done, but the platform has not done it. */
  missing: number;
  /** Reported as not done, but the platform has done it. */
  ghosts: number;
  /** Writes that belong to no push. */
  strangers: number;
  outOfOrder: number;
  /** Invoices and payments that refer to a record of another group. */
  wrongReferences: number;
  /** Groups with no event of their end, or with more than one. */
  wrongEvents: number;
};

type Undo = 'void' | 'delete' | 'archive';
type Step = {
  position: number;
  outcome: string;
  undo: Undo | null;
  record_id: string | null;
  push_id: string | null;
  undo_push_id: string | null;
};
type Group = { group_id: string; company_id: string; status: string; steps: Step[]; events: number };
type Write = { position: number; operation: string; id: string; key?: string };

/** `made` maps the ids of the groups to the numbers with which they were made. */
export async function judgeGroups(
  stage: Pick<Stage, 'companies' | 'control'>,
  client: pg.Client,
  made: ReadonlyMap<string, number>,
): Promise<Judgement> {
  const { rows } = await client.query<Group>(`select g.group_id, g.company_id, g.status,
      (select json_agg(s order by s.position) from push_group_step s where s.group_id = g.group_id) as steps,
      (select count(*)::int from message m where m.event_type = 'pushGroup.ended'
        and position(g.group_id::text in m.body) > 0) as events
    from push_group g`);
  const found: Judgement = {
    groups: rows.length,
    ...{ succeeded: 0, undone: 0, stopped: 0, unfinished: 0, withoutOutcome: 0, wrongEnd: 0, doubled: 0, missing: 0 },
    ...{ 'undone.void': 0, 'undone.delete': 0, 'undone.archive': 0 },
    ...{ ghosts: 0, strangers: 0, outOfOrder: 0, wrongReferences: 0, wrongEvents: 0 },
  };
  for (const company of stage.companies) {
    const writes = (await stage.control.send('GET', `/companies/${company.name}/writes`)) as Write[];
    const byPush = Map.groupBy(writes, ({ key }) => key ?? '');
    for (const group of rows.filter(({ company_id }) => company_id === company.companyId)) {
      judgeEnd(group, kindOf(made.get(group.group_id) ?? 0), found);
      judgeWrites(group, byPush, found);
    }
    found.strangers += byPush.size;
  }
  found.wrongReferences = await countWrongReferences(client);
  return found;
}

function judgeEnd(group: Group, kind: Kind, found: Judgement): void {
  if (group.status === 'Succeeded') found.succeeded++;
  if (group.status === 'Undone') found.undone++;
  if (group.status === 'Failed') found.stopped++;
  if (group.status === 'Running' || group.status === 'Undoing') found.unfinished++;
  const outcomes = group.steps.map(({ outcome }) => outcome);
  const isFinal = (outcome: string) => ['succeeded', 'failed', 'undone', 'notStarted'].includes(outcome);
  found.withoutOutcome += outcomes.filter((outcome) => !isFinal(outcome)).length;
  const undos = group.steps.map(({ undo }) => undo ?? undefined).slice(0, 2);
  const isAsPlanned = group.status === kind.status && outcomes.join() === kind.outcomes.join();
  if (!isAsPlanned || undos.join() !== kind.undos.join()) found.wrongEnd++;
  if (group.events !== 1) found.wrongEvents++;
}

function judgeWrites(group: Group, byPush: Map<string, Write[]>, found: Judgement): void {
  const take = (pushId: string | null): Write[] => {
    const own = byPush.get(pushId ?? '-') ?? [];
    byPush.delete(pushId ?? '-');
    if (own.length > 1) found.doubled++;
    return own;
  };
  const positions: number[] = [];
  const undone: number[] = [];
  for (const step of group.steps) {
    const [done] = take(step.push_id);
    const [undo] = take(step.undo_push_id);
    const isDone = step.outcome === 'succeeded' || step.outcome === 'undone';
    if (isDone && done?.id !== step.record_id) found.missing++;
    if (!isDone && done) found.ghosts++;
    if (step.outcome === 'undone') {
      if (undo && undo.operation === step.undo && undo.id === step.record_id) found[`undone.${step.undo}`]++;
      else found.missing++;
    }
    if (step.outcome !== 'undone' && undo) found.ghosts++;
    if (done) positions.push(done.position);
    if (undo) undone.push(undo.position);
  }
  const order = [...positions, ...undone.toReversed()];
  if (order.some((position, n) => position < (order[n - 1] ?? -1))) found.outOfOrder++;
}

/** The records that were sent must name the records of the same group. */
async function countWrongReferences(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n
    from push_group_step s
      join push p on p.push_id = s.push_id
      join push_group_step c on c.group_id = s.group_id and c.position = 0
      join push_group_step i on i.group_id = s.group_id and i.position = 1
    where s.position > 0 and (p.record::json #>> '{customerRef,id}' is distinct from c.record_id
      or s.position = 2 and p.record::json #>> '{lines,0,links,0,id}' is distinct from i.record_id)`);
  return rows[0]?.n ?? -1;
}
