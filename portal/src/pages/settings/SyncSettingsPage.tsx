import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { useMay, useSession } from '../../ui/frame/use-session.ts';
import { SyncSettingsTable } from '../../ui/table/SyncSettingsTable.tsx';

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
      <LinkSettings />
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

function LinkSettings() {
  const { data, error } = useQuery(read('getLinkSettings', {}));
  if (error) return <ErrorNote error={error} />;
  return data ? <LinkForm settings={data} /> : null;
}

/** The name that company owners see on the link page, and the URL to which they return afterwards. */
function LinkForm({ settings }: { settings: Answer<'getLinkSettings'> }) {
  const { account } = useSession();
  const may = useMay('developer');
  const save = useChange('replaceLinkSettings', { refreshes: ['getLinkSettings'], done: t('saved') });
  const { displayName = '', returnUrl = '' } = settings;
  const form = useForm({ displayName, returnUrl }, save.error);
  return (
    <Section title={t('linkPage')} lead={t('whatCompanyOwnersSeeWhen')}>
      <Form
        layout="inline"
        gap="sm"
        submit={() =>
          save.mutate({ body: Object.fromEntries(Object.entries(form.values).filter(([, value]) => value !== '')) })
        }
        action={may ? t('save') : undefined}
        isBusy={save.isPending}
        problem={<ErrorNote error={save.error} />}
      >
        <TextInput
          label={t('displayName')}
          placeholder={account?.name}
          disabled={!may}
          {...form.text('displayName')}
          flex={1}
          miw={200}
        />
        <TextInput
          label={t('returnUrl')}
          placeholder="https://example.com/welcome-back"
          type="url"
          disabled={!may}
          {...form.text('returnUrl')}
          flex={2}
          miw={240}
        />
      </Form>
    </Section>
  );
}
