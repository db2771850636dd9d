import { Progress, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Usage = Answer<'getUsage'>;

const plans: Record<string, string> = {
  free: 'Free: 365 days, up to 50 companies, no hourly syncs',
  paid: 'Paid',
};

export function UsagePage() {
  const { data, error, refetch } = useQuery({ ...read('getUsage', {}), refetchInterval: 30_000 });
  if (error)
    return (
      <Page title="Plan and usage">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page title="Plan and usage" lead="Usage and limits of this account.">
      <Section title="Plan">
        <dl className="facts">
          <dt>Plan</dt>
          <dd>{plans[data.plan] ?? data.plan}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={data.created} exact />
          </dd>
          {data.expires && (
            <>
              <dt>Expires</dt>
              <dd>
                <Time at={data.expires} exact />
              </dd>
            </>
          )}
          <dt>People</dt>
          <dd>
            {data.members} (
            <TextLink to={paths.team()} underline="always">
              view team
            </TextLink>
            )
          </dd>
          <dt>Linked companies</dt>
          <dd>{data.linkedCompanies.toLocaleString('en')}</dd>
        </dl>
      </Section>
      <Section title="Limits">
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
          <Against label="Companies" {...data.companies} />
          <Against label="API keys" {...data.apiKeys} />
          <Against label="Consumers" {...data.consumers} />
        </SimpleGrid>
      </Section>
      <Section
        title="Requests"
        lead="Requests of all API keys together, without use of the portal. Above a limit, the API returns 429."
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          <RequestWindow label="This minute" window={data.requests.minute} />
          <RequestWindow label="Today" window={data.requests.day} />
        </SimpleGrid>
      </Section>
      <DeprecatedCalls calls={data.deprecatedCalls} />
      <CurlLine operation="getUsage" input={{}} />
    </Page>
  );
}

function Against({ label, used, max }: { label: string; used: number; max?: number }) {
  const percent = max ? Math.min(100, (used / max) * 100) : 0;
  return (
    <div>
      <Text size="sm">{label}</Text>
      <Text fw={600}>
        {used.toLocaleString('en')} {max === undefined ? '(no limit)' : `of ${max.toLocaleString('en')}`}
      </Text>
      {max !== undefined && (
        <Progress
          value={percent}
          color={percent >= 100 ? 'red.8' : percent >= 80 ? 'yellow.8' : undefined}
          aria-label={`${label}: ${used} of ${max}`}
          mt={6}
        />
      )}
    </div>
  );
}

function RequestWindow({ label, window }: { label: string; window: Usage['requests']['minute'] }) {
  return (
    <div>
      <Against label={label} used={Math.max(0, window.limit - window.remaining)} max={window.limit} />
      <Text size="xs" c="dimmed" mt={4}>
        Resets <Time at={window.reset} />
      </Text>
    </div>
  );
}

const deprecatedColumns: Column<Usage['deprecatedCalls'][number]>[] = [
  { id: 'endpoint', header: 'Endpoint', className: 'mono', cell: ({ endpoint }) => endpoint },
  { id: 'keyName', header: 'API key', cell: ({ keyName }) => keyName },
  { id: 'calls', header: 'Calls', cell: ({ calls }) => calls.toLocaleString('en') },
  { id: 'lastAt', header: 'Last call', cell: ({ lastAt }) => <Time at={lastAt} /> },
];

function DeprecatedCalls({ calls }: { calls: Usage['deprecatedCalls'] }) {
  if (calls.length === 0) return null;
  return (
    <Section
      title="Deprecated API calls"
      lead={
        <>
          These calls will stop working after{' '}
          <TextLink to={paths.migration()} underline="always">
            the migration
          </TextLink>
          .
        </>
      }
    >
      <RowTable
        label="Deprecated API calls"
        columns={deprecatedColumns}
        rows={calls}
        rowKey={({ endpoint, keyName }) => `${endpoint} ${keyName}`}
      />
    </Section>
  );
}
