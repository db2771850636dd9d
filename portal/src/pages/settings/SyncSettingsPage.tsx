import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { CurlLine } from '../../ui/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { SyncSettingsTable } from '../../ui/SyncSettingsTable.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay, useSession } from '../../ui/use-session.ts';

type Setting = Answer<'getSyncSettings'>['settings'][number];

/** What is read from every company, and how often, unless a company has settings of its own. */
export function SyncSettingsPage() {
  const { data, error, refetch } = useQuery(read('getSyncSettings', {}));
  if (error)
    return (
      <Page title="Sync settings">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title="Sync settings"
      lead="What is read from every company, and how often. A company can have settings of its own, on its page."
    >
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
    done: 'Saved. New schedules begin now.',
  });
  const isChanged = JSON.stringify(rows) !== JSON.stringify(settings);
  return (
    <Section
      title="Data types"
      actions={
        may && (
          <Button
            disabled={!isChanged}
            loading={save.isPending}
            onClick={() => save.mutate({ body: { settings: rows } })}
          >
            Save
          </Button>
        )
      }
    >
      <ErrorNote error={save.error} />
      <SyncSettingsTable rows={rows} onChange={setRows} mayChange={may} />
      <Text size="sm" c="dimmed" mt="xs">
        Types that a platform does not have are skipped there.
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

/** What the owners of companies see, and where they are sent afterwards. */
function LinkForm({ settings }: { settings: Answer<'getLinkSettings'> }) {
  const { account } = useSession();
  const [displayName, setDisplayName] = useState(settings.displayName ?? '');
  const [returnUrl, setReturnUrl] = useState(settings.returnUrl ?? '');
  const may = useMay('developer');
  const save = useChange('replaceLinkSettings', { refreshes: ['getLinkSettings'], done: 'Saved.' });
  return (
    <Section title="Link page" lead="What a company’s owner sees who is asked to connect their books.">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ body: { ...(displayName && { displayName }), ...(returnUrl && { returnUrl }) } });
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Your name there"
            placeholder={account?.name}
            value={displayName}
            disabled={!may}
            onChange={(event) => setDisplayName(event.currentTarget.value)}
            flex={1}
            miw={200}
          />
          <TextInput
            label="Where they are sent back to"
            placeholder="https://example.com/welcome-back"
            type="url"
            value={returnUrl}
            disabled={!may}
            onChange={(event) => setReturnUrl(event.currentTarget.value)}
            flex={2}
            miw={240}
          />
          {may && (
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          )}
        </Group>
        <ErrorNote error={save.error} />
      </form>
    </Section>
  );
}
