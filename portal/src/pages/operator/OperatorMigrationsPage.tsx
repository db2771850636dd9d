import { IconTransfer } from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
import { t } from '../../messages/operator.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import type { Tone } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';

type ClientMigration = Answer<'listClientMigrations'>['results'][number];

const states: Record<string, { label: string; tone: Tone }> = {
  notMigrated: { label: t('notMigrated'), tone: 'idle' },
  migrated: { label: t('migrated'), tone: 'good' },
  rolledBack: { label: t('rolledBack'), tone: 'wait' },
};

const columns: Column<ClientMigration>[] = [
  {
    id: 'name',
    header: t('account'),
    cell: ({ accountId, name }) => <TextLink to={paths.operatorAccount(accountId)}>{name}</TextLink>,
  },
  {
    id: 'state',
    header: t('status'),
    cell: ({ state }) => <ToneBadge {...(states[state] ?? { label: state, tone: 'idle' })} />,
  },
  { id: 'rules', header: t('rules'), align: 'right', cell: ({ rules }) => String(rules) },
  { id: 'declared', header: t('declared'), cell: ({ declared }) => (declared ? t('yes') : t('no')) },
  {
    id: 'requested',
    header: t('requested'),
    cell: ({ requested }) => (requested ? <Time at={requested} /> : t('notYet')),
  },
  { id: 'lastStep', header: t('lastStep'), cell: ({ lastStep }) => <Time at={lastStep} /> },
];

export function OperatorMigrationsPage() {
  return (
    <Page title={t('migrations')} lead={t('accountsOlderWebhooksAccountsWere')}>
      <ListTable
        label={t('migrations')}
        operation="listClientMigrations"
        columns={columns}
        rowKey={({ accountId }) => accountId}
        hasCurl={false}
        empty={
          <EmptyState icon={IconTransfer} title={t('nothingToMigrate')}>
            {t('noAccountThisInstallationHas')}
          </EmptyState>
        }
      />
    </Page>
  );
}
