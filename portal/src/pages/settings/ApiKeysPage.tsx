import { Badge, Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';
import { CreateApiKey } from './CreateApiKey.tsx';

type ApiKey = Answer<'listApiKeys'>['results'][number];

const columns: Column<ApiKey>[] = [
  { id: 'name', header: 'Name', orderBy: 'name', cell: ({ name }) => name },
  { id: 'prefix', header: 'Prefix', cell: ({ prefix }) => <code className="plain-code">{prefix}…</code> },
  {
    id: 'scopes',
    header: 'Permissions',
    cell: ({ scopes, companyTags }) => (
      <>
        {scopes.length === 5 ? 'All' : scopes.join(', ')}
        {companyTags && (
          <Group gap={4}>
            {Object.entries(companyTags).map(([tag, value]) => (
              <Badge key={tag} variant="default" size="sm" tt="none">
                {tag}: {value}
              </Badge>
            ))}
          </Group>
        )}
      </>
    ),
  },
  { id: 'lastUsed', header: 'Last used', cell: ({ lastUsed }) => (lastUsed ? <Time at={lastUsed} /> : 'Never') },
  { id: 'expires', header: 'Expires', cell: ({ expires }) => (expires ? <Time at={expires} /> : 'Never') },
  { id: 'created', header: 'Created', orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
  { id: 'revoke', header: 'Actions', cell: (key) => <Revoke apiKey={key} /> },
];

export function ApiKeysPage() {
  const may = useMay('administrator');
  return (
    <Page
      title="API keys"
      lead="Programs call the API with a key. Its secret is shown only once. If a secret leaks, revoke the key here."
      actions={may && <CreateApiKey />}
    >
      {!may && (
        <Text size="sm" c="dimmed" mb="sm">
          Only administrators of the account can create and revoke keys.
        </Text>
      )}
      <ListTable
        label="API keys"
        operation="listApiKeys"
        columns={columns}
        rowKey={({ apiKeyId }) => apiKeyId}
        empty={
          <EmptyState
            icon={IconKey}
            title="No API keys yet"
            action={may && <CreateApiKey label="Create your first API key" />}
          >
            With a key, a program can do almost everything that the portal does. The API reference lists the exceptions.
          </EmptyState>
        }
      />
    </Page>
  );
}

function Revoke({ apiKey }: { apiKey: ApiKey }) {
  const may = useMay('administrator');
  const remove = useChange('deleteApiKey', {
    refreshes: ['listApiKeys', 'getUsage'],
    done: `${apiKey.name} revoked.`,
  });
  if (!may) return null;
  return (
    <Confirm
      title={`Revoke ${apiKey.name}?`}
      action="Revoke key"
      isDangerous
      run={() => remove.mutateAsync({ apiKeyId: apiKey.apiKeyId })}
      trigger={(open) => (
        <Button variant="default" size="compact-sm" onClick={open} aria-label={`Revoke ${apiKey.name}`}>
          Revoke
        </Button>
      )}
    >
      Programs that use this key will get 403 responses. This cannot be undone.
      {apiKey.lastUsed && (
        <>
          {' '}
          It was last used <Time at={apiKey.lastUsed} />.
        </>
      )}
    </Confirm>
  );
}
