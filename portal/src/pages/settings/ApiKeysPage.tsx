import { Badge, Button, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hasWords } from '../../ui/filter/filter-text.ts';
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
  { id: 'name', header: t('name'), orderBy: 'name', cell: ({ name }) => name },
  { id: 'prefix', header: t('prefix'), cell: ({ prefix }) => <code className="plain-code">{prefix}…</code> },
  {
    id: 'scopes',
    header: t('permissions'),
    cell: ({ scopes, companyTags }) => (
      <>
        {scopes.length === 5 ? t('all') : scopes.join(', ')}
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
  { id: 'lastUsed', header: t('lastUsed'), cell: ({ lastUsed }) => (lastUsed ? <Time at={lastUsed} /> : t('never')) },
  { id: 'expires', header: t('expires'), cell: ({ expires }) => (expires ? <Time at={expires} /> : t('never')) },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
  { id: 'revoke', header: t('actions'), cell: (key) => <Revoke apiKey={key} /> },
];

export function ApiKeysPage() {
  const may = useMay('administrator');
  return (
    <Page title={t('apiKeys')} lead={t('programsCallApiKeySecret')} actions={may && <CreateApiKey inAddress />}>
      {!may && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('onlyAdministratorsAccountCanCreate')}
        </Text>
      )}
      <ListTable
        label={t('apiKeys')}
        operation="listApiKeys"
        columns={columns}
        rowKey={({ apiKeyId }) => apiKeyId}
        search={{ label: t('searchByName'), filter: (text) => hasWords('name', text) }}
        periodField="created"
        periodName={t('created')}
        empty={
          <EmptyState
            icon={IconKey}
            title={t('noApiKeysYet')}
            action={may && <CreateApiKey label={t('createFirstApiKey')} />}
          >
            {t('withKeyProgramCanDo')}
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
    done: t('revoked', { name: apiKey.name }),
  });
  if (!may) return null;
  return (
    <Confirm
      title={t('revokeWithName', { name: apiKey.name })}
      action={t('revokeKey')}
      isDangerous
      run={() => remove.mutateAsync({ apiKeyId: apiKey.apiKeyId })}
      trigger={(open) => (
        <Button variant="default" size="compact-sm" onClick={open} aria-label={t('revokeName', { name: apiKey.name })}>
          {t('revoke')}
        </Button>
      )}
    >
      {t('programsUseThisKeyWill')}
      {apiKey.lastUsed && <> {t.rich('itWasLastUsed', { time: <Time at={apiKey.lastUsed} /> })}</>}
    </Confirm>
  );
}
