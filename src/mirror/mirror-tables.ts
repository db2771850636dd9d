import { findDataType } from '@daybook/connector-kit';
import { snakeCase } from '../data/export/record-columns.ts';
import { findRecordSchema } from '../data/read/record-schema.ts';
import { type FieldKind, kindOf } from '../lists/fields.ts';

/** What a data type becomes in the client's database: a table, and a view for each list inside its records. */
export type MirrorTable = {
  dataType: string;
  name: string;
  columns: MirrorColumn[];
  views: MirrorView[];
};

/** `expression` computes the column from `record`, with `%s` for the mirror's schema. */
export type MirrorColumn = { name: string; type: ColumnType; expression: string };
export type MirrorView = { name: string; path: string[]; columns: MirrorColumn[] };
type ColumnType = 'text' | 'numeric' | 'boolean' | 'timestamptz' | 'jsonb';

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema };

/** Columns of every table. The others are computed from `record` by PostgreSQL, so they never disagree with it. */
export const ownColumns = {
  company_id: 'uuid',
  connection_id: 'uuid',
  id: 'text',
  generation: 'integer',
  record: 'jsonb',
  mirrored_at: 'timestamp with time zone',
} as const;

export function mirrorTable(dataType: string): MirrorTable {
  const schema = findDataType(dataType) && findRecordSchema(dataType)?.stored;
  if (!schema) throw new Error(`${dataType} is not a data type.`);
  const name = snakeCase(dataType);
  const { columns, lists } = describe(schema as Schema, 'record', []);
  return {
    dataType,
    name,
    // The record's id is a column of every table.
    columns: columns.filter((column) => column.name !== 'id'),
    views: lists.map(({ path, items }) => ({
      name: `${name}_${path.map(snakeCase).join('_')}`,
      path,
      columns: columnsOfElement(items),
    })),
  };
}

type Described = { columns: MirrorColumn[]; lists: { path: string[]; items: Schema }[] };

/** Fields of objects become columns such as `customer_ref_id`. Lists are returned apart. */
function describe(schema: Schema, from: string, path: string[]): Described {
  const columns: MirrorColumn[] = [];
  const lists: Described['lists'] = [];
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    const place = [...path, field];
    if (inner.type === 'array') lists.push({ path: place, items: inner.items ?? {} });
    else if (inner.properties) {
      const nested = describe(inner, from, place);
      columns.push(...nested.columns);
      lists.push(...nested.lists);
    } else columns.push(columnOf(kindOf(inner), from, place));
  }
  return { columns, lists };
}

/** A list inside an element of a list stays JSON. */
function columnsOfElement(items: Schema): MirrorColumn[] {
  if (!items.properties) return [columnOf(kindOf(items), 'e.value', [])];
  const { columns, lists } = describe(items, 'e.value', []);
  return [...columns, ...lists.map(({ path }) => columnOf('structure', 'e.value', path))];
}

function columnOf(kind: FieldKind, from: string, path: string[]): MirrorColumn {
  const name = path.length > 0 ? path.map(snakeCase).join('_') : 'value';
  const at = `'{${path.join(',')}}'`;
  const json = `(${from} #> ${at})`;
  const text = `(${from} #>> ${at})`;
  // A value of another type than expected becomes null instead of an error: it is still in `record`.
  const typed = (jsonType: string, type: 'numeric' | 'boolean') =>
    `case when jsonb_typeof${json} = '${jsonType}' then ${text}::${type} end`;
  if (kind === 'number') return { name, type: 'numeric', expression: typed('number', 'numeric') };
  if (kind === 'boolean') return { name, type: 'boolean', expression: typed('boolean', 'boolean') };
  if (kind === 'time') return { name, type: 'timestamptz', expression: `%s.mirror_time${text}` };
  if (kind === 'structure') return { name, type: 'jsonb', expression: json };
  return { name, type: 'text', expression: text };
}
