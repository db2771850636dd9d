import { List, Text, Title } from '@mantine/core';
import { t } from '../../messages/link.ts';
import type { Preview } from './reading.ts';
import classes from './upload.module.css';

/** What cannot be read, by row. */
export function ProblemList({ problems, total }: { problems: Preview['problems']; total: number }) {
  if (total === 0) return null;
  return (
    <section className={classes.problems}>
      <Title order={2} size="h5">
        {t('rowsCannotBeRead', { count: total })}
      </Title>
      <Text size="sm">{t('rowsAreLeftOut')}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={classes.scrolled} tabIndex={0} aria-label={t('rowsCannotBeRead', { count: total })}>
        <List size="sm" spacing={4} listStyleType="none">
          {problems.map(({ row, column, value, message }) => (
            <List.Item key={`${row} ${column} ${message}`}>
              <b>{column === undefined ? t('row', { row }) : t('rowAndColumn', { row, column })}</b>
              {value !== undefined && value !== '' && <span className={classes.value}>{value}</span>}
              {message}
            </List.Item>
          ))}
        </List>
      </section>
      {total > problems.length && <Text size="sm">{t('andMore', { count: total - problems.length })}</Text>}
    </section>
  );
}
