import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { paths } from '../../../paths.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { RowTable } from '../../../ui/table/RowTable.tsx';
import { possibleColumns, type Shape, shapesOf, valueAt } from '../browse/record-fields.ts';
import { FieldValue } from './FieldValue.tsx';
import { isFigure, kindOfField } from './field-kind.ts';
import { fieldWord } from './field-words.ts';
import { relatedLists } from './references.ts';
import './records.css';

type RecordFieldsProps = { companyId: string; dataType: string; id: string; record: unknown };

/** All fields of a record in words, and its lists as tables. */
export function RecordFields({ companyId, dataType, record }: RecordFieldsProps) {
  const shapes = shapesOf([record], (value) => digitsOf(value) !== undefined);
  const kinds = new Map(shapes.map(({ path, kind }) => [path, kind]));
  const single = possibleColumns(dataType, shapes, [record]).filter(
    (path) => !elsewhere.includes(path) && valueAt(record, path) !== undefined && !isShownByName(record, path),
  );
  const last = ['sourceModifiedDate', 'modifiedDate'].filter((path) => kinds.has(path));
  const lists = shapes.filter(({ path, kind }) => kind === 'list' && !path.includes('.'));
  return (
    <>
      <dl className="facts record-facts">
        {[...single, ...last].map((path) => (
          <Fragment key={path}>
            <dt title={path}>{fieldWord(path)}</dt>
            <dd>
              <FieldValue
                companyId={companyId}
                dataType={dataType}
                record={record}
                path={path}
                kind={kindOfField(path, kinds.get(path))}
              />
            </dd>
          </Fragment>
        ))}
      </dl>
      {lists.map(({ path }) => (
        <FieldTable key={path} companyId={companyId} dataType={dataType} record={record} path={path} shapes={shapes} />
      ))}
    </>
  );
}

/** Fields that are shown in the head of the record, or last. */
const elsewhere = ['id', 'metadata.isDeleted', 'sourceModifiedDate', 'modifiedDate'];

/** The id of a reference is not shown beside its name, which links to the record. */
function isShownByName(record: unknown, path: string): boolean {
  if (!/(Ref|payment)\.id$/.test(path)) return false;
  const holder = path.slice(0, -3);
  return ['name', 'companyName', 'supplierName', 'reference'].some(
    (name) => valueAt(record, `${holder}.${name}`) !== undefined,
  );
}

type FieldTableProps = { companyId: string; dataType: string; record: unknown; path: string; shapes: readonly Shape[] };

/** A list inside a record, such as the addresses of a customer. */
function FieldTable({ companyId, dataType, record, path, shapes }: FieldTableProps) {
  const rows = valueAt(record, path) as Record<string, unknown>[];
  const inner = shapes.filter((shape) => shape.path.startsWith(`${path}.`) && shape.kind !== 'list');
  const columns = inner
    .map((shape) => ({ ...shape, own: shape.path.slice(path.length + 1) }))
    .filter(({ own }) => rows.some((row) => valueAt(row, own) !== undefined && !isShownByName(row, own)));
  if (rows.length === 0 || columns.length === 0) return null;
  const currency = (record as { currency?: string }).currency;
  return (
    <section className="record-list">
      <h3>{fieldWord(path)}</h3>
      <RowTable
        label={fieldWord(path)}
        columns={columns.map(({ own, kind }) => ({
          id: own,
          header: fieldWord(own),
          ...(isFigure(kindOfField(own, kind)) && { align: 'right' as const, className: 'figure' }),
          cell: ({ row }: { row: Record<string, unknown>; place: number }) => (
            <FieldValue
              companyId={companyId}
              dataType={dataType}
              record={{ currency, ...row }}
              path={own}
              kind={kindOfField(own, kind)}
            />
          ),
        }))}
        rows={rows.map((row, place) => ({ row, place }))}
        rowKey={({ place }) => String(place)}
      />
    </section>
  );
}

/** Links to the lists of other data types that refer to the record. */
export function Related({ companyId, dataType, id }: Omit<RecordFieldsProps, 'record'>) {
  const status = useQuery(read('getDataStatus', { companyId }));
  const lists = relatedLists(dataType, id).filter((list) => (status.data?.[list.dataType]?.generation ?? 0) > 0);
  if (lists.length === 0) return null;
  return (
    <nav className="related no-print" aria-label={t('related')}>
      <span className="dimmed">{t('related')}</span>
      {lists.map((list) => (
        <TextLink
          key={list.dataType}
          to={paths.companyRecords(companyId, list.dataType)}
          search={{ query: list.query }}
        >
          {spaced(list.dataType)}
        </TextLink>
      ))}
    </nav>
  );
}
