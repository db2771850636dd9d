import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { AnyRecord } from '../data/read/record-schema.ts';
import { column, columns, group, optionalGroup, shown } from '../lists/columns.ts';
import type { List } from '../lists/list.ts';
import { uuid } from '../lists/wire.ts';
import { kinds } from './kinds.ts';
import type { Comparison } from './moments.ts';
import { areKept, type ComparedSet, writeStates } from './read-states.ts';
import { restatedRecords } from './restated-records.ts';
import { aboutChange, changes, dataTypeChoices } from './wire.ts';

type Company = { accountId: string; companyId: string };
type Side = 'then' | 'now';

const currency = Type.Optional(Type.String({ description: 'ISO 4217 code.' }));
const amount = Type.Optional(Type.Number());

const numbers = ['invoiceNumber', 'creditNoteNumber', 'billCreditNoteNumber', 'reference'];

/** The columns of the list. Versions are looked up only for the rows of the page. */
function restatedColumns({ isWithRecords }: { isWithRecords: boolean }) {
  const of = (name: string) => sql.ref(`x.${name}`);
  const part = (
    side: Side,
    value: RawBuilder<unknown>,
  ) => sql<string>`(select ${value} from record r where r.account_id = x.account_id
    and r.company_id = x.company_id and r.data_set_id = x.data_set_id and r.record_id = x.record_id
    and r.gen_from = ${of(`${side}_generation`)})`;
  const payload = (side: Side) => part(side, sql`r.payload`);
  const number = sql`coalesce(${sql.join(numbers.map((name) => sql`r.payload ->> ${sql.lit(name)}`))})`;
  const side = (name: Side) => {
    const plain = { generation: column(of(`${name}_generation`), Type.Integer({ minimum: 1 })) };
    const counted = {
      ...plain,
      isCounted: column(
        sql`${of(`${name}_counted`)}`,
        Type.Boolean({
          description:
            'Whether this version counts: it is in the books (neither deleted nor void nor a draft), and dated in the closed period.',
        }),
      ),
      date: column(
        of(`${name}_date`),
        Type.Optional(
          Type.String({ format: 'date-time', description: 'Absent for a version that is not in the books.' }),
        ),
      ),
      currency: column(of(`${name}_currency`), currency),
      amount: column(sql`trim_scale(${of(`${name}_amount`)})`, amount),
    };
    return isWithRecords
      ? { ...counted, record: shown(sql`${payload(name)}::text`, Type.Optional(AnyRecord)) }
      : counted;
  };
  return columns({
    dataType: column(of('data_type'), Type.String(), { field: { choices: [...dataTypeChoices] } }),
    connectionId: shown(connection, uuid),
    id: column(of('record_id'), Type.String({ description: 'Identifier of the record.' })),
    number: column(
      part('now', number),
      Type.Optional(Type.String({ description: 'The number of the document, or the reference.' })),
    ),
    change: column(of('change'), Type.Enum([...changes], { description: aboutChange })),
    date: column(
      of('date'),
      Type.String({ format: 'date-time', description: 'The date now, or that of then if it no longer counts.' }),
    ),
    currency: column(
      of('currency'),
      Type.Optional(Type.String({ description: 'ISO 4217 code. Absent if the currency itself has changed.' })),
    ),
    difference: column(
      sql`trim_scale(${of('difference')})`,
      Type.Optional(
        Type.Number({
          description:
            'By how much the record changes the amounts of the closed period. Absent if the currency has changed, or if there is no single amount.',
        }),
      ),
    ),
    changedFields: shown(
      sql`${changedFields(payload)}::text`,
      Type.Optional(
        Type.Array(Type.String(), {
          description: 'The fields that differ, without those that payments and reconciliations change.',
        }),
      ),
      { absent: sql`${of('then_generation')} is null` },
    ),
    before: optionalGroup(sql`${of('then_generation')} is null`, side('then'), {
      description: 'The version at the first moment. Absent if there was none.',
    }),
    after: group(side('now'), { description: 'The version at the second moment.' }),
  });
}

const connection = sql`(select s.connection_id from data_set s where s.account_id = x.account_id
  and s.company_id = x.company_id and s.data_set_id = x.data_set_id)`;

function changedFields(payload: (side: Side) => RawBuilder<string>) {
  const ignored = sql.join(
    kinds.map(({ dataType, settled }) => sql`when ${sql.lit(dataType)} then ${sql.lit(`{${settled.join()}}`)}::text[]`),
    sql` `,
  );
  const fields = (side: Side) => sql`jsonb_each(${payload(side)} - case x.data_type ${ignored} end)`;
  return sql`(select coalesce(json_agg(f.key order by f.key), '[]') from ${fields('then')} a full join ${fields('now')} b
    using (key) cross join lateral (select key) f where a.value is distinct from b.value)`;
}

const plain = restatedColumns({ isWithRecords: false });
const withRecords = restatedColumns({ isWithRecords: true });
export const RestatedRecord = Type.Object(withRecords.shape, { title: 'RestatedRecord' });

/** The restated records. The list has no head row if a state can no longer be read. */
export function restatedList(
  company: Company,
  sets: readonly ComparedSet[],
  comparison: Comparison,
  { isWithRecords }: { isWithRecords: boolean },
): List {
  const { json, fields } = isWithRecords ? withRecords : plain;
  const { startMs = '', endMs } = comparison.period;
  const rows = sql`${restatedRecords(company, sets, comparison)} x`;
  const kept = areKept(company, sets);
  return {
    name: ['restated', company.companyId, writeStates(sets), startMs, endMs, comparison.fromDayMs].join(' '),
    unversioned: true,
    head: sql`(select 0::bigint as version, (select count(*) from ${rows}) as total where ${kept})`,
    bareHead: sql`(select 0::bigint as version, 0::bigint as total where ${kept})`,
    from: rows,
    scope: sql<boolean>`true`,
    asOf: () => sql`true`,
    record: json,
    fields,
    key: { expression: sql`x.key`, type: sql`text`, descending: false },
  };
}
