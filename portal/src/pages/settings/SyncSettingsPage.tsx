import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { SyncSettingsTable } from '../../ui/table/SyncSettingsTable.tsx';
import { CheckLevels } from './CheckLevels.tsx';

type Setting = Answer<'getSyncSettings'>['settings'][number];

/** The default sync settings of all companies. A company can override them. */
export function SyncSettingsPage() {
  const { data, error, refetch } = useQuery(read('getSyncSettings', {}));
  if (error)
    return (
      <Page title={t('syncSettings')}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page title={t('syncSettings')} lead={t('theDefaultsAllCompaniesWhich')}>
      <SettingsForm settings={data.settings} />
      <CheckLevels />
    </Page>
  );
}

function SettingsForm({ settings }: { settings: Setting[] }) {
  const [rows, setRows] = useState(settings);
  const may = useMay('developer');
  const save = useChange('replaceSyncSettings', {
    refreshes: ['getSyncSettings', 'getDataStatus'],
    done: t('savedNewSchedulesApplyFrom'),
  });
  const isChanged = JSON.stringify(rows) !== JSON.stringify(settings);
  return (
    <Section
      title={t('dataTypes')}
      actions={
        may && (
          <Button
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate({ body: { settings: rows } })}
          >
            {t('save')}
          </Button>
        )
      }
    >
      <ErrorNote error={save.error} />
      <SyncSettingsTable rows={rows} onChange={setRows} mayChange={may} />
      <Text size="sm" c="dimmed" mt="xs">
        {t('dataTypesPlatformDoesNot')}
      </Text>
      <CurlLine operation="getSyncSettings" input={{}} />
    </Section>
  );
}
