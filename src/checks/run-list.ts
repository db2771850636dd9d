import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import Type from 'typebox';
import { column, columns, shown } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedRows } from '../lists/page/pin.ts';
import type { List } from '../lists/page/read-page.ts';
import { time, uuid } from '../lists/wire.ts';
import { CheckResult, generationChecked } from './wire.ts';

const runColumns = columns({
  runId: column(sql`c.run_id`, uuid),
  connectionId: column(sql`c.connection_id`, uuid),
  dataType: column(sql`c.data_type`, Type.String(), { field: { choices: dataTypes.map(({ name }) => name) } }),
  generation: column(sql`c.generation`, Type.Integer({ minimum: 1, description: generationChecked })),
  syncId: column(sql`c.sync_id`, uuid),
  isHeld: column(
    sql`c.is_held`,
    Type.Boolean({
      description: 'Whether the generation was held. A generation that is published later has another entry.',
    }),
  ),
  checkedAt: column(sql`c.checked_at`, time),
  found: column(
    sql`c.found`,
    Type.Integer({ minimum: 0, description: 'How many problems all checks have found together.' }),
  ),
  results: shown(
    sql`c.results::text`,
    Type.Array(CheckResult, { description: 'The results of the checks of this data type.' }),
  ),
});
export const QualityRun = Type.Object(runColumns.shape, { title: 'QualityRun' });

/** The results of the generations of a company, the newest first. */
export function runList({ accountId, companyId }: { accountId: string; companyId: string }): List {
  return countedList({
    name: `quality of ${companyId}`,
    from: sql`check_run c`,
    pinned: pinnedRows('check_run', 'c'),
    scope: sql<boolean>`c.account_id = ${accountId}::uuid and c.company_id = ${companyId}::uuid`,
    record: runColumns.json,
    fields: runColumns.fields,
    key: { expression: sql`c.run_id`, type: sql`uuid`, descending: true },
  });
}
