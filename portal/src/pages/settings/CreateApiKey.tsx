import { Button, Checkbox, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { t } from '../../messages/settings.ts';
import { SecretOnce } from '../../ui/code/SecretOnce.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { CreateDialog } from '../../ui/form/CreateDialog.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';

const scopes = [
  { value: 'read', label: t('read'), description: t('readCompaniesConnectionsSyncsData') },
  { value: 'push', label: t('push'), description: t('writeRecordsToPlatforms') },
  { value: 'manage', label: t('manage'), description: t('createChangeCompaniesConnectionsSyncs') },
  { value: 'webhooks', label: t('webhooks'), description: t('manageConsumersMessagesRules') },
  { value: 'keys', label: t('keys'), description: t('createRevokeApiKeys') },
  { value: 'passThrough', label: t('ownRequests'), description: t('sendAnyRequestToPlatforms') },
] as const;
type KeyValues = { name: string; scopes: (typeof scopes)[number]['value'][]; days: string; companyTags: string[] };

const lifetimes = [
  { value: '30', label: t('in30Days') },
  { value: '90', label: t('in90Days') },
  { value: '365', label: t('inAYear') },
  { value: '', label: t('never') },
];

type CreateApiKeyProps = { label?: string; inAddress?: boolean };

export function CreateApiKey({ label, inAddress = false }: CreateApiKeyProps) {
  return (
    <CreateDialog {...{ label, inAddress }} title={t('createApiKey')}>
      {(close) => <KeyForm onDone={close} />}
    </CreateDialog>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const create = useChange('createApiKey', { refreshes: ['listApiKeys', 'getUsage'] });
  const initial: KeyValues = { name: '', scopes: ['read'], days: '90', companyTags: [] };
  const form = useForm(initial, create.error);
  const { days, companyTags } = form.values;
  const name = form.values.name.trim();

  const submit = () =>
    create.mutate({
      body: {
        name,
        scopes: form.values.scopes,
        ...(days && { expires: new Date(Date.now() + Number(days) * 86_400_000).toISOString() }),
        ...(companyTags.length > 0 && { companyTags: Object.fromEntries(companyTags.map((tag) => splitTag(tag))) }),
      },
    });

  if (create.data)
    return (
      <Stack gap="md">
        <SecretOnce title={t('secretOf', { name: create.data.name })} secret={create.data.secret}>
          <Text size="sm">
            <code className="plain-code">curl -u "$DAYBOOK_KEY:" {window.location.origin}/companies</code>
          </Text>
        </SecretOnce>
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('iHaveCopiedKey')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={submit}
      action={t('createKey')}
      isBusy={create.isPending}
      isReady={form.values.scopes.length > 0 && name !== ''}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput
        label={t('name')}
        description={t('theProgramUsesThisKey')}
        required
        maxLength={50}
        data-autofocus
        {...form.text('name')}
      />
      <Checkbox.Group label={t('permissions')} {...form.value('scopes')}>
        <Stack gap={6} mt={6}>
          {scopes.map(({ value, label, description }) => (
            <Checkbox key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label={t('limitCompaniesTheseTags')}
        description={t('forExampleRegionEuLeave')}
        {...form.value('companyTags')}
        isDuplicate={(tag, all) => all.some((one) => splitTag(one)[0] === splitTag(tag)[0])}
      />
      <Select label={t('expires')} data={lifetimes} {...form.value('days')} allowDeselect={false} />
    </Form>
  );
}

/** Splits "region=EU" or "region:EU" into ["region", "EU"]. */
function splitTag(text: string): [string, string] {
  const at = text.search(/[=:]/);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
