import { hash } from 'node:crypto';
import { type MirrorColumn, type MirrorTable, type MirrorView, ownColumns } from './mirror-tables.ts';
import type { Target } from './open-target.ts';
import { ensureState, markForLoading } from './store.ts';

type Ctx = { target: Target; print: (text: string) => void };

/**
 * Creates what is missing and changes what differs: tables, columns and views. Columns are computed from `record` by
 * PostgreSQL, so a new column is filled at once. Columns that the mirror does not know are left alone.
 */
export async function ensureTables(ctx: Ctx, tables: readonly MirrorTable[]): Promise<void> {
  await ensureState(ctx.target);
  await ctx.target.query(timeFunction(ctx.target));
  for (const table of tables) {
    await ensureTable(ctx, table);
    for (const view of table.views) await ensureView(ctx, table, view);
  }
}

/** Texts to times. A text that is not a time becomes null instead of an error. The time zone is fixed to UTC. */
const timeFunction = ({ schema }: Target) => `create or replace function ${schema}.mirror_time(text)
  returns timestamptz language plpgsql immutable strict parallel safe set timezone = 'UTC' as $$
  begin return $1::timestamptz; exception when data_exception then return null; end $$`;

type Found = { name: string; type: string; generated: string; comment: string | null };

async function ensureTable({ target, print }: Ctx, table: MirrorTable): Promise<void> {
  const at = target.in(table.name);
  await target.transaction(async () => {
    let found = await readColumns(target, table.name);
    if (found.length > 0 && !hasOwnColumns(found)) {
      print(`The table ${table.name} lacks columns that the mirror needs. It is created again.`);
      for (const view of table.views) await target.query(`drop view if exists ${target.in(view.name)}`);
      await target.query(`drop table ${at}`);
      found = [];
    }
    if (found.length === 0) {
      await target.query(`create table ${at} (company_id uuid not null, connection_id uuid not null, id text not null,
        generation integer not null, record jsonb not null, mirrored_at timestamptz not null default now(),
        primary key (company_id, connection_id, id))`);
      await markForLoading(target, { dataType: table.dataType });
    }
    const changes = changesOf(found, table.columns, target);
    if (changes.length === 0) return;
    await target.query(`alter table ${at} ${changes.map((change) => change.sql).join(', ')}`);
    for (const { column, mark } of changes)
      if (mark) await target.query(`comment on column ${at}."${column}" is '${mark}'`);
    if (found.length > 0) print(`${table.name}: ${changes.map((change) => change.text).join(', ')}`);
  });
}

const hasOwnColumns = (found: readonly Found[]) =>
  Object.entries(ownColumns).every(([name, type]) => found.some((one) => one.name === name && one.type === type));

type ColumnChange = { column: string; sql: string; text: string; mark?: string };

/** A column whose expression has changed is dropped and added again, which fills it. */
function changesOf(found: readonly Found[], columns: readonly MirrorColumn[], { schema }: Target): ColumnChange[] {
  return columns.flatMap((column) => {
    const expression = column.expression.replaceAll('%s', schema);
    const mark = markOf(`${column.type} ${expression}`);
    const before = found.find((one) => one.name === column.name);
    if (before?.comment === mark && before.generated === 's') return [];
    const add = {
      column: column.name,
      sql: `add column "${column.name}" ${column.type} generated always as (${expression}) stored`,
      text: `column ${column.name} added`,
      mark,
    };
    const drop = { column: column.name, sql: `drop column "${column.name}"`, text: `column ${column.name} replaced` };
    return before ? [drop, add] : [add];
  });
}

/** Stands in a comment: PostgreSQL shows an expression in another form than the one it was given. */
const markOf = (text: string) => `daybook ${hash('sha256', text, 'hex').slice(0, 16)}`;

function readColumns(target: Target, table: string): Promise<Found[]> {
  return target.query<Found>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attgenerated as generated,
        col_description(a.attrelid, a.attnum) as comment
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    [target.schemaName, table],
  );
}

/** A view shows each element of a list as a row. It stores nothing. */
async function ensureView({ target, print }: Ctx, table: MirrorTable, view: MirrorView): Promise<void> {
  const at = target.in(view.name);
  const list = `t.record #> '{${view.path.join(',')}}'`;
  const columns = view.columns.map(
    ({ name, type, expression }) => `(${expression.replaceAll('%s', target.schema)})::${type} as "${name}"`,
  );
  const own = ['t.company_id', 't.connection_id', 't.id as record_id', 'e.position'];
  const definition = `select ${[...own, ...columns].join(', ')} from ${target.in(table.name)} t
    cross join lateral jsonb_array_elements(case when jsonb_typeof(${list}) = 'array' then ${list} else '[]' end)
      with ordinality as e (value, position)`;
  const mark = markOf(definition);
  const [found] = await target.query<{ comment: string | null }>(
    `select obj_description(c.oid, 'pg_class') as comment from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2`,
    [target.schemaName, view.name],
  );
  if (found?.comment === mark) return;
  await target.transaction(async () => {
    await target.query(`drop view if exists ${at}`);
    await target.query(`create view ${at} as ${definition}`);
    await target.query(`comment on view ${at} is '${mark}'`);
  });
  if (found) print(`The view ${view.name} was created again.`);
}
