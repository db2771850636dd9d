import type { MirrorTable } from './mirror-tables.ts';
import type { Target } from './open-target.ts';
import { addDataSet, moveCursor } from './store.ts';

/** One response of the change feed. `text` is the response as it came: PostgreSQL reads the records from it, exactly. */
export type FeedPage = { text: string; next: string; hasMore: boolean; changes: FeedChange[] };
export type FeedChange = { companyId: string; connectionId: string; dataType: string; generation: number };

const firstGeneration = 1;

export function readFeedPage(text: string): FeedPage {
  const { results, next, hasMore } = JSON.parse(text) as { results: FeedChange[]; next: string; hasMore: boolean };
  return { text, next, hasMore, changes: results };
}

/** Applies the changes of a page and moves the cursor past them, in one database transaction. */
export async function applyChanges(
  { target }: { target: Target },
  { page, cursor, tables }: { page: FeedPage; cursor: string; tables: ReadonlyMap<string, MirrorTable> },
  isChosen: (change: FeedChange) => boolean,
): Promise<void> {
  const changes = page.changes.filter(isChosen);
  if (changes.length === 0 && page.next === cursor) return;
  await target.transaction(async () => {
    await moveCursor(target, { from: cursor, to: page.next });
    for (const change of firstOfEach(changes))
      await addDataSet(target, change, { isFromStart: change.generation === firstGeneration });
    for (const [dataType, table] of tables) {
      const companies = [...new Set(changes.filter((one) => one.dataType === dataType).map((one) => one.companyId))];
      if (companies.length === 0) continue;
      await target.query(upsert(target, table.name), [page.text, dataType, companies]);
    }
    if (changes.length > 0) await target.query(noteGenerations(target), [page.text]);
  });
}

/** The first change of each data set. The feed is in the order of generations. */
function firstOfEach(changes: readonly FeedChange[]): FeedChange[] {
  const first = new Map<string, FeedChange>();
  for (const change of changes) {
    const key = `${change.companyId} ${change.connectionId} ${change.dataType}`;
    if (!first.has(key)) first.set(key, change);
  }
  return [...first.values()];
}

const feedRows = `jsonb_to_recordset($1::jsonb -> 'results') as c ("companyId" uuid, "connectionId" uuid,
    "dataType" text, id text, generation integer, record jsonb)`;

/** A change up to the loaded generation is already there, and a data set that waits to be loaded will have it then. */
const upsert = (target: Target, table: string) => `insert into ${target.in(table)} as t
    (company_id, connection_id, id, generation, record)
  select distinct on (c."companyId", c."connectionId", c.id) c."companyId", c."connectionId", c.id, c.generation, c.record
  from ${feedRows} join ${target.in('mirror_data_set')} d on d.company_id = c."companyId"
    and d.connection_id = c."connectionId" and d.data_type = c."dataType"
  where c."dataType" = $2 and c."companyId" = any ($3::uuid[]) and not d.needs_loading
    and c.generation > d.loaded_generation
  order by c."companyId", c."connectionId", c.id, c.generation desc
  on conflict (company_id, connection_id, id) do update
    set generation = excluded.generation, record = excluded.record, mirrored_at = now()`;

const noteGenerations = (target: Target) => `update ${target.in('mirror_data_set')} d set generation = n.generation
  from (select c."companyId", c."connectionId", c."dataType", max(c.generation) as generation from ${feedRows}
    group by 1, 2, 3) n
  where d.company_id = n."companyId" and d.connection_id = n."connectionId" and d.data_type = n."dataType"
    and not d.needs_loading and d.generation < n.generation`;
