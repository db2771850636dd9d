import { Text } from '@mantine/core';
import { t } from '../../../messages/books.ts';
import { valueAt } from '../browse/record-fields.ts';
import { FieldValue } from './FieldValue.tsx';
import { changeWord, elementFields, fieldChanges } from './field-changes.ts';
import type { FieldKind } from './field-kind.ts';

type FieldChangeTableProps = { companyId: string; dataType: string; before: unknown; after: unknown };

/** What differs between two versions of a record, field by field, the two values side by side. */
export function FieldChangeTable({ companyId, dataType, before, after }: FieldChangeTableProps) {
  const changes = fieldChanges(before, after);
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noFieldChanged')}
      </Text>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="table-scroll" aria-label={t('changedFields')} tabIndex={0}>
      <table className="change-table" aria-label={t('changedFields')}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, kind, isAdded, isRemoved }) => (
            <tr key={path}>
              <th scope="row" title={path}>
                {changeWord(path)}
              </th>
              <td className="change-before">
                {isAdded ? '–' : <Value {...{ companyId, dataType, path, kind }} record={before} />}
              </td>
              <td className="change-after">
                {isRemoved ? '–' : <Value {...{ companyId, dataType, path, kind }} record={after} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type ValueProps = { companyId: string; dataType: string; record: unknown; path: string; kind: FieldKind };

/** A value, or the name and the amount of a whole element of a list. */
function Value({ path, kind, ...of }: ValueProps) {
  if (!/\.\d+$/.test(path)) return <FieldValue {...of} path={path} kind={kind} />;
  const { name, amount } = elementFields(valueAt(of.record, path));
  return (
    <>
      {name && <FieldValue {...of} path={`${path}.${name}`} kind="text" />}
      {name && amount && ' · '}
      {amount && <FieldValue {...of} path={`${path}.${amount}`} kind="money" />}
    </>
  );
}
