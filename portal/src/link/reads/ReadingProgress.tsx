import { Progress as Bar, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconProgress } from '@tabler/icons-react';
import { t } from '../../messages/link.ts';
import classes from '../link.module.css';
import { typesByGroup } from './data-words.ts';
import type { Progress, ReadType } from './use-progress.ts';

const icons: Record<string, typeof IconProgress> = {
  waiting: IconCircleDashed,
  reading: IconProgress,
  read: IconCircleCheck,
  failed: IconAlertTriangle,
};

/** How far the first reading of the books is: in all, and for each kind of data. */
export function ReadingProgress({ progress }: { progress: Progress }) {
  const { dataTypes, isComplete } = progress;
  const ended = dataTypes.filter(({ state }) => state === 'read' || state === 'failed').length;
  const hasFailed = dataTypes.some(({ state }) => state === 'failed');
  const title = !isComplete
    ? t('readingYourBooks')
    : hasFailed
      ? t('someDataCouldNotBeRead')
      : t('everythingHasBeenRead');
  const label = t('kindsOfDataRead', { done: ended, all: dataTypes.length });
  return (
    <section className={classes.progress} aria-label={t('readingYourBooks')}>
      <div role="status">
        <Title order={2} size="h5">
          {title}
        </Title>
      </div>
      <Bar value={dataTypes.length === 0 ? 0 : (ended / dataTypes.length) * 100} size="sm" aria-label={label} />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <dl className={classes.kinds}>
        {typesByGroup(dataTypes).map(({ group, types }) => (
          <div key={group}>
            <dt>{group}</dt>
            {types.map(({ words, type }) => (
              <dd key={type.dataType} data-state={type.state} data-type={type.dataType}>
                <State type={type} />
                <span className={classes.kind}>{words}</span>
                <span className={classes.figure}>{figureOf(type)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function State({ type: { state } }: { type: ReadType }) {
  const Icon = icons[state] ?? IconCircleDashed;
  return <Icon size={16} aria-hidden />;
}

function figureOf({ state, records, total }: ReadType): string {
  if (state === 'failed') return t('couldNotBeRead');
  if (state === 'read') return t('recordsRead', { records });
  if (records === 0 && total === undefined) return state === 'waiting' ? t('waiting') : t('beginning');
  return total === undefined ? t('readSoFar', { records }) : t('readOf', { records, total });
}
