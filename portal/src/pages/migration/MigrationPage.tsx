import { List, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/migration.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Findings } from './Findings.tsx';
import { MigrationHistory } from './MigrationHistory.tsx';
import type { Migration } from './migration.ts';
import { stepStates, stepText } from './migration-steps.ts';
import { Plan } from './Plan.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { Say } from './Say.tsx';
import './migration.css';

/** The migration of the client account from rules to consumers: its progress and what the client can do. */
export function MigrationPage() {
  const { data, error, refetch } = useQuery({ ...read('getMigration', {}), refetchInterval: 5000 });
  if (error)
    return (
      <Page title={t('migration')}>
        <ErrorNote error={error} title={t('couldNotLoadMigration')} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page title={t('migration')} lead={t('theMigrationMovesThisAccount')}>
      {data.state === 'alwaysNewer' ? (
        <Section>
          <EmptyState
            title={t('thereIsNothingMigrate')}
            action={<TextLink to={paths.consumers()}>{t('goToTheConsumers')}</TextLink>}
          >
            {t('thisAccountHasAlwaysUsed')}
          </EmptyState>
        </Section>
      ) : (
        <>
          <Section>
            <Steps migration={data} />
          </Section>
          <MigrationReport migration={data} />
        </>
      )}
    </Page>
  );
}

/** The part of the page that both the client and the operator see. */
export function MigrationReport({ migration, isOperator = false }: { migration: Migration; isOperator?: boolean }) {
  const isMigrated = migration.state === 'migrated';
  return (
    <>
      {!isMigrated && !isOperator && <Say migration={migration} />}
      {!isMigrated && migration.check && <Findings check={migration.check} isOperator={isOperator} />}
      {!isOperator && <Rehearsal migration={migration} />}
      {migration.plan && <Plan plan={migration.plan} />}
      <MadeConsumers consumers={migration.consumers} isOperator={isOperator} />
      <MigrationHistory history={migration.history} />
    </>
  );
}

/**
 * The consumers that the migration created. If the client has changed one of them, a rollback is no longer possible.
 */
function MadeConsumers({ consumers, isOperator }: { consumers: Migration['consumers']; isOperator: boolean }) {
  if (consumers.length === 0) return null;
  return (
    <Section title={t('consumersCreatedMigration')}>
      <List size="sm">
        {consumers.map(({ consumerId, url, state }) => (
          <List.Item key={consumerId}>
            {isOperator || state === 'gone' ? (
              <span className="mono">{url}</span>
            ) : (
              <TextLink to={paths.consumer(consumerId)}>{url}</TextLink>
            )}
            {state === 'changed' && ` ${t('changedSoMigrationCannotBe')}`}
            {state === 'gone' && ` ${t('deleted')}`}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}

export function Steps({ migration, isOperator = false }: { migration: Migration; isOperator?: boolean }) {
  const { state } = migration;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const states = stepStates(migration);
  const next = states.indexOf('next');
  const steps = [
    { label: t('declared'), description: t('ruleidIsNotUsed') },
    { label: t('requested'), description: isOperator ? t('byTheClient') : t('byYou') },
    { label: t('rehearsed'), description: t('rulesAndConsumersCompared') },
    { label: t('migrated'), description: t('eventsGoToConsumers') },
  ];
  return (
    <>
      <Stepper active={next === -1 ? 4 : next} size="sm" orientation={isNarrow ? 'vertical' : 'horizontal'}>
        {steps.map(({ label, description }, at) => (
          <Stepper.Step
            key={label}
            label={label}
            description={stepText(states[at] ?? 'open', description)}
            {...(states[at] === 'skipped' && { completedIcon: <IconMinus size={16} />, color: 'gray' })}
          />
        ))}
      </Stepper>
      {state === 'rolledBack' && (
        <Text size="sm" mt="sm">
          {t('theMigrationWasRolledBack')}
        </Text>
      )}
    </>
  );
}
