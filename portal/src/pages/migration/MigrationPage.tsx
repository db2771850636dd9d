import { List, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Findings } from './Findings.tsx';
import { MigrationHistory } from './MigrationHistory.tsx';
import { stepStates, stepText } from './migration-steps.ts';
import { Plan } from './Plan.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import { Say } from './Say.tsx';
import './migration.css';

export type Migration = Answer<'getMigration'>;

/** How far the account is on its way from rules to consumers, and what it can do for it. */
export function MigrationPage() {
  const { data, error, refetch } = useQuery({ ...read('getMigration', {}), refetchInterval: 5000 });
  if (error)
    return (
      <Page title="Migration">
        <ErrorNote error={error} title="The migration could not be read" retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title="Migration"
      lead="From rules, the older webhooks, to consumers. You declare and ask here; the operator of this Daybook does it. It can be taken back."
    >
      {data.state === 'alwaysNewer' ? (
        <Section>
          <EmptyState
            title="There is nothing to migrate"
            action={<TextLink to={paths.consumers()}>To the consumers</TextLink>}
          >
            This account has been served by consumers from its beginning.
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

/** The report itself, which the operator sees, too. */
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

/** What the migration has made; a change of the client's ends the way back. */
function MadeConsumers({ consumers, isOperator }: { consumers: Migration['consumers']; isOperator: boolean }) {
  if (consumers.length === 0) return null;
  return (
    <Section title="Consumers of the migration">
      <List size="sm">
        {consumers.map(({ consumerId, url, state }) => (
          <List.Item key={consumerId}>
            {isOperator || state === 'gone' ? (
              <span className="mono">{url}</span>
            ) : (
              <TextLink to={paths.consumer(consumerId)}>{url}</TextLink>
            )}
            {state === 'changed' && ' (changed since: the migration cannot be taken back)'}
            {state === 'gone' && ' (deleted)'}
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
    { label: 'Declared', description: 'RuleId is not relied on' },
    { label: 'Requested', description: isOperator ? 'The client has asked for it' : 'You have asked for it' },
    { label: 'Rehearsed', description: 'Both send, and are compared' },
    { label: 'Migrated', description: 'Consumers serve the account' },
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
          It was migrated and taken back: rules serve the account again.
        </Text>
      )}
    </>
  );
}
