import { Badge, Button, Group } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../api.ts';
import { t } from '../../messages/companies.ts';
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
  { value: 'Linked', label: t('linked') },
  { value: 'PendingAuth', label: t('pendingAuthorization') },
  { value: 'Deauthorized', label: t('authorizationLost') },
  { value: 'Unlinked', label: t('unlinked') },
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
    header: t('name'),
    orderBy: 'name',
    cell: ({ companyId, name }) => <TextLink to={paths.company(companyId)}>{name}</TextLink>,
  },
  { id: 'connections', header: t('connections'), cell: (company) => <Connections company={company} /> },
  { id: 'tags', header: t('tags'), cell: (company) => <Tags tags={company.tags} /> },
  { id: 'lastSync', header: t('lastSync'), orderBy: 'lastSync', cell: ({ lastSync }) => <Time at={lastSync} /> },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
  {
    id: 'createdByUserName',
    header: t('createdBy'),
    orderBy: 'createdByUserName',
    isHidden: true,
    cell: ({ createdByUserName }) => createdByUserName ?? '–',
  },
  {
    id: 'companyId',
    header: t('id'),
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
      title={t('companies')}
      lead={t('eachCompanyIsLinkedOwn')}
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={create}>
            {t('createCompany')}
          </Button>
        )
      }
    >
      <CreateCompany
        isOpen={address.create !== undefined && mayCreate}
        close={() => setAddress({ create: undefined })}
      />
      <ListTable
        label={t('companies')}
        operation="listCompanies"
        columns={columns}
        rowKey={({ companyId }) => companyId}
        search={{ label: t('searchByName'), filter: (text) => hasWords('name', text) }}
        filterFields={fields}
        periodField="created"
        periodName={t('created')}
        filter={filter}
        defaultOrder="name"
        controls={
          <>
            <FilterSelect
              label={t('connection')}
              all={t('anyConnection')}
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
            title={t('noCompaniesYet')}
            action={mayCreate && <Button onClick={create}>{t('createYourFirstCompany')}</Button>}
          >
            {t('createCompanyThenSendOwner')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function Connections({ company }: { company: Company }) {
  const overview = useQuery({ ...read('getOverview', {}), staleTime: 15_000 });
  if (company.dataConnections.length === 0) return <span className="dimmed">{t('noneYet')}</span>;
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
      label={t('tag')}
      all={t('anyTag')}
      data={[...tags].sort()}
      value={value}
      onChange={onChange}
      searchable
      w={180}
    />
  );
}
