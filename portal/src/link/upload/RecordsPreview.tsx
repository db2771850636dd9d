import { Text, Title } from '@mantine/core';
import { t } from '../../messages/link.ts';
import { flat, type Preview, previewColumns } from './reading.ts';
import classes from './upload.module.css';

/** The first records of the file, as the client will get them. */
export function RecordsPreview({ preview }: { preview: Preview }) {
  const { records, total } = preview;
  if (total === 0 || records.length === 0)
    return preview.errors.length > 0 ? null : <Text>{t('noRecordCanBeRead')}</Text>;
  const columns = previewColumns(preview);
  const rows = records.map((record, at) => ({ key: `${at}`, cells: flat(record) }));
  const title = t('firstRecords', { shown: records.length, total });
  return (
    <section>
      <Title order={2} size="h5">
        {title}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={classes.scrolled} tabIndex={0} aria-label={title}>
        <table className={classes.records}>
          <thead>
            <tr>
              {columns.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {columns.map(({ name }) => (
                  <td key={name} data-number={/^-?\d+(\.\d+)?$/.test(cells[name] ?? '') || undefined}>
                    {cells[name]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
