import type pg from 'pg';

/**
 * Describes one object of a schema as comparable text, with the statement that creates the object. There are no entries
 * for partitions, because they are created and dropped every day.
 */
export type Entry = { kind: Kind; name: string; definition: string; repair: string | null };

/** All kinds of objects, in the order in which they can be created. */
export const kinds = [
  'table',
  'column',
  'sequence',
  'function',
  'view',
  'constraint',
  'index',
  'row-level security',
  'policy',
  'trigger',
  'grant',
] as const;
export type Kind = (typeof kinds)[number];

const tables = `select c.oid, c.relname from pg_class c
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

const views = `select c.oid, c.relname from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'v'`;

const parts = [
  `select 'table' as kind, relname as name, '' as definition, null as repair from tables`,
  `select 'column', t.relname || '.' || a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case a.attgenerated when 's' then 'generated' end, pg_get_expr(d.adbin, d.adrelid)), null
   from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum`,
  `select 'sequence', c.relname, '', null from pg_class c where c.relnamespace = $1::regnamespace and c.relkind = 'S'`,
  `select 'function', p.oid::regprocedure::text, pg_get_functiondef(p.oid), pg_get_functiondef(p.oid)
   from pg_proc p where p.pronamespace = $1::regnamespace and p.prokind in ('f', 'p')
     and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')`,
  `select 'view', v.relname, d.definition, d.definition from views v join pg_class c on c.oid = v.oid,
   lateral (select format('create or replace view %I%s as %s', v.relname,
     ' with (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(v.oid)) as definition) d`,
  `select 'constraint', t.relname || '.' || c.conname, pg_get_constraintdef(c.oid),
    format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid))
   from tables t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c', 'x')`,
  // Indexes that belong to a constraint are compared as part of that constraint.
  `select 'index', i.relname, pg_get_indexdef(x.indexrelid) || case when x.indisvalid then '' else ' INVALID' end,
    pg_get_indexdef(x.indexrelid)
   from tables t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
   where not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))`,
  `select 'row-level security', t.relname, '', format('alter table %I enable row level security', t.relname)
   from tables t join pg_class c on c.oid = t.oid and c.relrowsecurity`,
  `select 'policy', t.relname || '.' || p.polname,
    concat_ws(' ', p.polcmd, p.polpermissive, r.roles, 'using', pg_get_expr(p.polqual, p.polrelid),
      'check', pg_get_expr(p.polwithcheck, p.polrelid)),
    concat_ws(' ', format('create policy %I on %I as %s for %s to %s', p.polname, t.relname,
        case when p.polpermissive then 'permissive' else 'restrictive' end,
        case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        r.roles),
      'using (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
   from tables t join pg_policy p on p.polrelid = t.oid,
   lateral (select string_agg(case when o = 0 then 'public' else quote_ident(pg_get_userbyid(o)) end, ', ' order by o) as roles
     from unnest(p.polroles) o) r`,
  `select 'trigger', t.relname || '.' || g.tgname, pg_get_triggerdef(g.oid), pg_get_triggerdef(g.oid)
   from (select * from tables union all select * from views) t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal`,
  // The owner's own rights are left out, because the owner differs between installations.
  `select 'grant', g.object || ' to ' || g.grantee, g.rights, format('grant %s on %s to %s', g.rights, g.object, g.grantee)
   from (
     select o.object, case when a.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end as grantee,
       string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as rights
     from (
       select format('%s %I', case when c.relkind = 'S' then 'sequence' else 'table' end, c.relname) as object,
         c.relowner as owner, coalesce(c.relacl, acldefault(case when c.relkind = 'S' then 's' else 'r' end::"char", c.relowner)) as acl
       from pg_class c where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and not c.relispartition
       union all
       select format('%s %s', case when p.prokind = 'p' then 'procedure' else 'function' end, p.oid::regprocedure),
         p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
       from pg_proc p where p.pronamespace = $1::regnamespace and p.prokind in ('f', 'p')
     ) o, aclexplode(o.acl) a
     where a.grantee <> o.owner group by 1, 2
   ) g`,
];

export async function readCatalogue(client: pg.Client, schema: string): Promise<Entry[]> {
  // With this search path, PostgreSQL prints the names in this schema without a prefix, so that both catalogues are
  // comparable.
  await client.query(`set local search_path = ${schema}, pg_catalog`);
  const { rows } = await client.query<Entry>(
    `with tables as (${tables}), views as (${views}) ${parts.join('\nunion all\n')}`,
    [schema],
  );
  const plain = (text: string) => text.replaceAll(`${schema}.`, '');
  return rows.map(({ kind, name, definition, repair }) => ({
    kind,
    name: plain(name),
    // Functions used by indexes name their schema explicitly, because a restore runs them without a search_path.
    definition: plain(definition).replaceAll('public.', ''),
    repair: repair && plain(repair),
  }));
}
