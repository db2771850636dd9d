import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { type SyncSetting, SyncSettingsTable } from '../../ui/table/SyncSettingsTable.tsx';
import { TagsInput } from '../companies/TagsInput.tsx';
import { type Company, useCompany } from './company-context.ts';

export function CompanySettingsPage() {
  const company = useCompany();
  usePageTitle(t('settingsName', { name: company.name }));
  const mayChange = useMay('developer');
  return (
    <>
      <Description key={company.companyId} company={company} mayChange={mayChange} />
      <SyncSettings companyId={company.companyId} mayChange={mayChange} />
      {mayChange && <DeleteCompany company={company} />}
    </>
  );
}

function Description({ company, mayChange }: { company: Company; mayChange: boolean }) {
  const { companyId } = company;
  const save = useChange('changeCompany', {
    refreshes: ['getCompany', 'listCompanies'],
    done: t('saved'),
  });
  const initial = { name: company.name, description: company.description ?? '', tags: company.tags };
  const form = useForm(initial, save.error);
  const { name, description, tags } = form.values;
  return (
    <Section title={t('company')}>
      <Form
        maw={560}
        submit={() =>
          save.mutate({ companyId, body: { name: name.trim(), description: description.trim() || null, tags } })
        }
        action={mayChange ? t('save') : undefined}
        isBusy={save.isPending}
        problem={<ErrorNote error={save.error} title={t('couldNotSaveChanges')} />}
      >
        <TextInput label={t('name')} required maxLength={200} readOnly={!mayChange} {...form.text('name')} />
        <Textarea
          label={t('description')}
          autosize
          minRows={2}
          maxLength={2000}
          readOnly={!mayChange}
          {...form.text('description')}
        />
        <TagsInput {...form.value('tags')} />
      </Form>
    </Section>
  );
}

function SyncSettings({ companyId, mayChange }: { companyId: string; mayChange: boolean }) {
  const settings = useQuery(read('getCompanySyncSettings', { companyId }));
  const account = useQuery(read('getSyncSettings', {}));
  const [changed, setChanged] = useState<SyncSetting[]>();
  const save = useChange('replaceCompanySyncSettings', {
    refreshes: ['getCompanySyncSettings', 'getDataStatus'],
    done: t('savedNewSchedulesApplyFrom'),
    after: () => setChanged(undefined),
  });
  const rows = changed ?? settings.data?.settings;
  const isOwn = JSON.stringify(settings.data) !== JSON.stringify(account.data);
  const canReset = mayChange && isOwn && settings.data !== undefined && account.data !== undefined;
  return (
    <Section
      title={t('syncSettings')}
      lead={t.rich(isOwn ? 'overridesAccountSettings' : 'usesAccountSettings', {
        link: (text) => (
          <TextLink inText to={paths.syncSettings()}>
            {text}
          </TextLink>
        ),
      })}
      actions={
        mayChange && (
          <>
            {canReset && (
              <Button
                variant="default"
                loading={save.isPending}
                onClick={() => save.mutate({ companyId, body: { settings: [] } })}
              >
                {t('resetToAccountSettings')}
              </Button>
            )}
            <Button
              disabled={!changed}
              loading={save.isPending}
              onClick={() =>
                changed && save.mutate({ companyId, body: { settings: differing(changed, account.data?.settings) } })
              }
            >
              {t('save')}
            </Button>
          </>
        )
      }
    >
      <ErrorNote error={settings.error} title={t('couldNotLoadSettings')} retry={() => void settings.refetch()} />
      <ErrorNote error={save.error} title={t('couldNotSaveSettings')} />
      {!rows && !settings.error && <SkeletonRows count={6} />}
      {rows && <SyncSettingsTable rows={rows} onChange={setChanged} mayChange={mayChange} />}
      <CurlLine operation="getCompanySyncSettings" input={{ companyId }} />
    </Section>
  );
}

/** Returns the sync settings that differ from those of the client account. Only these are stored for the company. */
function differing(rows: SyncSetting[], account: SyncSetting[] = []): SyncSetting[] {
  const known = new Map(account.map((setting) => [setting.dataType, JSON.stringify(setting)]));
  return rows.filter((row) => known.get(row.dataType) !== JSON.stringify(row));
}

function DeleteCompany({ company }: { company: Company }) {
  const navigate = useNavigate();
  const remove = useChange('deleteCompany', {
    refreshes: ['listCompanies', 'getOverview'],
    done: t('deletedName', { name: company.name }),
    after: () => void navigate({ to: paths.companies() }),
  });
  return (
    <Section title={t('deleteCompany')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={640}>
          {t('unlinksCompanysConnectionsErasesAll')}
        </Text>
        <Confirm
          title={t('deleteItName', { name: company.name })}
          action={t('deleteCompany')}
          isDangerous
          typed={company.name}
          run={() => remove.mutateAsync({ companyId: company.companyId })}
          trigger={(open) => (
            <Button color="red.8" onClick={open}>
              {t('deleteCompany')}
            </Button>
          )}
        >
          {t('theDataBecomesUnavailableImmediately')}
        </Confirm>
      </Group>
    </Section>
  );
}
