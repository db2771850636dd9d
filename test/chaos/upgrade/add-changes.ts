import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Schema changes of the test, which exist only in the folder of the newer release: in each cycle a new column for every
 * table, a new table, an index that is built concurrently, a column that is dropped again and was never used, and a new
 * function (so that all functions are applied again). The older release knows none of them. Returns the number of files.
 */
export async function addChanges(folder: string, cycle: number): Promise<number> {
  const changes = join(folder, 'schema/changes');
  await mkdir(changes, { recursive: true });
  const tables = await readTables(join(folder, 'schema'));
  const files = [
    ...tables.map(
      (table) => `-- additive: yes\nalter table ${table} add column added_${cycle} text default 'of cycle ${cycle}';\n`,
    ),
    `-- additive: yes
create table added_${cycle} (account_id uuid not null, added_id uuid not null, note text, primary key (account_id, added_id));
call protect_tenant_table('added_${cycle}');\n`,
    `-- additive: yes\n-- concurrently: yes
create index concurrently if not exists company_added_${cycle} on company (account_id, added_${cycle});\n`,
    `-- additive: yes\nalter table company add column brief_${cycle} text;\n`,
    `-- additive: no\n-- unused since: 0000\nalter table company drop column brief_${cycle};\n`,
  ];
  for (const [at, sql] of files.entries()) {
    // Numbers that no change of a release has.
    const number = 9000 + cycle * 250 + at;
    await writeFile(join(changes, `${number}-added-${at}.sql`), sql);
  }
  await appendFile(
    join(folder, 'schema/functions/added.sql'),
    `create or replace function added_${cycle}() returns int language sql as 'select ${cycle}';\n`,
  );
  return files.length;
}

/** The tables that the schema files create and do not drop again, except partitions, which get the columns of their table. */
async function readTables(schema: string): Promise<string[]> {
  const tables = new Set<string>();
  for (const folder of ['tables', 'changes']) {
    for (const name of (await readdir(join(schema, folder))).filter((one) => /^(?!9)\d+-.*\.sql$/.test(one)).sort()) {
      const sql = await readFile(join(schema, folder, name), 'utf8');
      for (const [, table = '', rest = ''] of sql.matchAll(/^create table (\w+) ?(.*)$/gm))
        if (!rest.startsWith('partition of')) tables.add(table);
      for (const [, table = ''] of sql.matchAll(/^drop table (\w+);$/gm)) tables.delete(table);
    }
  }
  return [...tables];
}
