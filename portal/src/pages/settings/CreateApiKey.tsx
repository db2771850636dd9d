import { Button, Checkbox, Group, Modal, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { SecretOnce } from '../../ui/code/SecretOnce.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';

const scopes = [
  { value: 'read', label: 'Read', description: 'Read companies, connections, syncs and data.' },
  { value: 'push', label: 'Push', description: 'Write records to platforms.' },
  { value: 'manage', label: 'Manage', description: 'Create and change companies, connections and syncs.' },
  { value: 'webhooks', label: 'Webhooks', description: 'Manage consumers, messages and rules.' },
  { value: 'keys', label: 'Keys', description: 'Create and revoke API keys.' },
] as const;
type KeyValues = { name: string; scopes: (typeof scopes)[number]['value'][]; days: string; companyTags: string[] };

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

export function CreateApiKey({ label = 'Create API key' }: { label?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Create API key" closeOnClickOutside={false}>
        {isOpen && <KeyForm onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

function KeyForm({ onDone }: { onDone: () => void }) {
  const create = useChange('createApiKey', { refreshes: ['listApiKeys', 'getUsage'] });
  const initial: KeyValues = { name: '', scopes: scopes.map(({ value }) => value), days: '', companyTags: [] };
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
        <SecretOnce title={`Secret of ${create.data.name}`} secret={create.data.secret}>
          <Text size="sm">
            <code className="plain-code">curl -u "$DAYBOOK_KEY:" {window.location.origin}/companies</code>
          </Text>
        </SecretOnce>
        <Group justify="flex-end">
          <Button onClick={onDone}>I have copied the key</Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={submit}
      action="Create key"
      isBusy={create.isPending}
      isReady={form.values.scopes.length > 0 && name !== ''}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput
        label="Name"
        description="The program that uses this key."
        required
        maxLength={50}
        data-autofocus
        {...form.text('name')}
      />
      <Checkbox.Group label="Permissions" {...form.value('scopes')}>
        <Stack gap={6} mt={6}>
          {scopes.map(({ value, label, description }) => (
            <Checkbox key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TagsInput
        label="Limit to companies with these tags"
        description="For example region=EU. Leave empty for all companies."
        {...form.value('companyTags')}
        isDuplicate={(tag, all) => all.some((one) => splitTag(one)[0] === splitTag(tag)[0])}
      />
      <Select label="Expires" data={lifetimes} {...form.value('days')} allowDeselect={false} />
    </Form>
  );
}

/** Splits "region=EU" or "region:EU" into ["region", "EU"]. */
function splitTag(text: string): [string, string] {
  const at = text.search(/[=:]/);
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
