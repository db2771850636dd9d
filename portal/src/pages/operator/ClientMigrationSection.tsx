import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/operator.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { MigrationReport, Steps } from '../migration/MigrationPage.tsx';
import { Rehearsal } from '../migration/Rehearsal.tsx';
import '../migration/migration.css';

type Migration = Answer<'getClientMigration'>;

const refreshes = ['getClientMigration', 'listClientMigrations', 'listClientAccounts'] as const;

/** The migration of one client account. The operator can rehearse it, apply it and roll it back. */
export function ClientMigrationSection({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({ ...read('getClientMigration', { accountId }), refetchInterval: 5000 });
  if (error) return <ErrorNote error={error} title={t('couldNotLoadMigration')} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  if (isAlwaysNewer(data))
    return (
      <Section title={t('migration')}>
        <Text size="sm" c="dimmed">
          {t('thereIsNothingMigrateBecause')}
        </Text>
      </Section>
    );
  return (
    <>
      <Section title={t('migration')} actions={<Actions accountId={accountId} migration={data} />}>
        <Steps migration={data} isOperator />
      </Section>
      <Rehearsal migration={data} accountId={accountId} />
      <MigrationReport migration={data} isOperator />
    </>
  );
}

const isAlwaysNewer = ({ state }: Migration) => state === 'alwaysNewer';

function Actions({ accountId, migration }: { accountId: string; migration: Migration }) {
  if (migration.state === 'migrated') return <Rollback accountId={accountId} />;
  const isRehearsing = migration.rehearsal !== undefined && migration.rehearsal.ended === undefined;
  return (
    <>
      {isRehearsing ? <EndRehearsal accountId={accountId} /> : <Rehearse accountId={accountId} />}
      <Apply accountId={accountId} migration={migration} />
    </>
  );
}

function Rehearse({ accountId }: { accountId: string }) {
  const [minutes, setMinutes] = useState<number | string>(10);
  const [toUrl, setToUrl] = useState('');
  const rehearse = useChange('rehearseClientMigration', {
    refreshes: [...refreshes],
    done: t('rehearsalStarted'),
  });
  return (
    <Confirm
      title={t('rehearseTheMigration')}
      action={t('startRehearsal')}
      run={() => rehearse.mutateAsync({ accountId, body: { minutes: Number(minutes), ...(toUrl && { toUrl }) } })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          {t('rehearse')}
        </Button>
      )}
    >
      <Stack gap="sm">
        <Text size="sm">{t('theRulesStillDeliverEvery')}</Text>
        <NumberInput
          label={t('durationMinutes')}
          min={1}
          max={1440}
          value={minutes}
          onChange={setMinutes}
          allowDecimal={false}
        />
        <TextInput
          label={t('sendRehearsalDeliveriesAnotherUrl')}
          placeholder="https://test.client.example/hooks"
          value={toUrl}
          onChange={(event) => setToUrl(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}

function EndRehearsal({ accountId }: { accountId: string }) {
  const end = useChange('endClientRehearsal', { refreshes: [...refreshes], done: t('rehearsalStopped') });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ accountId })}>
        {t('stopRehearsal')}
      </Button>
      <ErrorNote error={end.error} />
    </>
  );
}

function Apply({ accountId, migration }: { accountId: string; migration: Migration }) {
  const [force, setForce] = useState('');
  const [automationUrl, setAutomationUrl] = useState('');
  const apply = useChange('applyClientMigration', {
    refreshes: [...refreshes],
    done: t('accountMigratedEventsNowGo'),
  });
  const blockers = migration.check?.blockers.length ?? 0;
  const body = { ...(force && { force }), ...(automationUrl && { automationUrl }) };
  return (
    <Confirm
      title={t('migrateTheAccount')}
      action={t('migrate')}
      isDangerous={blockers > 0}
      run={() => apply.mutateAsync({ accountId, body })}
      trigger={(open) => <Button onClick={open}>{t('migrate')}</Button>}
    >
      <Stack gap="sm">
        <Text size="sm">{t('thisCreatesPlannedConsumersSends')}</Text>
        {blockers > 0 && (
          <TextInput
            label={t('reasonToOverride', { blockers })}
            value={force}
            onChange={(event) => setForce(event.currentTarget.value)}
          />
        )}
        {(migration.plan?.emailRules.length ?? 0) > 0 && (
          <TextInput
            label={t('webhookAutomationToolReplacesE')}
            value={automationUrl}
            onChange={(event) => setAutomationUrl(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Confirm>
  );
}

function Rollback({ accountId }: { accountId: string }) {
  const rollback = useChange('rollbackClientMigration', {
    refreshes: [...refreshes],
    done: t('migrationRolledBackEventsGo'),
  });
  return (
    <Group>
      <Confirm
        title={t('rollBackTheMigration')}
        action={t('rollBack')}
        isDangerous
        run={() => rollback.mutateAsync({ accountId })}
        trigger={(open) => (
          <Button variant="default" onClick={open}>
            {t('rollBack')}
          </Button>
        )}
      >
        {t('eventsWillGoRulesAgain')}
      </Confirm>
    </Group>
  );
}
