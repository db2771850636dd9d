import { IconArrowsExchange } from '@tabler/icons-react';
import type { Answer } from '../../api.ts';
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
  notMigrated: { label: 'Not migrated', tone: 'idle' },
  migrated: { label: 'Migrated', tone: 'good' },
  rolledBack: { label: 'Rolled back', tone: 'wait' },
};

const columns: Column<ClientMigration>[] = [
  {
    id: 'name',
    header: 'Account',
    cell: ({ accountId, name }) => <TextLink to={paths.operatorAccount(accountId)}>{name}</TextLink>,
  },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <ToneBadge {...(states[state] ?? { label: state, tone: 'idle' })} />,
  },
  { id: 'rules', header: 'Rules', align: 'right', cell: ({ rules }) => String(rules) },
  { id: 'declared', header: 'Declared', cell: ({ declared }) => (declared ? 'Yes' : 'No') },
  { id: 'requested', header: 'Requested', cell: ({ requested }) => (requested ? <Time at={requested} /> : 'Not yet') },
  { id: 'lastStep', header: 'Last step', cell: ({ lastStep }) => <Time at={lastStep} /> },
];

export function OperatorMigrationsPage() {
  return (
    <Page title="Migrations" lead="Accounts with the older webhooks, and accounts that were migrated to consumers.">
      <ListTable
        label="Migrations"
        operation="listClientMigrations"
        columns={columns}
        rowKey={({ accountId }) => accountId}
        hasCurl={false}
        empty={
          <EmptyState icon={IconArrowsExchange} title="Nothing to migrate">
            No account of this installation has ever used the older webhooks.
          </EmptyState>
        }
      />
    </Page>
  );
}
