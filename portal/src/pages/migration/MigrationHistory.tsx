import { Text, Timeline } from '@mantine/core';
import { t } from '../../messages/migration.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { spaced } from '../../ui/state-words.ts';
import { Time } from '../../ui/Time.tsx';
import type { Migration } from './migration.ts';

const words: Record<string, string> = {
  declared: t('declaredRuleidIsNotUsed'),
  requested: t('requestedTheMigration'),
  rehearsed: t('rehearsalStarted'),
  rehearsalStarted: t('rehearsalStarted'),
  rehearsalEnded: t('rehearsalEnded'),
  applied: t('migrated'),
  rolledBack: t('rolledBack'),
};

/** The steps of the migration so far: who did what, and when. */
export function MigrationHistory({ history }: { history: Migration['history'] }) {
  if (history.length === 0) return null;
  return (
    <Section title={t('history')}>
      <Timeline active={history.length} bulletSize={14} lineWidth={2}>
        {history.map(({ at, step, by, source, detail }) => (
          <Timeline.Item key={`${at} ${step}`} title={words[step] ?? spaced(step)}>
            <Text size="sm" c="dimmed">
              {by}
              {source === 'operator' && ` ${t('operator')}`} · <Time at={at} exact />
              {detail && ` · ${detail}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
