import { Badge, Button, Group } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterSelect } from '../../ui/filter/FilterSelect.tsx';
import { allOf, hasWords, quoted } from '../../ui/filter/filter-text.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { connectionState } from '../company/company-state.ts';
import { CreateCompany } from './CreateCompany.tsx';

type Company = RowOf<'listCompanies'>;

const states = [
  { value: 'Linked', label: 'Linked' },
  { value: 'PendingAuth', label: 'Pending authorization' },
  { value: 'Deauthorized', label: 'Authorization lost' },
  { value: 'Unlinked', label: 'Unlinked' },
];
const fields = [
  'name',
  'description',
  'tags.',
  'created',
  'lastSync',
  'createdByUserName',
  'companyId',
  'dataConnections.status',
  'dataConnections.platformKey',
];

const columns: Column<Company>[] = [
  {
    id: 'name',
    header: 'Name',
    orderBy: 'name',
    cell: ({ companyId, name }) => <TextLink to={paths.company(companyId)}>{name}</TextLink>,
  },
  { id: 'connections', header: 'Connections', cell: (company) => <Connections company={company} /> },
  { id: 'tags', header: 'Tags', cell: (company) => <Tags tags={company.tags} /> },
  { id: 'lastSync', header: 'Last sync', orderBy: 'lastSync', cell: ({ lastSync }) => <Time at={lastSync} /> },
  { id: 'created', header: 'Created', orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
  {
    id: 'createdByUserName',
    header: 'Created by',
    orderBy: 'createdByUserName',
    isHidden: true,
    cell: ({ createdByUserName }) => createdByUserName ?? '–',
  },
  {
    id: 'companyId',
    header: 'ID',
    isHidden: true,
    cell: ({ companyId }) => <code className="plain-code">{companyId}</code>,
  },
];

export function CompaniesPage() {
  const [address, setAddress] = useAddress();
  const mayCreate = useMay('developer');
  const { state, tag } = address;
  const [tagName, ...tagRest] = (tag ?? '').split('=');
  const filter = allOf(
    state && `dataConnections.status=${state}`,
    tag && `tags.${tagName}=${quoted(tagRest.join('='))}`,
  );
  const create = () => setAddress({ create: 'yes' });
  return (
    <Page
      title="Companies"
      lead="Each company is linked to its own accounting platform. Daybook syncs the data from there."
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            Create company
          </Button>
        )
      }
    >
      <CreateCompany
        isOpen={address.create !== undefined && mayCreate}
        close={() => setAddress({ create: undefined })}
      />
      <ListTable
        label="Companies"
        operation="listCompanies"
        columns={columns}
        rowKey={({ companyId }) => companyId}
        search={{ label: 'Search by name', filter: (text) => hasWords('name', text) }}
        filterFields={fields}
        filter={filter}
        defaultOrder="name"
        controls={
          <>
            <FilterSelect
              label="Connection"
              all="Any connection"
              data={states}
              value={state}
              onChange={(chosen) => setAddress({ state: chosen, page: undefined })}
              w={190}
            />
            <TagSelect value={tag} onChange={(value) => setAddress({ tag: value, page: undefined })} />
          </>
        }
        empty={
          <EmptyState
            icon={IconBuilding}
            title="No companies yet"
            action={mayCreate && <Button onClick={create}>Create your first company</Button>}
          >
            Create a company, then send its owner the link page. The owner authorizes the accounting platform there, and
            the first sync starts automatically.
          </EmptyState>
        }
      />
    </Page>
  );
}

function Connections({ company }: { company: Company }) {
  const overview = useQuery({ ...read('getOverview', {}), staleTime: 15_000 });
  if (company.dataConnections.length === 0) return <span className="dimmed">None yet</span>;
  return (
    <Group gap="sm" className="card-values">
      {company.dataConnections.map((connection) => {
        const { tone, label, meaning } = connectionState(connection, overview.data);
        return (
          <Group key={connection.connectionId} gap={6} wrap="nowrap">
            <span className="nowrap">{connection.platformName}</span>
            <ToneBadge tone={tone} label={label} title={meaning} />
          </Group>
        );
      })}
    </Group>
  );
}

function Tags({ tags }: { tags: Record<string, string> }) {
  const entries = Object.entries(tags);
  if (entries.length === 0) return <span className="dimmed">–</span>;
  return (
    <Group gap={4}>
      {entries.map(([name, value]) => (
        <Badge key={name} variant="default" tt="none" fw={500} size="sm">
          {name}={value}
        </Badge>
      ))}
    </Group>
  );
}

/** Offers the tags of the 200 newest companies. People can enter other tags in the filter. */
function TagSelect({ value, onChange }: { value: string | undefined; onChange: (tag: string | undefined) => void }) {
  const newest = useQuery({ ...read('listCompanies', { pageSize: 200, orderBy: '-created' }), staleTime: 60_000 });
  const tags = new Set(value ? [value] : []);
  for (const company of newest.data?.results ?? [])
    for (const [name, text] of Object.entries(company.tags)) tags.add(`${name}=${text}`);
  if (tags.size === 0) return null;
  return (
    <FilterSelect
      label="Tag"
      all="Any tag"
      data={[...tags].sort()}
      value={value}
      onChange={onChange}
      searchable
      w={180}
    />
  );
}
