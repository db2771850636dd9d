import { Text, Timeline } from '@mantine/core';
import { Section } from '../../ui/frame/Page.tsx';
import { spaced } from '../../ui/state-words.ts';
import { Time } from '../../ui/Time.tsx';
import type { Migration } from './migration.ts';

const words: Record<string, string> = {
  declared: 'Declared that RuleId is not used',
  requested: 'Requested the migration',
  rehearsed: 'Rehearsal started',
  rehearsalStarted: 'Rehearsal started',
  rehearsalEnded: 'Rehearsal ended',
  applied: 'Migrated',
  rolledBack: 'Rolled back',
};

/** The steps of the migration so far: who did what, and when. */
export function MigrationHistory({ history }: { history: Migration['history'] }) {
  if (history.length === 0) return null;
  return (
    <Section title="History">
      <Timeline active={history.length} bulletSize={14} lineWidth={2}>
        {history.map(({ at, step, by, source, detail }) => (
          <Timeline.Item key={`${at} ${step}`} title={words[step] ?? spaced(step)}>
            <Text size="sm" c="dimmed">
              {by}
              {source === 'operator' && ' (operator)'} · <Time at={at} exact />
              {detail && ` · ${detail}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}
